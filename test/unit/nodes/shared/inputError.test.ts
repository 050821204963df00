import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type Facts, TagPdfError } from '../../../../client/errors';
import { describeError, toTagPdfError } from '../../../../nodes/shared/nodeError';
import { InputError } from '../../../../nodes/shared/inputError';
import { requestFacts } from '../../support/failureOf';
import { FakeExecution } from '../../support/fakeExecution';

const { node } = new FakeExecution();
const known = { jobId: 'job_7', jobExists: true };
const credits = { needed: 2, left: 1, limit: 3 };

test('an error of the client keeps its code, facts and words', () => {
	const error = toTagPdfError(new TagPdfError('OVER_CREDIT_LIMIT', { credits }));
	expect(error).toMatchObject({ code: 'OVER_CREDIT_LIMIT', facts: { credits } });
	const words = { message: "'Job ID' is empty", fix: 'Enter one.' };
	expect(toTagPdfError(new InputError(words))).toMatchObject({
		...{ code: 'INVALID_INPUT', facts: {}, words },
	});
	const cause = new Error('no such file');
	const refused = new InputError(words, 'NOT_A_PDF', { cause });
	expect(toTagPdfError(refused)).toMatchObject({ code: 'NOT_A_PDF', cause });
});

test('each error names its own document', () => {
	const shared = new TagPdfError('OVER_CREDIT_LIMIT', { credits });
	expect(toTagPdfError(shared, { fileName: 'a.pdf' }).facts).toEqual({
		credits,
		fileName: 'a.pdf',
	});
	expect(shared.facts).toEqual({ credits });
});

describe('after an earlier try has paid for the document', () => {
	const source = requestFacts({ request: 'fetchSource', jobMayExist: false });

	test.each<Facts>([known, { jobMayExist: true, idempotencyKey: 'key', isOfExecution: true }])(
		'an error without a job mentions that job, also if it is a refusal: %j',
		(earlier) => {
			const error = toTagPdfError(new TagPdfError('SOURCE_UNAVAILABLE', source), earlier);
			expect(error.facts).toEqual({ ...source, ...earlier });
		},
	);

	test('an error keeps its own facts', () => {
		const own = { jobId: 'job_8', jobExists: true, jobStatus: 'failed' };
		const error = toTagPdfError(new TagPdfError('JOB_FAILED', own), known);
		expect(error.facts).toEqual(own);
	});
});

describe("what n8n says of a parameter or credential keeps n8n's words", () => {
	const description = 'Check the spelling';
	const saying = (said: unknown) =>
		Object.assign(new ExpressionError('Referenced node is unexecuted'), { description: said });
	test.each<[Error, fix: string]>([
		[saying(description), description],
		[new NodeOperationError(node, 'No such field', { description }), description],
		[new NodeApiError(node, { message: 'x' }, { message: 'Gone', description }), description],
		// There is only a message.
		[saying(undefined), ''],
		[saying(null), ''],
		[saying({ detail: 'no text' }), ''],
	])('words %#', (error, fix) => {
		const result = toTagPdfError(error, known);
		expect(result).toBeInstanceOf(InputError);
		const words = { message: error.message, fix };
		expect(result).toMatchObject({ code: 'INVALID_INPUT', facts: known, words });
		expect(result.cause).toBe(error);
	});

	test('an expression that n8n cannot parse is no bug of the node', () => {
		const error = toTagPdfError(new Error('invalid syntax'));
		expect(error).toMatchObject({ code: 'INVALID_INPUT' });
		expect(describeError(error)).toEqual({
			message: 'An expression has invalid syntax',
			description: 'No new charge was made. Correct the expression.',
		});
	});
});

test.each([
	['an Error', new TypeError('x')],
	['a text', 'x'],
	['nothing', undefined],
])(
	'an unexpected exception %s is INTERNAL_ERROR, with the known facts of the job',
	(_what, thrown) => {
		const error = toTagPdfError(thrown, known);
		expect(error).toBeInstanceOf(TagPdfError);
		expect(error).toMatchObject({ code: 'INTERNAL_ERROR', facts: known });
		expect(error.cause).toBe(thrown);
		expect(toTagPdfError(thrown).facts).toEqual({});
	},
);
