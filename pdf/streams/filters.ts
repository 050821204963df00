import { isDictionary, Name, Reference, type Dictionary, type PdfObject } from '../syntax/objects';
import { decodeBase85, decodeHexadecimal } from './asciiFilters';
import { inflate } from './inflate';
import { decodeLzw } from './lzw';
import type { Pieces } from './pieces';
import { Predictor } from './predictor';
import { decodeRunLength } from './runLength';

/** Limits of decoding a stream. */
export interface DecodeBudget {
	/** Maximum number of output bytes of each filter of a stream. */
	maxBytes: number;
	/** Counts work as bytes of output. @returns false if the budget is used up */
	spend(bytes: number): boolean;
}

/** Maximum length of a piece that the first filter gets. */
const PIECE_BYTES = 16 * 1024;
/** Maximum number of filters of one stream. Writers use one or two. */
const MAX_FILTERS = 16;
/** Work of reading a byte of a filter's input, compared with that of a byte of its output. */
const INPUT_WORK = 2;
/** Work of making LZW's table. Even the smallest stream needs one, and a document may have very many streams. */
const LZW_SETUP_WORK = 16 * 1024;

/** Filters whose parameters may name a predictor (ISO 32000-1, Table 8). */
const PREDICTED = ['FlateDecode', 'LZWDecode'];

/** The names of a stream's filters (ISO 32000-1, Table 5); undefined if one is not a name, or there are too many. */
export function readFilters(dictionary: Dictionary): string[] | undefined {
	const names = [dictionary.get('Filter') ?? []].flat();
	const known = names.filter((name) => name instanceof Name).map(({ name }) => name);
	return known.length === names.length && known.length <= MAX_FILTERS ? known : undefined;
}

/**
 * Applies a stream's filters (7.4) to its data. Memory does not depend on the length of the output. The output is not
 * complete if the data are damaged, a filter is not supported, or the budget is used up.
 */
export function* decode(
	dictionary: Dictionary,
	data: Iterable<Buffer>,
	budget: DecodeBudget,
): Pieces {
	const filters = readFilters(dictionary);
	if (!filters || budget.maxBytes === 0) return false;
	const parameters = [dictionary.get('DecodeParms') ?? null].flat();
	let pieces = slice(data);
	for (const [index, filter] of filters.entries()) {
		pieces = applyFilter(filter, pieces, parameters[index], budget);
	}
	return yield* pieces;
}

function* slice(data: Iterable<Buffer>): Pieces {
	for (const part of data) {
		for (let at = 0; at < part.length; at += PIECE_BYTES) {
			yield part.subarray(at, at + PIECE_BYTES);
		}
	}
	return true;
}

/** Applies a filter within the limits, and undoes its predictor. */
function* applyFilter(
	filter: string,
	input: Pieces,
	given: PdfObject | undefined,
	budget: DecodeBudget,
): Pieces {
	// Objects are not known yet while streams are read, so neither are the values of references.
	if (hasReference(given)) return false;
	const parameters = isDictionary(given) ? given : undefined;
	const predictor = PREDICTED.includes(filter) ? Predictor.create(parameters) : null;
	const setupWork = filter === 'LZWDecode' ? LZW_SETUP_WORK : 0;
	const pieces = startFilter(filter, countInput(input, budget), parameters, budget);
	let length = 0;
	try {
		if (!budget.spend(setupWork + (predictor?.setupBytes ?? 0))) return false;
		if (predictor === undefined || !pieces) return false;
		let next = pieces.next();
		for (; next.done !== true; next = pieces.next()) {
			length += next.value.length;
			if (length > budget.maxBytes || !budget.spend(next.value.length)) return false;
			yield predictor ? predictor.push(next.value) : next.value;
		}
		return next.value;
	} finally {
		pieces?.return(false);
		predictor?.end();
	}
}

/** Whether a filter's parameters, or one of them, are in another object. */
function hasReference(parameters: PdfObject | undefined): boolean {
	if (!isDictionary(parameters)) return parameters instanceof Reference;
	return [...parameters.values()].some((value) => value instanceof Reference);
}

/** Counts the work of reading the input. When the budget is used up, the input ends as if it were cut off. */
function* countInput(input: Pieces, budget: DecodeBudget): Pieces {
	try {
		let next = input.next();
		for (; next.done !== true; next = input.next()) {
			if (!budget.spend(INPUT_WORK * next.value.length)) return false;
			yield next.value;
		}
		return next.value;
	} finally {
		input.return(false);
	}
}

/** Undefined for a filter that is not supported: those of images, BrotliDecode and unknown ones. */
function startFilter(
	filter: string,
	input: Pieces,
	parameters: Dictionary | undefined,
	budget: DecodeBudget,
): Pieces | undefined {
	switch (filter) {
		// The data are already decrypted.
		case 'Crypt':
			return input;
		case 'FlateDecode':
			return inflate(input, (bytes) => budget.spend(bytes));
		case 'LZWDecode':
			return decodeLzw(input, parameters?.get('EarlyChange') !== 0);
		case 'RunLengthDecode':
			return decodeRunLength(input);
		case 'ASCIIHexDecode':
			return decodeHexadecimal(input);
		case 'ASCII85Decode':
			return decodeBase85(input);
		default:
			return undefined;
	}
}
