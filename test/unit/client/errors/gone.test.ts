import { isGone, TagPdfError, type RequestName } from '../../../../nodes/client/errors';

const failed = (request: RequestName | undefined, statusCode: number) =>
	new TagPdfError('NOT_FOUND', { request, failure: { kind: 'status', statusCode } });

test.each<[RequestName | undefined, number, boolean]>([
	['getJob', 404, true],
	['getJob', 410, true],
	['getResult', 404, true],
	['getResult', 410, true],
	['download', 404, true],
	['download', 410, true],
	['getResult', 409, false],
	['download', 403, false],
	['getJob', 500, false],
	['submitJob', 404, false],
	['fetchSource', 404, false],
	[undefined, 404, false],
])('%p answered with %p: gone is %p', (request, statusCode, gone) => {
	expect(isGone(failed(request, statusCode))).toBe(gone);
});

test('what is no answer says nothing', () => {
	const failure = { kind: 'network', code: '404' } as const;
	expect(isGone(new TagPdfError('UNREACHABLE', { request: 'getJob', failure }))).toBe(false);
	expect(isGone(new Error('404'))).toBe(false);
	expect(isGone(undefined)).toBe(false);
});
