import {
	type CodeWithFacts,
	ERROR_CODES,
	type ErrorCode,
	type FactsOf,
	TagPdfError,
} from '../../../../client/errors';
import { type Failure, type RequestName, REQUESTS } from '../../../../client/failure';
import { describeError, texts } from '../../../../nodes/shared/errorTexts';
import { requestFacts } from '../../support/failureOf';
import { failedRequests, oneOfEach } from './facts';

/** The words of an error: message, and description after the sentence about money. */
function wordsOf<Code extends ErrorCode>(code: Code, facts: FactsOf<Code>): [string, string] {
	const { message, description } = describeError(
		new TagPdfError(...([code, facts] as CodeWithFacts)),
	);
	return [message, description.replace(/^No new charge was made\. ?/, '')];
}

const a = { fileName: 'a.pdf' };
const network = (code: string): Failure => ({ kind: 'network', code });
const status = (statusCode: number, more = {}): Failure => ({
	kind: 'status',
	statusCode,
	...more,
});
const request = (name: RequestName, failure: Failure) =>
	requestFacts({ request: name, failure, ...a });

test('there is a text for every code, and no other', () => {
	expect(Object.keys(texts)).toEqual([...ERROR_CODES]);
});

describe('what happened, and what to do', () => {
	const told: Array<[ErrorCode, [string, string], message: string, description: string]> = [
		[
			'INVALID_INPUT',
			wordsOf('INVALID_INPUT', a),
			'"a.pdf": wrong parameter',
			'Check the parameters. An expression may give an unexpected value.',
		],
		[
			'NOT_A_PDF',
			wordsOf('NOT_A_PDF', a),
			'The URL of "a.pdf" has no PDF',
			'Use a direct link. The link must open the file without a sign-in.',
		],
		[
			'SOURCE_UNAVAILABLE',
			wordsOf('SOURCE_UNAVAILABLE', request('fetchSource', status(404))),
			'"a.pdf" could not be fetched',
			'Check its URL. The URL must open without a sign-in.',
		],
		[
			'DOCUMENT_UNREADABLE',
			wordsOf('DOCUMENT_UNREADABLE', a),
			'"a.pdf" could not be read',
			"Check n8n's file storage. The file may be truncated.",
		],
		[
			'UNAUTHORIZED',
			wordsOf('UNAUTHORIZED', request('createUpload', status(401))),
			'"a.pdf": API key not accepted',
			"Check the 'API Key'. The service's Developers page lists valid keys.",
		],
		[
			'NOT_ENOUGH_CREDITS',
			wordsOf('NOT_ENOUGH_CREDITS', request('submitJob', status(402, { message: '3 needed.' }))),
			'Not enough credits for "a.pdf"',
			'Add credits. The service says: 3 needed.',
		],
		[
			'NOT_ENOUGH_CREDITS',
			wordsOf('NOT_ENOUGH_CREDITS', request('submitJob', status(402))),
			'Not enough credits for "a.pdf"',
			'Add credits.',
		],
		[
			'OVER_BUDGET',
			wordsOf('OVER_BUDGET', { credits: { needed: 1, left: 0, limit: 10 }, ...a }),
			'"a.pdf" exceeds the credit limit',
			"Raise 'Credits to Spend at Most'. It needs 1 credit, 0 are left. An earlier run may have paid for it.",
		],
		[
			'PAGES_UNKNOWN',
			wordsOf('PAGES_UNKNOWN', { reason: 'it needs a password', ...a }),
			'The cost of "a.pdf" is unknown',
			'Repair it, or remove the limit. Its pages cannot be counted: it needs a password.',
		],
		[
			'ALREADY_TAGGED',
			wordsOf('ALREADY_TAGGED', a),
			'"a.pdf" is tagged already',
			"Change 'Already Tagged'. 'Skip' passes the file on, 'Tag Anyway' pays for new tags.",
		],
		[
			'INVALID_REQUEST',
			wordsOf('INVALID_REQUEST', request('submitJob', status(400))),
			'The service refused "a.pdf"',
			'Check the options. The service says why in Error details.',
		],
		[
			'CONFLICT',
			wordsOf('CONFLICT', request('submitJob', status(409))),
			'"a.pdf" was submitted before',
			"Run again later, or use Job → Download (ID on the Developers page). 'New Job per Execution' pays again.",
		],
		[
			'TOO_LARGE',
			wordsOf('TOO_LARGE', request('store', status(413))),
			'"a.pdf" is too large',
			'Split the PDF. The service does not accept files of this size.',
		],
		[
			'TOO_LARGE',
			wordsOf('TOO_LARGE', request('download', { kind: 'oversize', reason: 'x' })),
			'Tagged "a.pdf" is over 2 GB',
			'Use Job → Get Download Link.',
		],
		[
			'TOO_LARGE',
			wordsOf('TOO_LARGE', request('fetchSource', { kind: 'oversize', reason: 'x' })),
			'"a.pdf" is too large',
			'Split the PDF. The node downloads up to 2 GB.',
		],
		[
			'RATE_LIMITED',
			wordsOf('RATE_LIMITED', { retryAfterMs: 1_001, ...a }),
			'"a.pdf": rate limit is used up',
			"Wait 2 seconds. A lower 'Max Documents at Once' helps.",
		],
		[
			'RATE_LIMITED',
			wordsOf('RATE_LIMITED', { retryAfterMs: 120_000 }),
			'Rate limit is used up',
			"Wait 2 minutes. A lower 'Max Documents at Once' helps.",
		],
		[
			'RATE_LIMITED',
			wordsOf('RATE_LIMITED', a),
			'"a.pdf": rate limit is used up',
			"Wait some minutes. A lower 'Max Documents at Once' helps.",
		],
		[
			'FAILED_REPEATEDLY',
			wordsOf('FAILED_REPEATEDLY', { attempts: 3, ...a }),
			'"a.pdf" got no result in 3 jobs',
			"Check the PDF. 'New Job per Execution' pays again.",
		],
		[
			'WAIT_TIMEOUT',
			wordsOf('WAIT_TIMEOUT', { waitedMs: 1_800_000, ...a }),
			'"a.pdf" takes over 30 minutes',
			'',
		],
		[
			'WAIT_TIMEOUT',
			wordsOf('WAIT_TIMEOUT', { waitedMs: 61_400 }),
			'The document takes over 61 seconds',
			'',
		],
		[
			'NOT_SAVED',
			wordsOf('NOT_SAVED', a),
			'"a.pdf" was not stored',
			"Check n8n's file storage. Its disk may be full.",
		],
		['STOPPED', wordsOf('STOPPED', a), '"a.pdf": the run was stopped', ''],
		[
			'NOT_STARTED',
			wordsOf('NOT_STARTED', a),
			'"a.pdf" was not started',
			'Another item failed first.',
		],
		[
			'UNFORESEEN',
			wordsOf('UNFORESEEN', a),
			'"a.pdf" hit a bug in this node',
			'Please report it. Error details say what happened.',
		],
	];
	test.each(told)('%s', (_, words, message, description) => {
		expect(words).toEqual([message, description]);
	});
});

