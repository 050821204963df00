import { isCount, Lexer, type Dictionary } from '../syntax';

export interface Compressed {
	number: number;
	bytes: Buffer;
}

/**
 * The objects in the decoded data of an object stream (ISO 32000-1, 7.5.7).
 *
 * @returns undefined when its heading cannot be read
 */
export function objectsIn(dictionary: Dictionary, data: Buffer): Compressed[] | undefined {
	const count = dictionary.get('N');
	const first = dictionary.get('First');
	if (!isCount(count) || !isCount(first) || first > data.length) return undefined;
	const lexer = new Lexer(data.subarray(0, first));
	const starts: Array<[number: number, start: number]> = [];
	while (starts.length < count) {
		const number = lexer.next();
		const start = lexer.next();
		if (!isCount(number) || !isCount(start)) return undefined;
		starts.push([number, first + start]);
	}
	// Their order need not be that of their numbers.
	const ends = [...starts.map(([, start]) => start), data.length].sort((a, b) => a - b);
	const nextStart = new Map(ends.map((start, index) => [start, ends[index + 1] ?? data.length]));
	return starts.map(([number, start]) => ({
		number,
		bytes: data.subarray(start, nextStart.get(start)),
	}));
}
