import { decode, type DecodeBudget } from '../../../../pdf/streams/filters';
import { makeDictionary } from '../dictionaries';

export const NO_LIMIT: DecodeBudget = { maxBytes: 2 ** 24, spend: () => true };

/** The output, and whether it is complete. The data come in parts of this size. */
export function decoded(
	dictionary: string,
	data: Buffer | string,
	budget = NO_LIMIT,
	partBytes = 7,
) {
	const bytes = Buffer.from(data as string, 'latin1');
	const parts: Buffer[] = [];
	for (let at = 0; at < bytes.length; at += partBytes) {
		parts.push(bytes.subarray(at, at + partBytes));
	}
	const output: Buffer[] = [];
	const pieces = decode(makeDictionary(dictionary), parts, budget);
	for (;;) {
		const next = pieces.next();
		// A piece is valid until the next one.
		if (next.done !== true) output.push(Buffer.from(next.value));
		else return [Buffer.concat(output).toString('latin1'), next.value];
	}
}
