/**
 * Durations (milliseconds) and counts of the client, by concern. The interface specifies none of them:
 * "numeric rate limits: not shown" (section 8).
 */
export interface Limits {
	retry: {
		/** Tries of a request before anything is paid for. */
		triesBeforePayment: number;
		/** Tries of a request for something that is paid for. */
		triesAfterPayment: number;
		/** Before a job exists: longest outage for which a service that has answered before is retried. */
		outageMs: number;
		/** First pause between two tries; doubles with each try. */
		backoffBaseMs: number;
		backoffMaxMs: number;
		/** Longest pause taken from a 5xx answer's Retry-After. */
		retryAfterMaxMs: number;
		/** First pause after a 429 that names no time; doubles with each 429. */
		rateLimitBaseMs: number;
		rateLimitMaxMs: number;
		/** Longest total time one call waits for rate windows to reset. */
		rateLimitBudgetMs: number;
		/** Longest time to retry a 409 on submission, or a 404 for a job that exists: about a minute. */
		askAgainBudgetMs: number;
		/** Waits longer than this are written to the log. */
		quietWaitMs: number;
	};
	requests: {
		/** Maximum number of concurrent requests: each listens to Stop, and Node.js warns from 11 listeners on. */
		atOnce: number;
		/** Maximum number of transfers among them: submissions and polls need slots, too. */
		transfersAtOnce: number;
	};
	transfer: {
		/** Longest time of an API call: from sending it to the last byte of its answer. */
		apiTimeoutMs: number;
		/** Minimum timeout of a call that starts just before a deadline. */
		lastCallMs: number;
		/** Longest answer of an API call or of storage to an upload, after decompression. */
		maxAnswerBytes: number;
		/** Longest time without a byte moving while a document is uploaded or downloaded. */
		stallMs: number;
		/** Age after which a result URL is requested again before it is used. */
		freshUrlMs: number;
		/** Slowest connection for which the time of an upload suffices, in bytes per millisecond. */
		slowestUpload: number;
		/** The same for a download. A download that is slower on average is aborted. */
		slowestDownload: number;
		/** Bytes of a document that are read from its store at a time. */
		chunkBytes: number;
		/** Maximum number of bytes of an upload that the system buffers before it sends them. */
		buffered: number;
	};
	waiting: {
		/** Time from submission to the first poll while no job times are known. */
		firstPollMs: number;
		/** Bounds of the pause between two polls of a job, which is a share of its wait. */
		pollMinMs: number;
		pollMaxMs: number;
		/** Maximum number of concurrent polls, without slow ones. */
		pollsAtOnce: number;
		/** Time without an answer after which a poll counts as slow. */
		slowPollMs: number;
		/** Maximum number of concurrent polls, with slow ones. */
		mostPolls: number;
		/** Recent jobs that a forecast uses: few enough to follow a service whose speed changes. */
		rememberedJobs: number;
		/** Maximum number of API keys for which this process remembers job times. */
		rememberedKeys: number;
		/** How long job times are remembered after the last job. */
		rememberedMs: number;
	};
	progress: {
		/** Interval of log lines about the progress of a batch. */
		everyMs: number;
	};
	submission: {
		/** Marks of the journal per node: up to three for a document in flight, one for a delivered one. */
		journalMarks: number;
		/** Consecutive failed jobs of a document after which the document is refused. */
		failedAttempts: number;
		/** Timeout of n8n's deduplication store. After it the run continues without the store. */
		storeTimeoutMs: number;
	};
}

/** The limits of the published package. */
export const PRODUCT_LIMITS: Limits = {
	retry: {
		triesBeforePayment: 4,
		triesAfterPayment: 7,
		outageMs: 2 * 60_000,
		backoffBaseMs: 500,
		backoffMaxMs: 30_000,
		retryAfterMaxMs: 2 * 60_000,
		rateLimitBaseMs: 2_000,
		rateLimitMaxMs: 60_000,
		rateLimitBudgetMs: 15 * 60_000,
		// No pause begins that would end after it.
		askAgainBudgetMs: 75_000,
		quietWaitMs: 2_000,
	},
	requests: { atOnce: 10, transfersAtOnce: 6 },
	transfer: {
		apiTimeoutMs: 60_000,
		lastCallMs: 5_000,
		maxAnswerBytes: 4 * 1024 ** 2,
		stallMs: 60_000,
		freshUrlMs: 10_000,
		slowestUpload: 20,
		slowestDownload: 2,
		chunkBytes: 256 * 1024,
		buffered: 8 * 1024 ** 2,
	},
	waiting: {
		firstPollMs: 500,
		pollMinMs: 300,
		pollMaxMs: 60_000,
		pollsAtOnce: 4,
		slowPollMs: 2_000,
		mostPolls: 8,
		rememberedJobs: 10,
		rememberedKeys: 100,
		rememberedMs: 24 * 60 * 60_000,
	},
	progress: { everyMs: 30_000 },
	submission: {
		journalMarks: 10_000,
		failedAttempts: 3,
		storeTimeoutMs: 10_000,
	},
};
