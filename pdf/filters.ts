import { isWhiteSpace, parseHexDigit } from './lexer';
import { isDictionary, Name, type Dictionary, type PdfObject } from './objects';
import { Predictor } from './predictor';

/** Limits of decoding. */
export interface DecodeBudget {
	/** Maximum number of output bytes of each filter of a stream. */
	maxBytes: number;
	/** Counts bytes. @returns whether they may be decoded */
	spend(bytes: number): boolean;
}

/** Output of filters, piece by piece. The generator returns whether the output is complete. */
export type Pieces = AsyncGenerator<Buffer, boolean>;

/** Filters that change nothing: data were decrypted before. */
const UNCHANGED = 'Crypt';
/** Bytes of data that a filter gets at once. */
const PIECE_BYTES = 16 * 1024;

/** The names of a stream's filters (ISO 32000-1, Table 5); undefined if unclear. */
export function readFilters(dictionary: Dictionary): string[] | undefined {
	const names = [dictionary.get('Filter') ?? []].flat();
	const known = names.filter((name) => name instanceof Name).map(({ name }) => name);
	return known.length === names.length ? known : undefined;
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
	return yield* pieces;
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
	if (filter === 'ASCIIHexDecode') return applyTextFilter(new HexFilter(), input);
	return filter === 'ASCII85Decode' ? applyTextFilter(new Base85Filter(), input) : undefined;
}

/** A filter that ends before its input is complete. */
async function* applyTextFilter(filter: TextFilter, input: Pieces): Pieces {
	for (let next = await input.next(); next.done !== true; next = await input.next()) {
		yield filter.push(next.value);
		if (filter.isComplete) break;
	}
	yield filter.end();
	return filter.isComplete;
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

/** Decodes text piece by piece. */
interface TextFilter {
	push(piece: Buffer): Buffer;
	/** The rest of the output. */
	end(): Buffer;
	/** Whether the data had a proper end, without damage before it. */
	isComplete: boolean;
}

/** ASCIIHexDecode (ISO 32000-1, 7.4.2). Characters other than digits are skipped. */
class HexFilter implements TextFilter {
	isComplete = false;
	private isDamaged = false;
	private high = -1;

	push(piece: Buffer): Buffer {
		const decoded = Buffer.alloc((piece.length >> 1) + 1);
		let length = 0;
		for (const code of piece) {
			if (this.isComplete) break;
			const value = parseHexDigit(code);
			if (code === 0x3e) this.isComplete = !this.isDamaged;
			else if (value < 0) this.isDamaged ||= !isWhiteSpace(code);
			else if (this.high < 0) this.high = value;
			else {
				decoded[length] = this.high * 16 + value;
				length += 1;
				this.high = -1;
			}
		}
		return decoded.subarray(0, length);
	}

	/** A single last digit is followed by an implied 0. */
	end(): Buffer {
		return this.high < 0 ? Buffer.alloc(0) : Buffer.from([this.high * 16]);
	}
}

/** ASCII85Decode (ISO 32000-1, 7.4.3). */
class Base85Filter implements TextFilter {
	isComplete = false;
	private isDamaged = false;
	private value = 0;
	private digits = 0;

	push(piece: Buffer): Buffer {
		// A `z` stands for four bytes.
		const decoded = Buffer.alloc(4 * piece.length);
		let length = 0;
		for (const code of piece) {
			if (this.isComplete) break;
			if (isWhiteSpace(code)) continue;
			if (code === 0x7e) this.isComplete = !this.isDamaged && this.digits !== 1;
			else if (code === 0x7a && this.digits === 0) length += 4;
			else if (this.addDigit(code - 0x21)) {
				decoded.writeUInt32BE(this.value >>> 0, length);
				length += 4;
				this.value = 0;
			}
		}
		return decoded.subarray(0, length);
	}

	/** A single digit is not enough for a byte. */
	end(): Buffer {
		const { digits } = this;
		if (digits < 2) return Buffer.alloc(0);
		while (!this.addDigit(84));
		const decoded = Buffer.alloc(4);
		decoded.writeUInt32BE(this.value >>> 0);
		return decoded.subarray(0, digits - 1);
	}

	/** @returns whether four bytes are complete */
	private addDigit(digit: number): boolean {
		this.isDamaged ||= digit < 0 || digit > 84;
		this.value = this.value * 85 + digit;
		this.digits = (this.digits + 1) % 5;
		return this.digits === 0;
	}
}
