import type { Failure } from '../errors';
import { isLoopback } from './baseUrl';

/**
 * Why an address that the service names is not asked: anything but http(s), and what would show a
 * document or its link to the network although the base URL does not. Between two servers on this
 * machine there is none.
 *
 * @param field that of the answer, e.g. `result_url`
 */
export function refusedAddress(
	field: string,
	address: string,
	baseUrl: string,
): Failure | undefined {
	const parsed = URL.canParse(address) ? new URL(address) : undefined;
	if (!parsed || !/^https?:$/.test(parsed.protocol)) {
		return { kind: 'address', field, reason: 'is no http(s) address' };
	}
	const base = new URL(baseUrl);
	if (parsed.protocol === 'https:' || base.protocol === 'http:') return undefined;
	return isLoopback(parsed) && isLoopback(base)
		? undefined
		: { kind: 'address', field, reason: 'is not https, although the Base URL is' };
}
