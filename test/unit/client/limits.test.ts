import { PRODUCT_LIMITS } from '../../../nodes/client/limits';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const MEGABYTE = 1024 ** 2;

/** What the documentation and the texts of errors promise, in their units. */
describe('the limits that users get', () => {
	it('retry: four tries before something is paid for, and seven after it, half a minute apart at most', () => {
		const { triesBeforePayment, triesAfterPayment, backoffBaseMs, backoffMaxMs } =
			PRODUCT_LIMITS.retry;
		expect([triesBeforePayment, triesAfterPayment]).toEqual([4, 7]);
		expect([backoffBaseMs, backoffMaxMs]).toEqual([0.5 * SECOND, 30 * SECOND]);
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

	it('waiting: a poll comes between half a second and 15 seconds after the last', () => {
		expect(PRODUCT_LIMITS.waiting).toEqual({ pollMinMs: 0.5 * SECOND, pollMaxMs: 15 * SECOND });
	});

	it('submission: a retried execution still knows a thousand', () => {
		expect(PRODUCT_LIMITS.submission.remembered).toBe(1_000);
	});
});
