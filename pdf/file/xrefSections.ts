import { isDigit, isWhiteSpace } from '../syntax/characters';
import { isCount, type Dictionary } from '../syntax/objects';
import type { Turns } from '../turns';
import type { ByteInput } from './byteInput';
import { FREE, toStreamPlace, type Place, type Section, type XrefEntries } from './crossReference';

const IN_USE_CODE = 0x6e;
const FREE_CODE = 0x66;
const NEXT_WORD = 'trailer';

/**
 * Reads a cross-reference table (ISO 32000-1, 7.5.4), up to its trailer.
 *
 * @returns the rows of its entries, as in {@link Section}; undefined if it is damaged or has too many entries
 */
export async function readTable(input: ByteInput, entries: XrefEntries) {
	const table = new Table(entries);
	while (!table.read(input) && !input.isAll) await input.receiveMore();
	await input.require(NEXT_WORD.length);
	if (!input.isAll || input.bytesLeft > 0) {
		table.isIntact &&= input.peek(NEXT_WORD.length).toString('latin1') === NEXT_WORD;
	}
	return table.isIntact ? { start: table.start, end: entries.length } : undefined;
}

/** Reads the table byte by byte, because it may have millions of entries. */
class Table {
	isIntact = true;
	readonly start: number;
	/** Complete numbers of the heading or entry that is being read. */
	private numbers: number[] = [];
	/** Value so far of the number that is being read; -1 between numbers. */
	private digits = -1;
	private nextNumber = 0;
	private entriesLeft = 0;

	constructor(private readonly entries: XrefEntries) {
		this.start = entries.length;
	}

	/** @returns whether the table has ended or is damaged; false if it may continue in further bytes */
	read(input: ByteInput): boolean {
		const { bytes } = input;
		for (; input.at < bytes.length; input.at += 1) {
			if (this.numbers.length > 2) {
				this.isIntact = false;
				return true;
			}
			const code = bytes[input.at] ?? 0;
			if (isDigit(code)) this.digits = Math.max(0, this.digits) * 10 + code - 0x30;
			else if (isWhiteSpace(code)) this.endNumber();
			else if (!this.addEntry(code)) return true;
		}
		return false;
	}

	private endNumber(): void {
		if (this.digits < 0) return;
		this.numbers.push(this.digits);
		this.digits = -1;
		if (this.entriesLeft > 0 || this.numbers.length < 2) return;
		[this.nextNumber = 0, this.entriesLeft = 0] = this.numbers;
		this.numbers = [];
	}

	/**
	 * Adds the entry whose numbers were read.
	 *
	 * @param code the character after them: `n` or `f` in an entry
	 * @returns false if this is not an entry, so that the table ends before it
	 */
	private addEntry(code: number): boolean {
		const [place = 0] = this.numbers;
		const isEntry = this.numbers.length === 2 && (code === IN_USE_CODE || code === FREE_CODE);
		if (!isEntry) {
			this.isIntact &&= this.numbers.length === 0 && this.digits < 0;
			return false;
		}
		const isAdded = this.entries.add(this.nextNumber, code === IN_USE_CODE ? place : FREE);
		this.isIntact &&= isAdded;
		this.nextNumber += 1;
		this.entriesLeft -= 1;
		this.numbers = [];
		return true;
	}
}

/**
 * Reads the decoded data of a cross-reference stream (ISO 32000-1, 7.5.8).
 *
 * @param trailer the stream's dictionary
 * @returns undefined if it is damaged or has too many entries
 */
export async function readXrefStream(
	trailer: Dictionary,
	data: Buffer,
	entries: XrefEntries,
	turns: Turns,
): Promise<Section | undefined> {
	const start = entries.length;
	const widths = [trailer.get('W') ?? null].flat();
	// For an invalid width, 99 makes an entry too long to be read.
	const [type = 0, second = 0, third = 0] = widths.map((width) => (isCount(width) ? width : 99));
	const width = type + second + third;
	const ranges = width > 0 && width < 32 ? readRanges(trailer) : undefined;
	let at = 0;
	let isIntact = ranges !== undefined;
	for (const [first, count] of ranges ?? []) {
		const entriesThere = Math.min(Math.floor((data.length - at) / width), count);
		isIntact &&= entriesThere === count;
		await turns.repeat(entriesThere, (index) => {
			const kind = type === 0 ? 1 : readField(data, at, type);
			const a = readField(data, at + type, second);
			const b = readField(data, at + type + second, third);
			isIntact = entries.add(first + index, toPlace(kind, a, b)) && isIntact;
			at += width;
		});
		if (!isIntact) break;
	}
	return isIntact ? { trailer, start, end: entries.length } : undefined;
}

/** Pairs of a first object number and a count, from Index or Size; undefined if they are not valid. */
function readRanges(trailer: Dictionary): Array<[number, number]> | undefined {
	const index = trailer.get('Index') ?? [0, trailer.get('Size') ?? 0];
	if (!Array.isArray(index) || !index.every(isCount)) return undefined;
	return Array.from({ length: index.length >> 1 }, (_, pair) => [
		index[2 * pair] ?? 0,
		index[2 * pair + 1] ?? 0,
	]);
}

function readField(data: Buffer, at: number, width: number): number {
	let value = 0;
	for (let index = 0; index < width; index += 1) value = value * 256 + (data[at + index] ?? 0);
	return value;
}

function toPlace(kind: number, a: number, b: number): Place {
	if (kind === 1) return a;
	return kind === 2 ? toStreamPlace(a, b) : FREE;
}
