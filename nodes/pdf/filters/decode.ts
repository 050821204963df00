import { isDictionary, Name, type Dictionary, type PdfObject } from '../syntax';
import { ascii85Decode, asciiHexDecode } from './ascii';
import type { Decoded } from './decoded';
import { inflate } from './inflate';
import { lzwDecode } from './lzw';
import { runLengthDecode } from './runLength';
import { Predictor } from './predictor';

/** Limits of decoding. */
export interface DecodeBudget {
	/** Most bytes of one stream. */
	most: number;
	/** Most input or output bytes of a filter that runs in one step. */
	atOnce: number;
	/** Counts bytes. @returns whether they may be decoded */
	spend(bytes: number): boolean;
}

const LONG_NAMES = new Map([
	['Fl', 'FlateDecode'],
	['LZW', 'LZWDecode'],
	['A85', 'ASCII85Decode'],
	['AHx', 'ASCIIHexDecode'],
	['RL', 'RunLengthDecode'],
]);

/** The filters of a stream (ISO 32000-1, Table 5), by their long names; undefined if unclear. */
export function filtersOf(dictionary: Dictionary): string[] | undefined {
	const filter = dictionary.get('Filter') ?? dictionary.get('F') ?? [];
	const names = [filter].flat().map((name) => (name instanceof Name ? name.name : undefined));
	return names.every((name) => name !== undefined)
		? names.map((name) => LONG_NAMES.get(name) ?? name)
		: undefined;
}

/**
 * Applies a stream's filters to its data, piece by piece.
 *
 * @returns whether the output is complete
 */
export async function* decode(
	dictionary: Dictionary,
	data: Buffer,
	budget: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	const filters = filtersOf(dictionary);
	const last = filters?.at(-1);
	if (!filters || budget.most === 0) return false;
	const parameters = [dictionary.get('DecodeParms') ?? dictionary.get('DP') ?? null].flat();
	let content = data;
	let whole = true;
	for (const [index, filter] of filters.slice(0, -1).entries()) {
		const pieces = apply(filter, content, parameters[index], budget);
		const collected = await collect(pieces);
		content = collected.content;
		whole &&= collected.whole;
	}
	if (last === undefined) return yield* bounded(inOnePiece({ content, whole: true }), budget);
	return (yield* apply(last, content, parameters[filters.length - 1], budget)) && whole;
}

export async function collect(pieces: AsyncGenerator<Buffer, boolean>): Promise<Decoded> {
	const parts: Buffer[] = [];
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return { content: Buffer.concat(parts), whole: next.value };
		parts.push(next.value);
	}
}

async function* apply(
	filter: string,
	data: Buffer,
	parameters: PdfObject | undefined,
	budget: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	const own = isDictionary(parameters) ? parameters : undefined;
	const isFlate = filter === 'FlateDecode';
	const pieces = bounded(isFlate ? inflate(data) : decodeWhole(filter, data, own, budget), budget);
	const predictor = isFlate || filter === 'LZWDecode' ? Predictor.of(own, budget.most) : null;
	if (predictor === undefined) return false;
	return yield* predictor ? unpredicted(pieces, predictor) : pieces;
}

/** Runs filters for which decoding in pieces is not worth the effort. */
async function* decodeWhole(
	filter: string,
	data: Buffer,
	parameters: Dictionary | undefined,
	{ atOnce }: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	if (filter === 'Crypt') return yield* inOnePiece({ content: data, whole: true });
	if (data.length > atOnce) return false;
	switch (filter) {
		case 'LZWDecode': {
			const early = parameters?.get('EarlyChange') !== 0;
			return yield* inOnePiece(lzwDecode(data, early, atOnce));
		}
		case 'ASCIIHexDecode':
			return yield* inOnePiece(asciiHexDecode(data));
		case 'ASCII85Decode':
			return yield* inOnePiece(ascii85Decode(data));
		case 'RunLengthDecode':
			return yield* inOnePiece(runLengthDecode(data, atOnce));
		default:
			return false;
	}
}

async function* inOnePiece({ content, whole }: Decoded): AsyncGenerator<Buffer, boolean> {
	yield content;
	return await Promise.resolve(whole);
}

async function* unpredicted(
	pieces: AsyncGenerator<Buffer, boolean>,
	predictor: Predictor,
): AsyncGenerator<Buffer, boolean> {
	try {
		for (;;) {
			const next = await pieces.next();
			yield next.done === true ? predictor.end() : predictor.push(next.value);
			if (next.done === true) return next.value;
		}
	} finally {
		await pieces.return(false);
	}
}

async function* bounded(
	pieces: AsyncGenerator<Buffer, boolean>,
	budget: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	let length = 0;
	try {
		for (;;) {
			const next = await pieces.next();
			if (next.done === true) return next.value;
			length += next.value.length;
			if (length > budget.most || !budget.spend(next.value.length)) return false;
			yield next.value;
		}
	} finally {
		await pieces.return(false);
	}
}