describe('a request without an answer', () => {
	const CHECK = "Check the 'Base URL'.";
	const TLS = `${CHECK} Its certificate is not accepted.`;
	test.each([
		['ENOTFOUND', 'service host unknown', CHECK],
		['EAI_AGAIN', 'service host unknown', CHECK],
		['ECONNREFUSED', 'service not running', CHECK],
		[
			'SSRF_BLOCKED',
			'service blocked by n8n',
			"Ask n8n's administrator. N8N_SSRF_ALLOWED_HOSTNAMES can allow it.",
		],
		['CERT_HAS_EXPIRED', 'no secure connection', TLS],
		['ERR_TLS_HANDSHAKE_TIMEOUT', 'no secure connection', TLS],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'no secure connection', TLS],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'no secure connection', TLS],
		['EPROTO', 'no secure connection', TLS],
		['ECONNRESET', 'lost service connection', 'Try again later.'],
	])('%s', (code, message, description) => {
		const words = wordsOf('UNREACHABLE', request('createUpload', network(code)));
		expect(words[0]).toBe(`"a.pdf": ${message}`);
		expect(words[1]).toBe(description);
	});

	test.each([
		['ENOTFOUND', 'storage host unknown', 'Check its network.'],
		['ECONNREFUSED', 'storage not running', 'Check its network.'],
		['ECONNRESET', 'lost storage connection', 'Try again later.'],
	])('%s of storage does not mention the Base URL', (code, message, description) => {
		const words = wordsOf('UNREACHABLE', request('store', network(code)));
		expect(words).toEqual([`"a.pdf": ${message}`, description]);
	});
});

