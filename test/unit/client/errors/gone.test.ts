import {
	isGone,
	createStatusFailure,
	TagPdfError,
	type Failure,
	type RequestName,
} from '../../../../nodes/client/errors';
import { requestFacts } from '../../support/failureOf';

const SERVICE_ERROR = JSON.stringify({ error: { type: 'not_found', message: 'No such job' } });
const HTML = '<html><body>Not found</body></html>';
const NO_SUCH_KEY = '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>';
const ACCESS_DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>';

/** A request with this answer. */
function failed(request: RequestName | undefined, statusCode: number, body: string): TagPdfError {
	const failure: Failure = createStatusFailure({ statusCode, headers: {}, body }, (text) => text);
	return new TagPdfError('NOT_COMPLETED', { request, failure });
}

test.each<[RequestName | undefined, number, string, boolean]>([
	['getJob', 404, SERVICE_ERROR, true],
	['getJob', 410, SERVICE_ERROR, true],
	['getResult', 404, SERVICE_ERROR, true],
	['getResult', 410, SERVICE_ERROR, true],
	['download', 404, NO_SUCH_KEY, true],
	['download', 410, NO_SUCH_KEY, true],
	// Answers of a proxy, a DNS filter or another host.
	['getJob', 404, HTML, false],
	['getJob', 410, '', false],
	['getJob', 404, '{}', false],
	['getJob', 404, '{"error":"not found"}', false],
	['getJob', 404, '{"error":{"message":"not found"}}', false],
	['getJob', 404, NO_SUCH_KEY, false],
	['getResult', 404, HTML, false],
	['download', 404, HTML, false],
	['download', 410, HTML, false],
	['download', 404, SERVICE_ERROR, false],
	['download', 404, ACCESS_DENIED, false],
	['download', 403, NO_SUCH_KEY, false],
	['getResult', 409, SERVICE_ERROR, false],
	['getJob', 500, SERVICE_ERROR, false],
	['submitJob', 404, SERVICE_ERROR, false],
	['store', 404, NO_SUCH_KEY, false],
	['fetchSource', 404, SERVICE_ERROR, false],
	[undefined, 404, SERVICE_ERROR, false],
])('%p answered with %p and %j: gone is %p', (request, statusCode, body, gone) => {
	expect(isGone(failed(request, statusCode, body))).toBe(gone);
});

test('a missing answer does not mean gone', () => {
	const failure = { kind: 'network', code: '404' } as const;
	expect(isGone(new TagPdfError('UNREACHABLE', requestFacts({ failure })))).toBe(false);
	expect(isGone(new Error('404'))).toBe(false);
	expect(isGone(undefined)).toBe(false);
});
