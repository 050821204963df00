/**
 * Every duration (milliseconds) and count that the client keeps to, by concern. The interface fixes
 * none of them: "numeric rate limits: not shown" (section 8).
 */
export interface Limits {
	retry: {
		/** Tries of a request that costs nothing to fail: nothing has been paid yet. */
		triesBeforePayment: number;
		/** Tries of a request that stands between the user and something paid for. */
		triesAfterPayment: number;
		/** Longest time that a service which has answered before is tried again before a job exists. */
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
		/** How long a 409 on submission, and a 404 for a job that exists, is asked again: a minute. */
		askAgainBudgetMs: number;
		/** Waits longer than this are written to the log. */
		quietWaitMs: number;
	};
	requests: {
		/** Under way at the same time: each listens to Stop, and Node.js warns from 11 listeners on. */
		atOnce: number;
		/** Of these, documents on their way to or from storage: submissions and polls need room, too. */
		transfersAtOnce: number;
	};
	transfer: {
		/** Longest time of an API call: from sending it to the last byte of its answer. */
		apiTimeoutMs: number;
		/** What is left of that to the last call before a deadline, or it would have no answer. */
		lastCallMs: number;
		/** Longest answer of an API call or of storage to an upload, after decompression. */
		maxAnswerBytes: number;
		/** Longest time without a byte moving while a document is uploaded or downloaded. */
		stallMs: number;
		/** A result URL that was asked for longer ago is asked for again before it is used. */
		freshUrlMs: number;
		/** Bytes per millisecond of the slowest connection that an upload has its time for. */
		slowestUpload: number;
		/** The same of a download; what comes more slowly on average is taken for a drip. */
		slowestDownload: number;
		/** Bytes of a document that are read from its store at a time. */
		chunkBytes: number;
		/** Most bytes that the system takes of an upload before they leave the machine. */
		buffered: number;
	};
	waiting: {
		/** From submission to the first poll while nothing is known of how long jobs take. */
		firstPollMs: number;
		/** Bounds of the pause between two polls of a job: a share of the time already waited. */
		pollMinMs: number;
		pollMaxMs: number;
		/** Polls under way at the same time … */
		pollsAtOnce: number;
		/** … not counting those that have no answer after so long … */
		slowPollMs: number;
		/** … and counting them. */
		mostPolls: number;
		/** Jobs that a forecast rests on: few enough to follow a service that changes. */
		rememberedJobs: number;
		/** API keys for which the time of jobs is remembered in this process … */
		rememberedKeys: number;
		/** … and how long, after the last job. */
		rememberedMs: number;
	};
	progress: {
		/** Between two lines of the log that say how far a batch is. */
		everyMs: number;
	};
	submission: {
		/** Marks of the journal per node: up to three for a document in flight, one for a delivered one. */
		journalMarks: number;
		/** Failed jobs of a document in a row after which the document is refused. */
		failedAttempts: number;
		/** Longest call of n8n's deduplication store; after it the run continues without the store. */
		storeTimeoutMs: number;
	};
}

/** What users get. */
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
		// A pause that would go beyond it is not begun.
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
