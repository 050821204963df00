import { decodeHexadecimal } from './lexer';
import { isDictionary, Name, type Dictionary, type PdfObject } from './objects';
import { Predictor } from './predictor';

/** Limits of decoding. */
export interface DecodeBudget {
	/** Maximum number of output bytes of each filter of a stream. */
	maxBytes: number;
	/** Counts bytes. @returns whether they may be decoded */
	spend(bytes: number): boolean;
	/** Called before each piece of output. */
	pause(): Promise<void>;
}

/** Output of filters, piece by piece. The generator returns whether the output is complete. */
export type Pieces = AsyncGenerator<Buffer, boolean>;

/** Filters that change nothing: data were decrypted before. */
const UNCHANGED = 'Crypt';
/** Bytes of data that a filter gets at once. */
const PIECE_BYTES = 16 * 1024;
/** Filters of one stream. Writers use one or two. */
const MAX_FILTERS = 16;

/** The names of a stream's filters (ISO 32000-1, Table 5); undefined if unclear or too many. */
export function readFilters(dictionary: Dictionary): string[] | undefined {
	const names = [dictionary.get('Filter') ?? []].flat();
	const known = names.filter((name) => name instanceof Name).map(({ name }) => name);
	return known.length === names.length && known.length <= MAX_FILTERS ? known : undefined;
}

/** Applies a stream's filters (7.4) to its data. Memory does not depend on the length of the output. */
export async function* decode(dictionary: Dictionary, data: Buffer, budget: DecodeBudget): Pieces {
	const filters = readFilters(dictionary);
	if (!filters || budget.maxBytes === 0) return false;
	// Some writers give an empty stream a filter.
	if (data.length === 0) return true;
	const parameters = [dictionary.get('DecodeParms') ?? null].flat();
	let pieces = slice(data);
	for (const [index, filter] of filters.entries()) {
		pieces = applyFilter(filter, pieces, parameters[index], budget);
	}
	for (;;) {
		const next = await pieces.next();
		await budget.pause();
		if (next.done === true) return next.value;
		yield next.value;
	}
}

/** @returns all output, and whether it is complete */
export async function collect(pieces: Pieces): Promise<{ content: Buffer; isComplete: boolean }> {
	const parts: Buffer[] = [];
	for (;;) {
		const next = await pieces.next();
		if (next.done === true) return { content: Buffer.concat(parts), isComplete: next.value };
		parts.push(next.value);
	}
}

async function* slice(data: Buffer): Pieces {
	for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
	return await Promise.resolve(true);
}

/** Applies a filter within the limits, and undoes its predictor. */
async function* applyFilter(
	filter: string,
	input: Pieces,
	given: PdfObject | undefined,
	budget: DecodeBudget,
): Pieces {
	const parameters = isDictionary(given) ? given : undefined;
	const predictor = filter === 'FlateDecode' ? Predictor.create(parameters) : null;
	const pieces = startFilter(filter, input);
	if (predictor === undefined || !pieces) return false;
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

/** Undefined for a filter that no known writer uses for content. */
function startFilter(filter: string, input: Pieces): Pieces | undefined {
	if (filter === UNCHANGED) return input;
	if (filter === 'FlateDecode') return inflate(input);
	if (filter === 'ASCIIHexDecode') return decodeDigits(input, HEXADECIMAL);
	return filter === 'ASCII85Decode' ? decodeDigits(input, BASE_85) : undefined;
}

/**
 * FlateDecode (7.4.4). It stops at damage, or at bytes after the end, which Node.js refuses from version 22
 * on. The output until then is valid.
 *
 * A caller that stops early leaves the stream to the garbage collector. `cancel` would close it while
 * Inflate still has output, and Node.js 20 to 24 end the process with ERR_INVALID_STATE then.
 */
async function* inflate(input: Pieces): Pieces {
	const { readable, writable } = new DecompressionStream('deflate');
	const writer = writable.getWriter();
	// The reading side reports errors.
	const write = async () => {
		for (;;) {
			const next = await input.next();
			if (next.done === true) break;
			await writer.write(next.value);
		}
		await writer.close();
	};
	write().catch(() => {});
	const reader = readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
	for (;;) {
		const next = await reader.read().catch(() => undefined);
		if (!next) return false;
		if (next.done) return true;
		const { buffer, byteOffset, byteLength } = next.value;
		yield Buffer.from(buffer, byteOffset, byteLength);
	}
}

/** A filter whose data are text: groups of digits, with white-space anywhere, up to an end. */
interface TextEncoding {
	end: string;
	groupDigits: number;
	notDigits: RegExp;
	/** A letter that stands for a group of zeros. */
	zeros?: string;
	decode(digits: string): Buffer;
}

/** ASCIIHexDecode (7.4.2). */
const HEXADECIMAL: TextEncoding = {
	end: '>',
	groupDigits: 2,
	notDigits: /[^0-9a-f]/i,
	decode: (digits) => decodeHexadecimal(Buffer.from(digits, 'latin1')),
};

/** ASCII85Decode (7.4.3): five digits are four bytes. */
const BASE_85: TextEncoding = {
	end: '~',
	groupDigits: 5,
	notDigits: /[^!-u]/,
	zeros: 'z',
	decode(digits) {
		const groups = Math.ceil(digits.length / 5);
		const padded = digits.padEnd(5 * groups, 'u');
		const decoded = Buffer.alloc(4 * groups);
		for (let group = 0; group < groups; group += 1) {
			let value = 0;
			for (let at = 5 * group; at < 5 * group + 5; at += 1) {
				value = value * 85 + padded.charCodeAt(at) - 0x21;
			}
			decoded.writeUInt32BE(value >>> 0, 4 * group);
		}
		return decoded.subarray(0, decoded.length - (padded.length - digits.length));
	},
};

async function* decodeDigits(input: Pieces, encoding: TextEncoding): Pieces {
	const { end, groupDigits, notDigits, zeros } = encoding;
	let rest = '';
	let isDamaged = false;
	for await (const piece of input) {
		const text = piece.toString('latin1').replace(/[\0\t\n\f\r ]+/g, '');
		rest += zeros === undefined ? text : text.replaceAll(zeros, '!'.repeat(groupDigits));
		const endAt = rest.indexOf(end);
		const length = endAt < 0 ? rest.length - (rest.length % groupDigits) : endAt;
		const digits = rest.slice(0, length);
		rest = rest.slice(length);
		isDamaged ||= notDigits.test(digits);
		yield encoding.decode(digits);
		if (endAt >= 0) return !isDamaged;
	}
	return false;
}
