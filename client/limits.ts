/**
 * Durations (milliseconds) and counts of the client in the published package, by concern. The interface
 * specifies none of them: "numeric rate limits: not shown" (section 8).
 */
export const PRODUCT_LIMITS = {
	retry: {
		/** Longest time to retry a service of which nothing shows that its address is right. */
		firstContactMs: 5_000,
		/**
		 * The same once the service has answered, or was there and did not work: it may be restarting. When a document
		 * is paid for, its requests are retried until Wait Timeout.
		 */
		outageMs: 2 * 60_000,
		/**
		 * Maximum number of tries that fail in a way that time or another presigned address can mend, such as a 409 on
		 * submission, a 404 for a job that exists, an expired address, or a useless transfer: about a minute of pauses.
		 */
		askAgainTries: 9,
		/** Tries to find a job or an upload that may have been made just now: about three seconds of pauses. */
		newJobTries: 4,
		/** Tries to find a job that is more than a day old, or its result, if no other job may follow. */
		oldJobTries: 2,
		/** First pause between two tries; doubles with each try. */
		backoffBaseMs: 500,
		backoffMaxMs: 30_000,
		/** Longest total time one call waits for rate windows to reset. */
		rateLimitBudgetMs: 15 * 60_000,
		/** Longer pauses are logged at the level `info`, shorter ones at `debug`. */
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
		/** Longest answer that is read as text, after decompression. Reading a longer one would block n8n. */
		maxAnswerBytes: 256 * 1024,
		/** Largest file to download from a URL or from the service. */
		maxFileBytes: 2 * 1024 ** 3,
		/** Longest time without a byte moving while a document is uploaded or downloaded. */
		stallMs: 60_000,
		/** Slowest connection for which the time of an upload suffices, in bytes per millisecond. */
		slowestUpload: 20,
		/** The same for a download. A download that is slower on average is aborted. */
		slowestDownload: 2,
		/** Maximum number of bytes of an upload that the system buffers before it sends them. */
		buffered: 8 * 1024 ** 2,
	},
	waiting: {
		/** Time from the beginning of a wait to the first poll. */
		firstPollMs: 500,
		/** Bounds of a job's rest between two of its polls. Within them, the rest is a share of the job's wait. */
		pollMinMs: 300,
		pollMaxMs: 60_000,
		/** Maximum number of concurrent polls. */
		pollsAtOnce: 4,
	},
	progress: {
		/** Interval of log lines about the progress of a batch. */
		everyMs: 30_000,
	},
	submission: {
		/**
		 * Maximum number of tries that a 409 refuses, once conflicts last in this execution: about three seconds of pauses.
		 */
		conflictTries: 4,
		/** Conflicts last if this time has passed since a submission's tries first ended with one. */
		conflictsLastMs: 60_000,
		/** For this long after an upload, the service may still fail to find it. */
		newUploadMs: 10_000,
		/** Newest documents that a ledger keeps, so that the data of a long loop does not grow without limit. */
		keptDocuments: 1_000,
	},
};

/** Jobs that a document may have at most, if the user allows more than one: each costs a credit per page. */
export const MAX_JOBS = 20;

export type Limits = typeof PRODUCT_LIMITS;
