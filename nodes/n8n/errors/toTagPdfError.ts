import { ExpressionError, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { TagPdfError, type ErrorFacts } from '../../client/errors';
import { InputError } from './inputError';

/**
 * Any rejection as one of the client's errors. What n8n itself says of a parameter or a credential
 * keeps n8n's words; what nobody foresaw says so and asks for a report.
 *
 * @param known what is known of the item: its document's name goes into each error, its job into
 * what nobody foresaw, since the others know of the job themselves
 */
export function toTagPdfError(error: unknown, known: ErrorFacts = {}): TagPdfError {
	const own = asTagPdfError(error, known);
	return known.fileName === undefined ? own : own.naming(known.fileName);
}

function asTagPdfError(error: unknown, known: ErrorFacts): TagPdfError {
	if (error instanceof TagPdfError) return error;
	if (
		error instanceof ExpressionError ||
		error instanceof NodeOperationError ||
		error instanceof NodeApiError
	) {
		const { message, description } = error;
		const text = { message, description: typeof description === 'string' ? description : '' };
		return new InputError(text, 'INVALID_INPUT', { cause: error });
	}
	return new TagPdfError('UNFORESEEN', known, { cause: error });
}
