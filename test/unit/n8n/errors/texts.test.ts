import { ERROR_CODES, type ErrorCode, type ErrorFacts } from '../../../../nodes/client/errors';
import { texts } from '../../../../nodes/n8n/errors/texts';

const textOf = (code: ErrorCode, facts: ErrorFacts = {}, reason = '') => texts[code](facts, reason);
const refused = (message?: string): ErrorFacts => ({
	request: 'submitJob',
	failure: { kind: 'status', statusCode: 400, message },
	server: 'api.example.com',
});
const job: ErrorFacts = { jobId: 'job_7' };
/** The service's own answer that a result of its own is gone. */
const gone: ErrorFacts = {
	...job,
	jobExists: true,
	request: 'getResult',
	failure: { kind: 'status', statusCode: 404, isOfService: true },
};

test('there are words for every code, and for nothing else', () => {
	expect(Object.keys(texts)).toEqual([...ERROR_CODES]);
});

describe('what happened', () => {
	const said: Array<[ErrorCode, ErrorFacts, string]> = [
		['INVALID_INPUT', {}, 'What the item or a parameter gives cannot be used'],
		['NOT_A_PDF', {}, 'The URL does not lead to a PDF'],
		[
			'NOT_A_PDF',
			{ failure: { kind: 'unreadable', reason: 'what came is no PDF (text/html)' } },
			'The URL does not lead to a PDF: what came is no PDF (text/html)',
		],
		[
			'SOURCE_UNAVAILABLE',
			{ server: 'drive.example', failure: { kind: 'status', statusCode: 404 } },
			'The document could not be fetched from its URL: drive.example answered 404',
		],
		[
			'SOURCE_UNAVAILABLE',
			{ server: 'drive.example', failure: { kind: 'network', code: 'ECONNRESET' } },
			'The document could not be fetched from its URL: drive.example gave no complete answer (ECONNRESET)',
		],
		[
			'SOURCE_UNAVAILABLE',
			{ server: 'drive.example' },
			'The document could not be fetched from its URL: drive.example gave no complete answer',
		],
		['DOCUMENT_UNREADABLE', {}, 'The document could not be read to its end: '],
		[
			'DOCUMENT_UNREADABLE',
			{ failure: { kind: 'document', reason: 'it is gone' } },
			'The document could not be read to its end: it is gone',
		],
		['UNAUTHORIZED', {}, 'The service does not accept the API key'],
		[
			'NOT_ENOUGH_CREDITS',
			refused('It has 12 pages'),
			'Not enough credits for this document: It has 12 pages',
		],
		['NOT_ENOUGH_CREDITS', refused(), 'Not enough credits for this document'],
		[
			'CREDITS_BELOW_LIMIT',
			{ credits: { needed: 7, left: 14, limit: 10 } },
			'The document was not submitted: it needs 7 credits, and of the 14 that the account has left 10 must stay (Credits to Keep in Account)',
		],
		[
			'OVER_BUDGET',
			{ credits: { needed: 1, left: 0, limit: 10 } },
			'The document was not submitted: it needs 1 credit, and of the 10 of Credits to Spend at Most 0 are left',
		],
		[
			'PAGES_UNKNOWN',
			{ failure: { kind: 'document', reason: 'it needs a password to open' } },
			'What this document would cost is not known: it needs a password to open',
		],
		[
			'PAGES_UNKNOWN',
			{},
			'What this document would cost is not known: its pages cannot be counted',
		],
		['ALREADY_TAGGED', {}, 'The document is tagged already'],
		['RESULT_WORSE', {}, 'The tagged PDF is worse than the document'],
		[
			'RESULT_WORSE',
			{ fileName: 'a.pdf', lost: ['text', 'imageOnlyPages', 'bookmarks'] },
			'The tagged PDF of "a.pdf" is worse than the document: text is missing, bookmarks',
		],
		[
			'RESULT_WORSE',
			{ lost: ['pages', 'language', 'links', 'formFields', 'tagged'] },
			'The tagged PDF is worse than the document: pages are missing, it names no language, links are missing, form fields are missing, it has no structure',
		],
		['WAIT_TIMEOUT', { waitedMs: 1_000 }, 'The document is still being tagged after 1 second'],
		[
			'KEY_ALREADY_USED',
			{ idempotencyKey: 'invoice-1' },
			'The key "invoice-1" is already used for another document of this execution',
		],
		[
			'INVALID_REQUEST',
			refused('key is unknown'),
			'The service did not accept the submission: key is unknown',
		],
		['NOT_FOUND', job, 'The service knows no job job_7 for this account'],
		[
			'NOT_FOUND',
			{ ...job, jobExists: true, server: 'api.example.com', request: 'getJob' },
			'api.example.com answered 404 while asking for the job',
		],
		['NOT_FOUND', gone, 'The service no longer has the tagged PDF'],
		[
			'KEY_ALREADY_USED',
			{ idempotencyKey: 'invoice-1', isEarlier: true },
			'The key "invoice-1" is already used for another document',
		],
		[
			'CONFLICT',
			refused('in use'),
			'The service holds back this document because of an earlier submission: in use',
		],
		[
			'CONFLICT',
			{ fileName: 'a.pdf', idempotencyKey: '0123456789abcdef' },
			'The service holds back "a.pdf" (key 0123456789ab…) because of an earlier submission',
		],
		[
			'FAILED_REPEATEDLY',
			{ attempts: 3 },
			'The document could not be tagged 3 times, so it was not submitted again',
		],
		['FAILED_REPEATEDLY', {}, 'The document could not be tagged, so it was not submitted again'],
		['NOT_COMPLETED', job, 'Job job_7 is not completed yet'],
		['NOT_COMPLETED', {}, 'The job is not completed yet'],
		['TOO_LARGE', {}, 'The document is larger than the service takes'],
		[
			'TOO_LARGE',
			{ request: 'download', failure: { kind: 'oversize', reason: 'it is larger than 1 MB' } },
			'The tagged PDF was not taken: it is larger than 1 MB',
		],
		[
			'TOO_LARGE',
			{ request: 'fetchSource', failure: { kind: 'oversize', reason: 'it is larger than 1 MB' } },
			'The file at the URL was not taken: it is larger than 1 MB',
		],
		['NOT_SAVED', {}, 'n8n could not store the document from its URL: '],
		[
			'RATE_LIMITED',
			{ request: 'getJob' },
			'The service asks for a longer pause than this run allows while asking for the job',
		],
		['JOB_FAILED', job, 'The document could not be tagged'],
		[
			'WAIT_TIMEOUT',
			{ ...job, jobStatus: 'processing', waitedMs: 61_400 },
			'The document is still being tagged after 61 seconds',
		],
		[
			'WAIT_TIMEOUT',
			{ ...job, jobStatus: 'processing', waitedMs: 1_500 },
			'The document is still being tagged after 2 seconds',
		],
		['STOPPED', {}, 'The execution was stopped'],
		['NOT_STARTED', {}, 'The item was not carried on because another item stopped the run'],
	];
	test.each(said)('%s %j', (code, facts, message) => {
		expect(textOf(code, facts).message).toBe(message);
	});

	test.each([
		['NOT_SAVED', 'n8n could not store the tagged PDF of job job_7: no space left'],
		['UNFORESEEN', 'Something happened that this node does not foresee: no space left'],
	] as const)('%s, with what the exception behind it says', (code, message) => {
		expect(textOf(code, job, 'no space left').message).toBe(message);
	});
});

