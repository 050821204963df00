import {
	REQUESTS,
	type ErrorFacts,
	type Failure,
	type RequestName,
	type StatusFailure,
} from '../../../../nodes/client/errors';
import {
	said,
	unexpectedText,
	unreachableText,
	whileDoing,
} from '../../../../nodes/n8n/errors/requestTexts';

const network = (code: string): Failure => ({ kind: 'network', code });
const status = (statusCode: number, more: Partial<StatusFailure> = {}): StatusFailure => ({
	kind: 'status',
	statusCode,
	...more,
});
const facts = (request: RequestName, failure: Failure, tries = 3): ErrorFacts => ({
	request,
	failure,
	tries,
	server: request === 'store' || request === 'download' ? 's3.example' : 'api.example',
});
const CHECK_BASE_URL = 'Check the Base URL in the credential.';
const CHECK_STORAGE =
	'The service names this address for its storage: check that this n8n can reach it.';
const LATER = 'Try again later; if it stays so, show this message to the support of the service.';

test.each(REQUESTS)('%s: says what was under way', (request) => {
	expect(whileDoing({ request })).toMatch(/^ while \w+ing [a-zA-Z ]+$/);
});

test('each request is told from the others, and none is named when there was none', () => {
	expect(new Set(REQUESTS.map((request) => whileDoing({ request }))).size).toBe(REQUESTS.length);
	expect(whileDoing({})).toBe('');
	expect(whileDoing({ request: 'getJob' })).toBe(' while asking for the job');
});

test("the service's own words are given where there are any", () => {
	expect(said({ failure: status(400, { message: 'No such key' }) })).toBe(': No such key');
	expect(said({ failure: status(400) })).toBe('');
	expect(said({ failure: network('ECONNRESET') })).toBe('');
	expect(said({})).toBe('');
});

