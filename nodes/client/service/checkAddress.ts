import type { Failure } from '../errors';
import { isLoopback } from './baseUrl';

/**
 * Why the client does not call an address that the service names: it is not http(s), or it would send a
 * document or its link unencrypted although the base URL is https. Between two servers on this machine
 * encryption is not required.
 *
 * @param field name of the answer's field, e.g. `result_url`
 */
export function checkAddress(field: string, address: string, baseUrl: string): Failure | undefined {
	const parsed = URL.canParse(address) ? new URL(address) : undefined;
	if (!parsed || !/^https?:$/.test(parsed.protocol)) {
		return { kind: 'address', field, reason: 'is not an http(s) address' };
	}
	const base = new URL(baseUrl);
	if (parsed.protocol === 'https:' || base.protocol === 'http:') return undefined;
	return isLoopback(parsed) && isLoopback(base)
		? undefined
		: { kind: 'address', field, reason: 'is not https, although the Base URL is' };
}
