import { TagPdfError, throwIfStopped } from '../errors';
import type { Service } from '../service';

/** Sends a submission unless none must be made any more. */
export type Guard = <T>(submit: () => Promise<T>) => Promise<T>;

/**
 * Lets a submission through unless the run is stopped or, with a minimum, the account's credits
 * (GET /v1/me, interface 2.1) have fallen below it. With a minimum submissions go one by one: two at
 * once would both be measured against the same balance.
 *
 * @param minimum credits that must be left before each submission; 0 for no limit
 */
export function creditGuard(service: Service, minimum: number, signal: AbortSignal): Guard {
	const unlessStopped: Guard = async (submit) => {
		throwIfStopped(signal);
		return await submit();
	};
	if (minimum <= 0) return unlessStopped;

	const whileCreditsLast: Guard = async (submit) => {
		const { credits_available: available } = await service.getAccount({ signal });
		if (available < minimum) {
			throw new TagPdfError('CREDITS_BELOW_LIMIT', { credits: { available, minimum } });
		}
		return await unlessStopped(submit);
	};
	let last: Promise<unknown> = Promise.resolve();
	return async (submit) => {
		const own = last.then(async () => await whileCreditsLast(submit));
		last = own.catch(() => undefined);
		return await own;
	};
}