describe('what happened to a document that has a name', () => {
	const named = (facts: ErrorFacts = {}): ErrorFacts => ({ ...facts, fileName: 'a.pdf' });
	const oversize = { kind: 'oversize', reason: 'it is too large' } as const;

	test.each<[ErrorCode, ErrorFacts, string]>([
		['NOT_A_PDF', {}, 'The URL of "a.pdf" does not lead to a PDF'],
		['SOURCE_UNAVAILABLE', { server: 'x' }, '"a.pdf" could not be fetched from its URL: '],
		['DOCUMENT_UNREADABLE', {}, '"a.pdf" could not be read to its end: '],
		['NOT_ENOUGH_CREDITS', refused('3 needed'), 'Not enough credits for "a.pdf": 3 needed'],
		[
			'CREDITS_BELOW_LIMIT',
			{ credits: { needed: 1, left: 2, limit: 2 } },
			'"a.pdf" was not submitted: it needs 1 credit, and of the 2 that the account has left 2 must stay',
		],
		[
			'OVER_BUDGET',
			{ credits: { needed: 2, left: 1, limit: 9 } },
			'"a.pdf" was not submitted: it needs 2 credits, and of the 9 of Credits to Spend at Most 1 are left',
		],
		['PAGES_UNKNOWN', {}, 'What "a.pdf" would cost is not known: '],
		['ALREADY_TAGGED', {}, '"a.pdf" is tagged already'],
		['INVALID_REQUEST', refused('no'), 'The service did not accept "a.pdf": no'],
		['NOT_FOUND', gone, 'The service no longer has the tagged PDF of "a.pdf"'],
		['CONFLICT', {}, 'The service holds back "a.pdf" because'],
		['NOT_COMPLETED', job, 'The job of "a.pdf" is not completed yet'],
		['TOO_LARGE', {}, '"a.pdf" is larger than the service takes'],
		[
			'TOO_LARGE',
			{ request: 'download', failure: oversize },
			'The tagged PDF of "a.pdf" was not taken: it is too large',
		],
		[
			'TOO_LARGE',
			{ request: 'fetchSource', failure: oversize },
			'The file at the URL of "a.pdf" was not taken: it is too large',
		],
		['JOB_FAILED', job, '"a.pdf" could not be tagged'],
		['FAILED_REPEATEDLY', { attempts: 3 }, '"a.pdf" could not be tagged 3 times'],
		['WAIT_TIMEOUT', { waitedMs: 1_000 }, '"a.pdf" is still being tagged after 1 second'],
		['NOT_SAVED', job, 'n8n could not store the tagged PDF of "a.pdf": '],
		['NOT_SAVED', {}, 'n8n could not store "a.pdf" from its URL: '],
		['NOT_STARTED', {}, '"a.pdf" was not carried on because another item stopped the run'],
	])('%s %j', (code, facts, message) => {
		expect(textOf(code, named(facts)).message.slice(0, message.length)).toBe(message);
	});
});

