import { PRODUCT_LIMITS } from '../../../client/limits';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEGABYTE = 1024 ** 2;

/** Limits that the documentation and the error texts promise, in their units. */
describe('the limits that users get', () => {
	it('retry: five seconds at first contact, seven useless transfers, at most 30 seconds apart', () => {
		const { firstContactMs, uselessTries, backoffBaseMs, backoffMaxMs } = PRODUCT_LIMITS.retry;
		expect([firstContactMs, uselessTries]).toEqual([5 * SECOND, 7]);
		expect([backoffBaseMs, backoffMaxMs]).toEqual([0.5 * SECOND, 30 * SECOND]);
	});

	it('retry: two minutes for a service that has answered before', () => {
		expect(PRODUCT_LIMITS.retry.outageMs).toBe(2 * MINUTE);
	});

	it('retry: waits up to two minutes for a Retry-After, and 15 minutes for rate windows', () => {
		const { retryAfterMaxMs, rateLimitBaseMs, rateLimitMaxMs, rateLimitBudgetMs } =
			PRODUCT_LIMITS.retry;
		expect(retryAfterMaxMs).toBe(2 * MINUTE);
		expect([rateLimitBaseMs, rateLimitMaxMs]).toEqual([2 * SECOND, MINUTE]);
		expect(rateLimitBudgetMs).toBe(15 * MINUTE);
	});

	it('retry: repeats a 404 for about a minute, and logs pauses over two seconds', () => {
		expect(PRODUCT_LIMITS.retry.askAgainBudgetMs).toBe(1.25 * MINUTE);
		expect(PRODUCT_LIMITS.retry.quietWaitMs).toBe(2 * SECOND);
	});

	it('transfer: one minute for a call or a stall, five seconds for a last call', () => {
		const { apiTimeoutMs, stallMs, lastCallMs } = PRODUCT_LIMITS.transfer;
		expect([apiTimeoutMs, stallMs, lastCallMs]).toEqual([MINUTE, MINUTE, 5 * SECOND]);
	});

	it('transfer: uploads may take their time at 20 kB/s, downloads at 2 kB/s', () => {
		const { slowestUpload, slowestDownload, buffered, maxAnswerBytes } = PRODUCT_LIMITS.transfer;
		expect([slowestUpload, slowestDownload].map((perMs) => perMs * SECOND)).toEqual([
			20_000, 2_000,
		]);
		expect([buffered, maxAnswerBytes]).toEqual([8 * MEGABYTE, 4 * MEGABYTE]);
	});

	it('transfer: reads a document in chunks of 256 kB', () => {
		expect(PRODUCT_LIMITS.transfer.chunkBytes).toBe(MEGABYTE / 4);
	});

	it('requests: ten at a time, of which six are transfers', () => {
		expect(PRODUCT_LIMITS.requests).toEqual({ atOnce: 10, transfersAtOnce: 6 });
	});

	it('waiting: polls half a second after the submission, then 0.3 to 60 seconds apart', () => {
		expect(PRODUCT_LIMITS.waiting).toEqual({
			firstPollMs: 0.5 * SECOND,
			pollMinMs: 0.3 * SECOND,
			pollMaxMs: 60 * SECOND,
			pollsAtOnce: 4,
			rememberedJobs: 10,
			rememberedKeys: 100,
		});
	});

	it('progress: every 30 seconds', () => {
		expect(PRODUCT_LIMITS.progress.everyMs).toBe(30 * SECOND);
	});

	it('submission: ten keys, three failed jobs, a minute before an earlier job counts as one', () => {
		expect(PRODUCT_LIMITS.submission).toEqual({
			keys: 10,
			failures: 3,
			earlierMs: 60 * SECOND,
			laterConflictMs: 5 * SECOND,
		});
	});
});
