/**
 * Every duration (milliseconds) and count the client keeps to, in one place.
 * The interface fixes none of them: "numeric rate limits: not shown" (section 8).
 */
export const limits = {
	/** Longest silence of an API call: from sending it to having its answer. */
	apiTimeoutMs: 60_000,
	/** Longest time without a byte moving while a document is uploaded or downloaded. */
	stallMs: 60_000,
	/** Tries of a step that costs nothing to fail: nothing has been paid yet. */
	triesBeforePayment: 4,
	/** Tries of a step that stands between the user and something paid for. */
	triesAfterPayment: 7,
	/** First pause between two tries; doubles with each try. */
	backoffBaseMs: 500,
	backoffMaxMs: 30_000,
	/** Longest total time one call waits for rate windows to reset. */
	rateLimitBudgetMs: 15 * 60_000,
	/** First pause after a 429 that names no time; doubles with each 429. */
	rateLimitBaseMs: 2_000,
	rateLimitMaxMs: 60_000,
	/** Longest pause taken from a 5xx answer's Retry-After. */
	retryAfterMaxMs: 2 * 60_000,
	/** How long a 409 on submission is asked again before giving up. */
	conflictBudgetMs: 60_000,
	/** Pause between two polls: a tenth of the time already waited, within these bounds. */
	pollMinMs: 500,
	pollMaxMs: 15_000,
	/** Waits longer than this are written to the log. */
	quietWaitMs: 2_000,
	/** Submissions of finished jobs remembered per execution, so that loops stay bounded. */
	rememberedSubmissions: 1_000,
};