describe('an answer that does not help', () => {
	const unexpected = (name: RequestName, failure: Failure) =>
		wordsOf('UNEXPECTED_ANSWER', request(name, failure));
	test.each<[RequestName, Failure, string, string]>([
		['createUpload', status(418), 'service answered 418', "Check the 'Base URL'."],
		['submitJob', status(404), 'service answered 404', "Check the 'Base URL'."],
		[
			'getAccount',
			status(404),
			"wrong 'Base URL'",
			"Check the 'Base URL'. It is an address without a path.",
		],
		['createUpload', status(302), 'the service redirects', "Check the 'Base URL'."],
		['createUpload', status(399), 'the service redirects', "Check the 'Base URL'."],
		['createUpload', status(299), 'service answered 299', "Check the 'Base URL'."],
		['createUpload', status(400), 'service answered 400', "Check the 'Base URL'."],
		['store', status(307), 'storage answered 307', 'Try again later.'],
		['store', status(404), 'storage answered 404', 'Try again later.'],
		[
			'createUpload',
			{ kind: 'unreadable', reason: 'x' },
			'unreadable answer',
			"Check the 'Base URL'.",
		],
		['store', { kind: 'unreadable', reason: 'x' }, 'unreadable answer', 'Try again later.'],
		[
			'createUpload',
			{ kind: 'address', field: 'upload_url', reason: 'is none' },
			'unsafe address received',
			'Report it to the service.',
		],
	])('%s %j', (name, failure, message, description) => {
		expect(unexpected(name, failure)).toEqual([`"a.pdf": ${message}`, description]);
	});

	test('of 500 and above suggests another try', () => {
		expect(wordsOf('UNREACHABLE', request('createUpload', status(503)))).toEqual([
			'"a.pdf": service answered 503',
			'Try again later.',
		]);
	});
});

describe('a job that nobody can find', () => {
	const missing = (facts: Partial<FactsOf<'NOT_FOUND'>>) =>
		describeError(new TagPdfError('NOT_FOUND', { ...requestFacts(), jobId: 'j', ...facts }));
	const failure = status(404, { isOfService: true });

	test('suggests checking a typed ID', () => {
		expect(missing({ failure })).toEqual({
			message: 'The job does not exist',
			description:
				"Job operations are free. Check the 'Job ID'. It must be from the account of the credential.",
		});
		expect(missing({ failure, ...a }).message).toBe('The job of "a.pdf" does not exist');
	});

	test('reports a vanished result', () => {
		expect(missing({ failure, jobExists: true, ...a })).toEqual({
			message: 'The tagged "a.pdf" is gone',
			description: 'Job j was charged. Tag it again, which costs credits.',
		});
	});

	test('does not call a job missing if a proxy answered', () => {
		expect(missing({ failure: status(404), jobExists: true, ...a })).toEqual({
			message: 'The job of "a.pdf" was not read',
			description: 'Job j is paid for. Use Job → Wait, then Download.',
		});
	});
});

describe('every text', () => {
	const all = [...oneOfEach, ...failedRequests.map(({ error }) => error)].map((error) => ({
		name: `${error.message} ${JSON.stringify(error.facts)}`,
		error,
	}));

	test('covers each code and each request', () => {
		expect(oneOfEach.map(({ code }) => code)).toEqual([...ERROR_CODES]);
		expect(new Set(failedRequests.map((each) => each.request))).toEqual(new Set(REQUESTS));
	});

	test.each(all)('$name: says what happened and what to do', ({ error }) => {
		const { message, description } = describeError(error);
		const words = `${message} ${description}`;
		expect(message).toMatch(/^["A-Z]/);
		expect(description).toMatch(/^[A-Z].*\.$/);
		expect(words).not.toMatch(/\b(undefined|null|NaN)\b/i);
		expect(words).not.toMatch(/ {2}|\.\.|^ | $/);
		// n8n would treat the execution as stopped.
		expect(words).not.toMatch(/canceled/i);
	});

	test.each(all)('$name: names the document, once', ({ error }) => {
		const { message } = describeError(error.addFacts({ fileName: 'report.pdf' }));
		expect(message.split('"report.pdf"')).toHaveLength(2);
		expect(describeError(error).message).not.toContain('report.pdf');
	});
});

test.each([
	['a'.repeat(22), `"${'a'.repeat(22)}"`],
	['annual-report-of-the-ministry-2024.pdf', '"annual-rep…ry-2024.pdf"'],
])('shortens a long file name in the middle: %s', (fileName, shown) => {
	const { message } = describeError(new TagPdfError('ALREADY_TAGGED', { fileName }));
	expect(message).toBe(`${shown} is tagged already`);
});