describe('no answer', () => {
	const told: Array<[code: string, message: string, description: string]> = [
		['ENOTFOUND', 'The host api.example cannot be found', `${CHECK_BASE_URL} (ENOTFOUND)`],
		['EAI_AGAIN', 'The host api.example cannot be found', `${CHECK_BASE_URL} (EAI_AGAIN)`],
		[
			'ECONNREFUSED',
			'Nothing answers at api.example',
			`${CHECK_BASE_URL} Is the service running? (ECONNREFUSED)`,
		],
		[
			'SSRF_BLOCKED',
			'n8n does not allow requests to api.example',
			'The address is in a range that this n8n blocks. An administrator can allow it with N8N_SSRF_ALLOWED_IP_RANGES or N8N_SSRF_ALLOWED_HOSTNAMES.',
		],
		[
			'CERT_HAS_EXPIRED',
			'No secure connection to api.example could be made',
			`The certificate of api.example is not accepted (CERT_HAS_EXPIRED). ${CHECK_BASE_URL}`,
		],
		[
			'ECONNRESET',
			'The connection to api.example broke',
			'No complete answer came in 3 tries (ECONNRESET). Try again later.',
		],
	];
	test.each(told)('%s', (code, message, description) => {
		expect(unreachableText(facts('getJob', network(code)))).toEqual({
			message: `${message} while asking for the job`,
			description,
		});
	});

	test.each([
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'ERR_TLS_HANDSHAKE_TIMEOUT',
		'ERR_SSL_WRONG_VERSION_NUMBER',
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		'EPROTO',
	])('%s is about the certificate', (code) => {
		expect(unreachableText(facts('getJob', network(code))).message).toMatch(
			/^No secure connection/,
		);
	});

	test.each(['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
		'%s: there is no certificate to look at',
		(code) => {
			expect(unreachableText(facts('getJob', network(code))).description).toBe(
				`api.example does not answer as an https:// address does (${code}). ${CHECK_BASE_URL}`,
			);
		},
	);

	test.each(['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED'])(
		'%s of storage sends nobody to the Base URL',
		(code) => {
			const { description } = unreachableText(facts('store', network(code)));
			expect(description).toContain(CHECK_STORAGE);
			expect(description).not.toContain('Base URL');
		},
	);

	test('tries are counted rightly', () => {
		const description = (tries?: number) =>
			unreachableText({ ...facts('getJob', network('STALLED')), tries }).description;
		expect(description(1)).toBe('No complete answer came in one try (STALLED). Try again later.');
		expect(description(2)).toContain('in 2 tries (');
		expect(description(undefined)).toContain('in one try (');
	});
});

describe('an answer that does not help', () => {
	test('of the service: its status, its words, and how often it came', () => {
		const failure = status(503, { message: 'Down for maintenance' });
		expect(unreachableText(facts('submitJob', failure, 1))).toEqual({
			message: 'The service answered 503 while submitting the job: Down for maintenance',
			description: 'Try again later.',
		});
		expect(unreachableText(facts('submitJob', failure, 7)).description).toBe(
			'7 tries did not help. Try again later.',
		);
		expect(unreachableText(facts('submitJob', failure, 2)).description).toContain('2 tries did');
		expect(unreachableText({ failure }).description).toBe('Try again later.');
	});

	test.each([
		[status(503, { type: 'SlowDown', message: 'x' }), 'answered 503 SlowDown'],
		[status(500), 'answered 500'],
	])('of storage: the server and its code', (failure, answered) => {
		expect(unreachableText(facts('store', failure))).toEqual({
			message: `The storage at s3.example ${answered} while sending the document to storage`,
			description: LATER,
		});
	});
});

describe('an answer of another kind', () => {
	test('of the service: its status and words', () => {
		expect(unexpectedText(facts('getJob', status(418, { message: 'A teapot' })))).toEqual({
			message: 'The service answered 418 while asking for the job: A teapot',
			description: `The interface of the service has no such answer here. ${CHECK_BASE_URL}`,
		});
	});

	test('404 to a first call: the service is elsewhere', () => {
		expect(unexpectedText(facts('getAccount', status(404, { message: 'No route' })))).toEqual({
			message: 'api.example answered 404 while reading the account: No route',
			description:
				'The service is not at this Base URL. Use its address in the credential, without any path.',
		});
		expect(unexpectedText(facts('createUpload', status(404))).message).toMatch(/^api\.example /);
		expect(unexpectedText(facts('createUpload', status(405))).message).toMatch(/^The service /);
		expect(unexpectedText(facts('submitJob', status(404))).message).toMatch(/^The service /);
		expect(unexpectedText(facts('store', status(404))).message).toMatch(/^The storage at/);
	});

	test('of storage: the server and its code', () => {
		expect(unexpectedText(facts('download', status(403, { type: 'AccessDenied' })))).toEqual({
			message:
				'The storage at s3.example answered 403 AccessDenied while downloading the tagged PDF',
			description: LATER,
		});
	});

	test('redirects: where to, and that the key stays here', () => {
		const redirect = (statusCode: number, redirectTo?: string) =>
			unexpectedText(facts('getJob', status(statusCode, { redirectTo })));
		expect(redirect(302, 'https://login.example')).toEqual({
			message: 'api.example redirects to https://login.example',
			description: `The API key is not sent there. ${CHECK_BASE_URL}`,
		});
		expect(redirect(300).message).toBe('api.example redirects to another address');
		expect(redirect(399).message).toBe('api.example redirects to another address');
		expect(redirect(400).message).toMatch(/^The service answered 400/);
		expect(redirect(299).message).toMatch(/^The service answered 299/);
	});

	test('says how to get on even where no answer is known', () => {
		expect(unexpectedText({ request: 'getJob' }).description).toContain(CHECK_BASE_URL);
	});

	test('a redirect of storage is an answer of storage', () => {
		expect(unexpectedText(facts('store', status(307))).message).toMatch(
			/^The storage at s3\.example answered 307/,
		);
	});

	test('an address that is not used: which, why, and that nothing was sent there', () => {
		const failure: Failure = {
			kind: 'address',
			field: 'result_url',
			reason: 'is no http(s) address',
		};
		expect(unexpectedText(facts('getResult', failure))).toEqual({
			message:
				'The service names an address that is not used: its result_url is no http(s) address',
			description:
				'Nothing was sent to that address. Show this message to the support of the service.',
		});
	});

	test('what cannot be read: why, and who may have answered', () => {
		const failure: Failure = { kind: 'unreadable', reason: 'a web page came back' };
		expect(unexpectedText(facts('getJob', failure))).toEqual({
			message: 'The answer could not be used while asking for the job: a web page came back',
			description: `api.example answered, but not as the Document Tagging Service does. ${CHECK_BASE_URL} If it is right, a proxy in between may have answered instead; try again later.`,
		});
		expect(unexpectedText(facts('download', failure)).description).toBe(
			's3.example is the storage that the service names, but something else may have answered, such as a proxy in between. Try again later.',
		);
	});
});
