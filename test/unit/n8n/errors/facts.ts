import {
	codeOf,
	ERROR_CODES,
	REQUESTS,
	TagPdfError,
	type ErrorCode,
	type ErrorFacts,
	type Failure,
	type RequestName,
} from '../../../../nodes/client/errors';

const FAILURES: Failure[] = [
	...['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'CERT_HAS_EXPIRED', 'SSRF_BLOCKED', 'STALLED'].map(
		(code): Failure => ({ kind: 'network', code }),
	),
	...[302, 400, 401, 402, 403, 404, 409, 413, 429, 500, 503].map((statusCode): Failure => ({
		kind: 'status',
		statusCode,
		message: 'Subscription canceled',
	})),
	{ kind: 'status', statusCode: 500 },
	{ kind: 'unreadable', reason: 'a web page came back' },
	{ kind: 'address', field: 'result_url', reason: 'is no http(s) address' },
];

/** Requests that are about a job. */
const OF_A_JOB: readonly RequestName[] = ['getJob', 'getResult', 'download'];

/** Everything that a request can end with, as the client throws it. */
export const failedRequests: Array<{ error: TagPdfError; request: RequestName; failure: Failure }> =
	REQUESTS.flatMap((request) =>
		FAILURES.map((failure) => {
			const facts: ErrorFacts = {
				request,
				failure,
				server: 'api.example.com',
				tries: 4,
				...(OF_A_JOB.includes(request) ? { jobId: 'job_7', jobExists: true } : {}),
			};
			return { error: new TagPdfError(codeOf(request, failure), facts), request, failure };
		}),
	);

const job = { jobId: 'job_7', jobExists: true };

/** What comes of something else than a request. */
const FACTS: Partial<Record<ErrorCode, ErrorFacts>> = {
	DOCUMENT_UNREADABLE: {
		request: 'store',
		failure: { kind: 'document', reason: 'it ended after 10 of 20 bytes' },
	},
	CREDITS_BELOW_LIMIT: { credits: { needed: 7, left: 14, limit: 10 } },
	OVER_BUDGET: { credits: { needed: 7, left: 4, limit: 10 } },
	PAGES_UNKNOWN: { failure: { kind: 'document', reason: 'it needs a password to open' } },
	KEY_ALREADY_USED: { idempotencyKey: 'invoice-1' },
	NOT_COMPLETED: job,
	JOB_FAILED: { ...job, jobStatus: 'failed' },
	WAIT_TIMEOUT: { ...job, jobStatus: 'processing', waitedMs: 61_400 },
	NOT_SAVED: job,
};

/** One error of every code. */
export const oneOfEach: TagPdfError[] = ERROR_CODES.map((code) => {
	const ofRequest = failedRequests.find(({ error }) => error.code === code)?.error;
	return ofRequest ?? new TagPdfError(code, FACTS[code], { cause: new Error('The disk is full') });
});
