import { isDictionary, Name, type Dictionary, type PdfObject } from '../syntax';
import { ascii85Decode, asciiHexDecode } from './ascii';
import { inflate } from './inflate';
import { lzwDecode } from './lzw';
import { runLengthDecode } from './runLength';
import { unpredict } from './predictor';

/** What can be spent on decoding; counted down by whoever decodes. */
export interface DecodeBudget {
	/** Most bytes of one stream. */
	most: number;
	/** @returns whether so many bytes more may be decoded */
	spend(bytes: number): boolean;
}

const LONG_NAMES = new Map([
	['Fl', 'FlateDecode'],
	['LZW', 'LZWDecode'],
	['A85', 'ASCII85Decode'],
	['AHx', 'ASCIIHexDecode'],
	['RL', 'RunLengthDecode'],
]);

/** The filters of a stream (ISO 32000-1, Table 5), by their long names; undefined when not clear. */
export function filtersOf(dictionary: Dictionary): string[] | undefined {
	const filter = dictionary.get('Filter') ?? dictionary.get('F') ?? [];
	const names = [filter].flat().map((name) => (name instanceof Name ? name.name : undefined));
	return names.every((name) => name !== undefined)
		? names.map((name) => LONG_NAMES.get(name) ?? name)
		: undefined;
}

/**
 * What a stream's data are after its filters, piece by piece.
 *
 * @returns whether all of it has come
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
	if (last === undefined) {
		if (!budget.spend(content.length)) return false;
		yield content;
		return true;
	}
	return (yield* apply(last, content, parameters[filters.length - 1], budget)) && whole;
}

export async function collect(
	pieces: AsyncGenerator<Buffer, boolean>,
): Promise<{ content: Buffer; whole: boolean }> {
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
	if (filter === 'FlateDecode' && (own?.get('Predictor') ?? 1) === 1) {
		return yield* bounded(inflate(data), budget);
	}
	const content = await decodeWhole(filter, data, own, budget);
	if (!content || !budget.spend(content.content.length)) return false;
	yield content.content;
	return content.whole && content.content.length < budget.most;
}

/** For filters that are not worth doing piece by piece; undefined for one that is not known here. */
async function decodeWhole(
	filter: string,
	data: Buffer,
	parameters: Dictionary | undefined,
	budget: DecodeBudget,
): Promise<{ content: Buffer; whole: boolean } | undefined> {
	switch (filter) {
		case 'FlateDecode': {
			const { content, whole } = await collect(bounded(inflate(data), budget));
			const undone = unpredict(content, parameters);
			return undone && { content: undone, whole };
		}
		case 'LZWDecode': {
			const early = parameters?.get('EarlyChange') !== 0;
			const undone = unpredict(lzwDecode(data, early, budget.most), parameters);
			return undone && { content: undone, whole: true };
		}
		case 'ASCIIHexDecode':
			return { content: asciiHexDecode(data), whole: true };
		case 'ASCII85Decode':
			return { content: ascii85Decode(data), whole: true };
		case 'RunLengthDecode':
			return { content: runLengthDecode(data, budget.most), whole: true };
		case 'Crypt':
			return { content: data, whole: true };
		default:
			return undefined;
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
