import { isDictionary, Name, type Dictionary, type PdfObject } from '../syntax';
import { inflate } from './inflate';
import { decodeInOneStep, UNCHANGED, type Decoded } from './oneStep';
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

/** Output of filters, piece by piece. The generator returns whether the output is complete. */
export type Pieces = AsyncGenerator<Buffer, boolean>;

/** Applies a stream's filters to its data. */
export async function* decode(dictionary: Dictionary, data: Buffer, budget: DecodeBudget): Pieces {
	const filters = readFilters(dictionary);
	if (!filters || budget.maxBytes === 0) return false;
	const parameters = [dictionary.get('DecodeParms') ?? dictionary.get('DP') ?? null].flat();
	let content = data;
	let isComplete = true;
	for (const [index, filter] of filters.slice(0, -1).entries()) {
		const decoded = await collect(applyFilter(filter, content, parameters[index], budget));
		content = decoded.content;
		isComplete &&= decoded.isComplete;
	}
	const last = filters.at(-1) ?? UNCHANGED;
	return (yield* applyFilter(last, content, parameters[filters.length - 1], budget)) && isComplete;
}

export async function collect(pieces: Pieces): Promise<Decoded> {
	const parts: Buffer[] = [];
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return { content: Buffer.concat(parts), isComplete: next.value };
		parts.push(next.value);
	}
}

/** Applies a filter within the limits, and undoes its predictor. */
async function* applyFilter(
	filter: string,
	data: Buffer,
	given: PdfObject | undefined,
	budget: DecodeBudget,
): Pieces {
	const parameters = isDictionary(given) ? given : undefined;
	const isPredicted = filter === 'FlateDecode' || filter === 'LZWDecode';
	const predictor = isPredicted ? Predictor.create(parameters, budget.maxBytes) : null;
	if (predictor === undefined) return false;
	const pieces =
		filter === 'FlateDecode'
			? inflate(data)
			: yieldWhole(decodeInOneStep(filter, data, parameters, budget.maxSingleStepBytes));
	let length = 0;
	let isComplete = false;
	for (;;) {
		const next = await pieces.next();
		isComplete = next.done === true && next.value;
		if (next.done === true) break;
		length += next.value.length;
		if (length > budget.maxBytes || !budget.spend(next.value.length)) break;
		yield predictor ? predictor.push(next.value) : next.value;
	}
	if (predictor) yield predictor.end();
	return isComplete;
}

async function* yieldWhole({ content, isComplete }: Decoded): Pieces {
	yield content;
	return await Promise.resolve(isComplete);
}
