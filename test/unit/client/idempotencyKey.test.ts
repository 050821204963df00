import { computeIdempotencyKey } from '../../../client/idempotencyKey';
import type { JobOptions } from '../../../client/service';

const keyOf = (options: JobOptions, number = 1, owner?: string[]) =>
	computeIdempotencyKey({ digest: 'digest', options, owner }, number);

test('each choice of job options, each number and each execution has its key', () => {
	const choices = [{}, { ocr: true }, { embed_fonts: true }, { ocr: true, embed_fonts: true }];
	const keys = [
		...choices.map((options) => keyOf(options)),
		keyOf({}, 2),
		keyOf({}, 1, ['one']),
		keyOf({}, 1, ['two']),
	];
	expect(new Set(keys).size).toBe(7);
});

test('an option that is off is like a missing one', () => {
	expect(keyOf({ ocr: false, embed_fonts: false })).toBe(keyOf({}));
});

// Other keys would pay for each document once more after an update.
test('a key never changes', () => {
	expect(keyOf({ ocr: true }, 2)).toBe(
		'61ebbf1198b1cb9fac9f1d71b15e8451000729848960466c53d4e67b89143b8b',
	);
});