describe('how to get on', () => {
	test.each<[ErrorCode, ErrorFacts, RegExp]>([
		['INVALID_INPUT', {}, /parameters of the node and their expressions/],
		['NOT_A_PDF', {}, /direct download link/],
		['SOURCE_UNAVAILABLE', {}, /opens without signing in/],
		['DOCUMENT_UNREADABLE', {}, /binary data settings of this n8n/],
		['UNAUTHORIZED', {}, /API Key in the credential.*Developers page/],
		['NOT_ENOUGH_CREDITS', {}, /1 credit per page.*add credits/],
		['CREDITS_BELOW_LIMIT', {}, /Add credits or lower the limit/],
		['OVER_BUDGET', {}, /Raise the limit, or run the workflow again/],
		['PAGES_UNKNOWN', {}, /tag it without a limit/],
		['ALREADY_TAGGED', {}, /Choose Skip in Already Tagged.*or Tag Anyway/],
		['RESULT_WORSE', {}, /report and at the tagged PDF; with Warn/],
		['KEY_ALREADY_USED', {}, /Nothing was submitted for this item.*its own key/],
		['INVALID_REQUEST', {}, /options of the node.*second run makes a new one/],
		['NOT_FOUND', {}, /job ID.*account that submitted the job/],
		[
			'CONFLICT',
			{},
			/No second charge was made.*If it exists, take its ID .*Job → Wait and Job → Download/,
		],
		[
			'FAILED_REPEATEDLY',
			{},
			/not protected.*Avoid Paying Twice to Per Own Key, with a key that was not used before.*Nothing was charged/,
		],
		['NOT_COMPLETED', {}, /^Wait for it with Job → Wait, then download again\.$/],
		['TOO_LARGE', {}, /Split the document/],
		['TOO_LARGE', { failure: { kind: 'oversize', reason: 'x' } }, /raise File Size Limit/],
		[
			'NOT_FOUND',
			{ jobId: 'job_7', jobExists: true },
			/not from the service: a proxy .*Try again later/,
		],
		[
			'NOT_FOUND',
			gone,
			/Job job_7 was accepted and is paid for.*This execution does not pay again.*run the workflow again.*costs credits/,
		],
		['RATE_LIMITED', {}, /^Its rate limit for this API key is used up\. .*Max Documents at Once/],
		[
			'RATE_LIMITED',
			{ retryAfterMs: 1_001 },
			/^Its rate limit for this API key is used up and resets in 2 seconds\. /,
		],
		['JOB_FAILED', {}, /PDF opens and is not protected.*does not pay for it again.*costs credits/],
		['WAIT_TIMEOUT', { jobStatus: 'queued' }, /Nothing is lost: its job goes on.*"queued"/],
		['JOB_FAILED', job, /^Job job_7 ended as "failed"\. /],
		['JOB_FAILED', {}, /^The job ended as "failed"\. /],
		['NOT_SAVED', {}, /disk space and the binary data settings/],
		[
			'UNFORESEEN',
			{},
			/report it.*versions.*https:\/\/github\.com\/tag-pdf\/n8n-nodes-tag-pdf\/issues$/,
		],
	])('%s %j', (code, facts, expected) => {
		expect(textOf(code, facts).description).toMatch(expected);
	});
});
