import { TagPdfError } from '../../../../nodes/client/errors';
import { InputError } from '../../../../nodes/n8n/errors';

const text = { message: 'Job ID is empty', description: 'Enter the ID of a job.' };

test('is an error of the client with its own words', () => {
	const error = new InputError(text);
	expect(error).toBeInstanceOf(TagPdfError);
	expect(error).toMatchObject({ code: 'INVALID_INPUT', facts: {}, text });
});

test('keeps the code and the exception that it is given', () => {
	const cause = new Error('no such file');
	const error = new InputError(text, 'NOT_A_PDF', { cause });
	expect(error.code).toBe('NOT_A_PDF');
	expect(error.cause).toBe(cause);
});
