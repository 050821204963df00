import { isDictionary, Name, type Dictionary, type PdfObject } from '../syntax';
import { decodeAscii85, decodeAsciiHex } from './ascii';
import type { Decoded } from './decoded';
import { inflate } from './inflate';
import { decodeLzw } from './lzw';
import { decodeRunLength } from './runLength';
import { Predictor } from './predictor';

/** Limits of decoding. */
export interface DecodeBudget {
	/** Maximum number of bytes of one stream. */
	maxBytes: number;
	/** Maximum number of input or output bytes of a filter that runs in one step. */
	maxSingleStepBytes: number;
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
export function readFilters(dictionary: Dictionary): string[] | undefined {
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
	const filters = readFilters(dictionary);
	const last = filters?.at(-1);
	if (!filters || budget.maxBytes === 0) return false;
	const parameters = [dictionary.get('DecodeParms') ?? dictionary.get('DP') ?? null].flat();
	let content = data;
	let isComplete = true;
	for (const [index, filter] of filters.slice(0, -1).entries()) {
		const pieces = applyFilter(filter, content, parameters[index], budget);
		const collected = await collect(pieces);
		content = collected.content;
		isComplete &&= collected.isComplete;
	}
	if (last === undefined)
		return yield* limitOutput(yieldWhole({ content, isComplete: true }), budget);
	return (yield* applyFilter(last, content, parameters[filters.length - 1], budget)) && isComplete;
}

export async function collect(pieces: AsyncGenerator<Buffer, boolean>): Promise<Decoded> {
	const parts: Buffer[] = [];
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return { content: Buffer.concat(parts), isComplete: next.value };
		parts.push(next.value);
	}
}

async function* applyFilter(
	filter: string,
	data: Buffer,
	parameters: PdfObject | undefined,
	budget: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	const own = isDictionary(parameters) ? parameters : undefined;
	const isFlate = filter === 'FlateDecode';
	const pieces = limitOutput(
		isFlate ? inflate(data) : decodeInOneStep(filter, data, own, budget),
		budget,
	);
	const predictor =
		isFlate || filter === 'LZWDecode' ? Predictor.create(own, budget.maxBytes) : null;
	if (predictor === undefined) return false;
	return yield* predictor ? undoPredictor(pieces, predictor) : pieces;
}

/** Runs filters for which decoding in pieces is not worth the effort. */
async function* decodeInOneStep(
	filter: string,
	data: Buffer,
	parameters: Dictionary | undefined,
	{ maxSingleStepBytes }: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	if (filter === 'Crypt') return yield* yieldWhole({ content: data, isComplete: true });
	if (data.length > maxSingleStepBytes) return false;
	switch (filter) {
		case 'LZWDecode': {
			const early = parameters?.get('EarlyChange') !== 0;
			return yield* yieldWhole(decodeLzw(data, early, maxSingleStepBytes));
		}
		case 'ASCIIHexDecode':
			return yield* yieldWhole(decodeAsciiHex(data));
		case 'ASCII85Decode':
			return yield* yieldWhole(decodeAscii85(data));
		case 'RunLengthDecode':
			return yield* yieldWhole(decodeRunLength(data, maxSingleStepBytes));
		default:
			return false;
	}
}

async function* yieldWhole({ content, isComplete }: Decoded): AsyncGenerator<Buffer, boolean> {
	yield content;
	return await Promise.resolve(isComplete);
}

async function* undoPredictor(
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

async function* limitOutput(
	pieces: AsyncGenerator<Buffer, boolean>,
	budget: DecodeBudget,
): AsyncGenerator<Buffer, boolean> {
	let length = 0;
	try {
		for (;;) {
			const next = await pieces.next();
			if (next.done === true) return next.value;
			length += next.value.length;
			if (length > budget.maxBytes || !budget.spend(next.value.length)) return false;
			yield next.value;
		}
	} finally {
		await pieces.return(false);
	}
}
