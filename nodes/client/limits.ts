/**
 * Durations (milliseconds) and counts of the client in the published package, by concern. The interface
 * specifies none of them: "numeric rate limits: not shown" (section 8).
 */
export const PRODUCT_LIMITS = {
	retry: {
		/** Tries of a request before anything is paid for. */
		triesBeforePayment: 4,
		/** Tries of a request for something that is paid for. */
		triesAfterPayment: 7,
		/** Before a job exists: longest outage for which a service that has answered before is retried. */
		outageMs: 2 * 60_000,
		/** First pause between two tries; doubles with each try. */
		backoffBaseMs: 500,
		backoffMaxMs: 30_000,
		/** Longest pause taken from a 5xx answer's Retry-After. */
		retryAfterMaxMs: 2 * 60_000,
		/** First pause after a 429 that names no time; doubles with each 429. */
		rateLimitBaseMs: 2_000,
		rateLimitMaxMs: 60_000,
		/** Longest total time one call waits for rate windows to reset. */
		rateLimitBudgetMs: 15 * 60_000,
		/**
		 * Longest time to retry a 409 on submission, or a 404 for a job that exists: about a minute. No pause
		 * begins that would end after it.
		 */
		askAgainBudgetMs: 75_000,
		/** Waits longer than this are written to the log. */
		quietWaitMs: 2_000,
	},
	requests: {
		/** Maximum number of concurrent requests: each listens to Stop, and Node.js warns from 11 listeners on. */
		atOnce: 10,
		/** Maximum number of transfers among them: submissions and polls need slots, too. */
		transfersAtOnce: 6,
	},
	transfer: {
		/** Longest time of an API call: from sending it to the last byte of its answer. */
		apiTimeoutMs: 60_000,
		/** Minimum timeout of a call that starts just before a deadline. */
		lastCallMs: 5_000,
		/** Longest answer of an API call or of storage to an upload, after decompression. */
		maxAnswerBytes: 4 * 1024 ** 2,
		/** Longest time without a byte moving while a document is uploaded or downloaded. */
		stallMs: 60_000,
		/** Age after which a result URL is requested again before it is used. */
		freshUrlMs: 10_000,
		/** Slowest connection for which the time of an upload suffices, in bytes per millisecond. */
		slowestUpload: 20,
		/** The same for a download. A download that is slower on average is aborted. */
		slowestDownload: 2,
		/** Bytes of a document that are read from its store at a time. */
		chunkBytes: 256 * 1024,
		/** Maximum number of bytes of an upload that the system buffers before it sends them. */
		buffered: 8 * 1024 ** 2,
	},
	waiting: {
		/** Time from submission to the first poll while no job times are known. */
		firstPollMs: 500,
		/** Bounds of the pause between two polls of a job, which is a share of its wait. */
		pollMinMs: 300,
		pollMaxMs: 60_000,
		/** Maximum number of concurrent polls, without slow ones. */
		pollsAtOnce: 4,
		/** Time without an answer after which a poll counts as slow. */
		slowPollMs: 2_000,
		/** Maximum number of concurrent polls, with slow ones. */
		mostPolls: 8,
		/** Recent jobs that a forecast uses: few enough to follow a service whose speed changes. */
		rememberedJobs: 10,
		/** Maximum number of API keys for which this process remembers job times. */
		rememberedKeys: 100,
		/** How long job times are remembered after the last job. */
		rememberedMs: 24 * 60 * 60_000,
	},
	progress: {
		/** Interval of log lines about the progress of a batch. */
		everyMs: 30_000,
	},
	submission: {
		/** Marks of the journal per node: up to three for a document in flight, one for a delivered one. */
		journalMarks: 10_000,
		/** Consecutive failed jobs of a document after which the document is refused. */
		failedAttempts: 3,
		/** Timeout of n8n's deduplication store. After it the run continues without the store. */
		storeTimeoutMs: 10_000,
	},
};

export type Limits = typeof PRODUCT_LIMITS;
