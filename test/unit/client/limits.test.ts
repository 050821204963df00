import { PRODUCT_LIMITS } from '../../../nodes/client/limits';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEGABYTE = 1024 ** 2;

/** Limits that the documentation and the error texts promise, in their units. */
describe('the limits that users get', () => {
	it('retry: four tries before something is paid for, and seven after it, half a minute apart at most', () => {
		const { triesBeforePayment, triesAfterPayment, backoffBaseMs, backoffMaxMs } =
			PRODUCT_LIMITS.retry;
		expect([triesBeforePayment, triesAfterPayment]).toEqual([4, 7]);
		expect([backoffBaseMs, backoffMaxMs]).toEqual([0.5 * SECOND, 30 * SECOND]);
	});

	it('retry: two minutes for a service that has answered before', () => {
		expect(PRODUCT_LIMITS.retry.outageMs).toBe(2 * MINUTE);
	});

	it('retry: obeys a service that is down for up to two minutes, and rate windows for a quarter of an hour', () => {
		const { retryAfterMaxMs, rateLimitBaseMs, rateLimitMaxMs, rateLimitBudgetMs } =
			PRODUCT_LIMITS.retry;
		expect(retryAfterMaxMs).toBe(2 * MINUTE);
		expect([rateLimitBaseMs, rateLimitMaxMs]).toEqual([2 * SECOND, MINUTE]);
		expect(rateLimitBudgetMs).toBe(15 * MINUTE);
	});

	it('retry: asks again for about a minute, and tells in the log of what takes over two seconds', () => {
		expect(PRODUCT_LIMITS.retry.askAgainBudgetMs).toBe(1.25 * MINUTE);
		expect(PRODUCT_LIMITS.retry.quietWaitMs).toBe(2 * SECOND);
	});

	it('transfer: a minute for a call, or without a byte; five seconds for a last one', () => {
		const { apiTimeoutMs, stallMs, lastCallMs } = PRODUCT_LIMITS.transfer;
		expect([apiTimeoutMs, stallMs, lastCallMs]).toEqual([MINUTE, MINUTE, 5 * SECOND]);
	});

	it('transfer: a document has its time at 20 kB/s upwards, and at 2 kB/s back', () => {
		const { slowestUpload, slowestDownload, buffered, maxAnswerBytes } = PRODUCT_LIMITS.transfer;
		expect([slowestUpload, slowestDownload].map((perMs) => perMs * SECOND)).toEqual([
			20_000, 2_000,
		]);
		expect([buffered, maxAnswerBytes]).toEqual([8 * MEGABYTE, 4 * MEGABYTE]);
	});

	it('transfer: a document is read in pieces of a quarter of a megabyte', () => {
		expect(PRODUCT_LIMITS.transfer.chunkBytes).toBe(MEGABYTE / 4);
	});

	it('requests: ten at once, of which six move documents', () => {
		expect(PRODUCT_LIMITS.requests).toEqual({ atOnce: 10, transfersAtOnce: 6 });
	});

	it('waiting: polls half a second after the submission, then 0.3 to 60 seconds apart, few at once', () => {
		expect(PRODUCT_LIMITS.waiting).toEqual({
			firstPollMs: 0.5 * SECOND,
			pollMinMs: 0.3 * SECOND,
			pollMaxMs: 60 * SECOND,
			pollsAtOnce: 4,
			slowPollMs: 2 * SECOND,
			mostPolls: 8,
			rememberedJobs: 10,
			rememberedKeys: 100,
			rememberedMs: 24 * 3_600 * SECOND,
		});
	});

	it('progress: told every half minute', () => {
		expect(PRODUCT_LIMITS.progress.everyMs).toBe(30 * SECOND);
	});

	it('journal: 10,000 marks, three failed jobs in a row, ten seconds for the store', () => {
		expect(PRODUCT_LIMITS.submission).toEqual({
			journalMarks: 10_000,
			failedAttempts: 3,
			storeTimeoutMs: 10 * SECOND,
		});
	});
});
