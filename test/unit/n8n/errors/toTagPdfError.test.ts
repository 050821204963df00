import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { TagPdfError } from '../../../../nodes/client/errors';
import { describe as describeError, InputError, toTagPdfError } from '../../../../nodes/n8n/errors';
import { FakeExecution } from '../../support/fakeExecution';

const { node } = new FakeExecution();
const known = { jobId: 'job_7', jobExists: true };

test("one of the client's errors stays as it is", () => {
	const error = new TagPdfError('TOO_LARGE');
	expect(toTagPdfError(error, known)).toBe(error);
	const input = new InputError({ message: 'Job ID is empty', description: 'Enter one.' });
	expect(toTagPdfError(input)).toBe(input);
});

test('each names its own document, where that is known', () => {
	const error = toTagPdfError(new TagPdfError('TOO_LARGE'), { fileName: 'a.pdf' });
	expect(error).toMatchObject({ code: 'TOO_LARGE', facts: { fileName: 'a.pdf' } });
});

describe("what n8n says of a parameter or credential keeps n8n's words", () => {
	const description = 'Check the spelling';
	const said: Array<[string, Error]> = [
		['ExpressionError', new ExpressionError('Referenced node is unexecuted', { description })],
		['NodeOperationError', new NodeOperationError(node, 'No such field', { description })],
		[
			'NodeApiError',
			new NodeApiError(node, { message: 'x' }, { message: 'Credential is gone', description }),
		],
	];
	test.each(said)('%s', (_name, error) => {
		const result = toTagPdfError(error, known);
		expect(result).toBeInstanceOf(InputError);
		expect(result.code).toBe('INVALID_INPUT');
		expect(result.cause).toBe(error);
		expect(result.facts).toEqual({});
		expect(describeError(result)).toEqual({ message: error.message, description });
	});

	test.each([undefined, null, { detail: 'no text' }])(
		'also when there are no more of them than a message: %p',
		(description) => {
			const message = 'Referenced node is unexecuted';
			const error = Object.assign(new ExpressionError(message), { description });
			const { text } = toTagPdfError(error) as InputError;
			expect(text).toEqual({ message, description: '' });
		},
	);
});

test.each([
	['an Error', new TypeError('x')],
	['a text', 'x'],
	['nothing', undefined],
])('%s that nobody foresaw is UNFORESEEN, with what is known of the job', (_what, thrown) => {
	const error = toTagPdfError(thrown, known);
	expect(error).toBeInstanceOf(TagPdfError);
	expect(error).toMatchObject({ code: 'UNFORESEEN', facts: known });
	expect(error.cause).toBe(thrown);
	expect(toTagPdfError(thrown).facts).toEqual({});
});
