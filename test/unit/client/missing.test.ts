import { TagPdfError } from '../../../client/errors';
import type { Failure } from '../../../client/failure';
import { PRODUCT_LIMITS } from '../../../client/limits';
import { chooseMissingTries, isDayOld, isGone, judgeMissing } from '../../../client/missing';

const MADE = '2026-03-01T12:00:00Z';
const GONE_AT = Date.parse('2026-03-02T12:00:00Z');

function missing(code: 'JOB_NOT_FOUND' | 'RESULT_GONE', statusCode = 404, jobExists = true) {
	const failure: Failure = { kind: 'status', statusCode };
	return new TagPdfError(code, { failure, jobExists });
}

test.each(['JOB_NOT_FOUND', 'RESULT_GONE'] as const)('%s may appear within a day', (code) => {
	const error = judgeMissing(missing(code), MADE, GONE_AT);
	expect(error).toMatchObject({
		code: 'NOT_FOUND_YET',
		facts: { goneAt: GONE_AT, jobExists: true },
	});
	expect(isGone(error)).toBe(false);
});

test('what may appear within a day keeps the reason of the error, if there is one', () => {
	const cause = new Error('of the request');
	const error = new TagPdfError('RESULT_GONE', { jobExists: true }, { cause });
	expect(judgeMissing(error, MADE, GONE_AT)).toMatchObject({ code: 'NOT_FOUND_YET', cause });
});

test.each(['JOB_NOT_FOUND', 'RESULT_GONE'] as const)('%s is gone after a day', (code) => {
	const error = judgeMissing(missing(code), MADE, GONE_AT + 1);
	expect(error).toMatchObject({ code, facts: { goneAt: GONE_AT } });
	expect(isGone(error)).toBe(true);
});

test('what the service has deleted keeps its code, and is not gone before a day is over', () => {
	const error = judgeMissing(missing('RESULT_GONE', 410), MADE, GONE_AT);
	expect(error).toMatchObject({ code: 'RESULT_GONE', facts: { goneAt: GONE_AT } });
	expect(isGone(error)).toBe(false);
});

test.each<[string, unknown, number | undefined]>([
	['a time of the job', 'once', GONE_AT + 1],
	['a time of the service', MADE, undefined],
])('without %s nothing is gone', (_what, createdAt, now) => {
	const error = missing('RESULT_GONE');
	expect(judgeMissing(error, createdAt, now)).toBe(error);
	expect(isGone(error)).toBe(false);
});

test.each([
	missing('JOB_NOT_FOUND', 404, false),
	new TagPdfError('UNREACHABLE', { jobExists: true }),
	new Error('JOB_NOT_FOUND'),
	undefined,
])('%p is no missing job', (error) => {
	expect(judgeMissing(error, MADE, GONE_AT + 1)).toBe(error);
	expect(isGone(error)).toBe(false);
});

test.each<[string, unknown, number | undefined, boolean, number | undefined]>([
	['is old', MADE, GONE_AT + 1, false, PRODUCT_LIMITS.retry.oldJobTries],
	['is old, but may have a successor', MADE, GONE_AT + 1, true, undefined],
	['is young', MADE, GONE_AT, false, undefined],
	['has no time', 'once', GONE_AT + 1, false, undefined],
	['is asked for without a time', MADE, undefined, false, undefined],
])('a job that %s is asked for as often as is right', (_what, createdAt, now, mayFollow, tries) => {
	expect(chooseMissingTries(PRODUCT_LIMITS.retry, createdAt, now, mayFollow)).toBe(tries);
	expect(isDayOld(createdAt, now)).toBe(now === GONE_AT + 1 && createdAt === MADE);
});
