import { chooseCode, type ErrorCode, type Facts, TagPdfError } from '../../../client/errors';
import { type Failure, type RequestName, REQUESTS } from '../../../client/failure';
import { texts } from '../../../nodes/shared/errorTexts';

const FAILURES: Failure[] = [
	...[
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'SSRF_BLOCKED', 'STALLED'],
		...['CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
		...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'EPROTO'],
	].map((code): Failure => ({ kind: 'network', code })),
	...[299, 302, 399, 400, 401, 402, 403, 404, 409, 410, 413, 429, 500, 503].map(
		(statusCode): Failure => ({
			kind: 'status',
			statusCode,
			type: 'any',
			message: 'Subscription canceled',
		}),
	),
	{ kind: 'status', statusCode: 500 },
	{ kind: 'status', statusCode: 503, type: 'ServiceUnavailable' },
	{ kind: 'network', code: 'TRUNCATED' },
	{ kind: 'network', code: 'TRUNCATED', kept: true },
	{ kind: 'network', code: 'ECONNRESET', kept: true },
	{ kind: 'unreadable', reason: 'a web page came back' },
	{ kind: 'unreadable', reason: 'field "fields" has the wrong type', isOfService: true },
	{ kind: 'address', field: 'result_url', reason: 'is not an http(s) address' },
	{ kind: 'oversize', reason: 'it is larger than 1,024 MB' },
	{ kind: 'document', reason: 'it ended after 10 of 20 bytes' },
	{ kind: 'document', reason: 'it cannot be read (File not found)', isMissing: true },
];

/** Requests that are about a job. */
const OF_A_JOB: readonly RequestName[] = ['getJob', 'getResult', 'download'];

/** A long ID, as services have them. */
const JOB_ID = 'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66';
const job = { jobId: JOB_ID, jobExists: true };

/** Every possible failure of a request, as the client throws it. */
export const failedRequests: Array<{ error: TagPdfError; request: RequestName; failure: Failure }> =
	REQUESTS.flatMap((request) =>
		FAILURES.map((failure) => {
			const facts = {
				request,
				failure,
				server: 'api.document-tagging.example.com',
				tries: 4,
				...(OF_A_JOB.includes(request) ? job : {}),
			};
			const code = chooseCode(request, failure, OF_A_JOB.includes(request));
			return { error: new TagPdfError(code, facts), request, failure };
		}),
	);

/** Realistic facts of errors that do not come from a request. */
const FACTS: Partial<Record<ErrorCode, Facts>> = {
	OVER_CREDIT_LIMIT: { credits: { needed: 117, left: 14, limit: 1_000 } },
	PAGES_UNKNOWN: { reason: 'it needs a password to open' },
	NOT_FOUND_YET: {
		...job,
		...{ request: 'getJob', jobNumber: 1, maxJobs: 1, goneAt: Date.parse('2026-03-02T12:00:00Z') },
	},
	NOT_COMPLETED: { ...job, jobStatus: 'processing' },
	RATE_LIMITED: { request: 'getJob', retryAfterMs: 1_799_001, ...job },
	JOB_FAILED: { ...job, jobStatus: 'failed', creditsUsed: 117 },
	WAIT_TIMEOUT: { ...job, jobStatus: 'processing', waitedMs: 1_800_000 },
	NOT_SAVED: job,
};

/** An error of every code. */
export const oneOfEach: TagPdfError[] = (Object.keys(texts) as ErrorCode[]).map((code) => {
	const ofRequest = failedRequests.find(({ error }) => error.code === code)?.error;
	const own = FACTS[code];
	if (ofRequest && !own) return ofRequest;
	const cause = new Error('The disk is full');
	return new TagPdfError(code, own ?? {}, { cause });
});

/** Codes with several texts: one error for each of the others. */
export const furtherTexts: TagPdfError[] = [
	new TagPdfError('RATE_LIMITED', {}),
	new TagPdfError('RATE_LIMITED', { retryAfterMs: 1_001 }),
	new TagPdfError('WAIT_TIMEOUT', { waitedMs: 61_400 }),
	new TagPdfError('WAIT_TIMEOUT', { waitedMs: 3_600_000 }),
	new TagPdfError('OVER_CREDIT_LIMIT', { credits: { needed: 1, left: 0, limit: 2 } }),
	new TagPdfError('OVER_CREDIT_LIMIT', { credits: { needed: 2, left: 1, limit: 2 } }),
	new TagPdfError('NOT_SAVED', {}),
	new TagPdfError('JOB_FAILED', { jobId: 'j', jobExists: true, jobStatus: 'failed' }),
	new TagPdfError('JOB_NOT_FOUND', { request: 'getJob', jobId: 'j' }),
	new TagPdfError('NOT_FOUND_YET', { request: 'download', ...job }),
	new TagPdfError('UNEXPECTED_ANSWER', {
		request: 'submitJob',
		failure: { kind: 'mixup', reason: 'it names the job of another document' },
	}),
];

/** Facts about an item's job: there is none, or it is paid for, has failed, or may exist. */
export const CHARGES: Record<string, Facts> = {
	free: {},
	paid: { ...job, jobStatus: 'processing' },
	failed: { ...job, jobStatus: 'failed', creditsUsed: 117 },
	unanswered: { jobMayExist: true, idempotencyKey: 'a'.repeat(64) },
	'unanswered, for its execution alone': {
		jobMayExist: true,
		idempotencyKey: 'a'.repeat(64),
		isOfExecution: true,
	},
};
