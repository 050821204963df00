import { findLineEnd, findWordEnd, isDigit, isRegular, isWhiteSpace } from '../syntax/characters';
import { decodeHexadecimal, decodeLiteral, findStringEnd } from '../syntax/strings';

/**
 * With this many characters or more, a page counts as a page with text, whatever else it shows. A scanner's footer,
 * a Bates stamp and a date together have fewer.
 */
export const ENOUGH_CHARACTERS = 120;
/** Pixels assumed for an image that does not say its size: it counts as an image, but not as a large one. */
export const UNKNOWN_PIXELS = 1000;

/** What a content stream shows. */
export interface Content {
	/**
	 * Number of characters other than blanks, at most {@link ENOUGH_CHARACTERS}. 0 if they are all the same character:
	 * it is often a blank with a code of its own.
	 */
	characters: number;
	/** Names of the XObjects that it paints, as written, each after a `/`. Empty if it has enough characters. */
	names: Buffer;
	hasInlineImage: boolean;
	/** Of all inline images together. */
	inlinePixels: number;
	/** Whether lines or areas are painted. */
	hasDrawing: boolean;
	/** Whether it was read to its end, or to enough characters. Otherwise it may show more. */
	isComplete: boolean;
}

type Action = 'showText' | 'paint' | 'paintObject' | 'beginImage' | 'beginImageData';

/** What operators do (ISO 32000-1, Annex A). The key is the operator's bytes as one number ({@link toCode}). */
const ACTIONS = new Map<number, Action>(
	Object.entries({
		Tj: 'showText',
		TJ: 'showText',
		"'": 'showText',
		'"': 'showText',
		S: 'paint',
		s: 'paint',
		f: 'paint',
		F: 'paint',
		'f*': 'paint',
		B: 'paint',
		'B*': 'paint',
		b: 'paint',
		'b*': 'paint',
		sh: 'paint',
		Do: 'paintObject',
		BI: 'beginImage',
		ID: 'beginImageData',
	} as const).map(([operator, action]) => [toCode(Buffer.from(operator)), action]),
);
const MAX_OPERATOR_BYTES = 3;
const END_IMAGE = 'EI';
/** Bytes after an `EI` that must be text. Otherwise the `EI` is a part of the image's data. */
const LOOK_AHEAD_BYTES = 16;
/** What ends an inline image's data, by the filter that encodes them as text. Other filters have no such mark. */
const DATA_ENDS = new Map([
	['AHx', '>'],
	['ASCIIHexDecode', '>'],
	['A85', '~'],
	['ASCII85Decode', '~'],
]);
/** How many `EI` the data of one inline image may contain. Four megabytes of random data contain it 64 times. */
const MAX_IMAGE_ENDS = 1000;
/** Longest string, name or comment that is read. Writers make one string for each line of text, or several. */
const MAX_TOKEN_BYTES = 64 * 1024;
/** Bytes of an image's width or height that are read. */
const MAX_NUMBER_BYTES = 16;
/** Bytes of the names of all painted objects together. A page of a few hundred images needs 2 kB. */
const MAX_NAMES_BYTES = 16 * 1024;
/** Work of reading a number or an operator, besides its bytes. */
const WORD_WORK_BYTES = 8;
/** Work of reading any other token, such as a string or a name, besides its bytes. */
const TOKEN_WORK_BYTES = 32;
const NOTHING = Buffer.alloc(0);

/** The characters of strings. */
interface Characters {
	count: number;
	/** The first character; -1 without any. */
	first: number;
	/** If they are all the same, the character is often a blank with a code of its own, so nothing counts. */
	areDifferent: boolean;
}
const NO_CHARACTERS: Characters = { count: 0, first: -1, areDifferent: false };

/**
 * Reads a content stream (7.8.2) piece by piece. It counts the characters of all strings that are shown. It keeps no
 * graphics state, so text that is clipped away or invisible counts as well, such as the text layer of OCR.
 */
export class ContentScan {
	/**
	 * Bytes from the first unfinished token on, in pieces. They are read again only when there are 1.5 times as
	 * many, so that a long token is not read too often.
	 */
	private pending: Buffer[] = [];
	private pendingBytes = 0;
	private wantedBytes = 0;
	/** The last name among the operands. */
	private name = '';
	/** In the strings among the operands, which are shown only if the operator says so. */
	private operands = NO_CHARACTERS;
	/** In all strings that are shown. */
	private shown = NO_CHARACTERS;
	private readonly names = new Set<string>();
	private namesBytes = 0;
	/** Whether the reading ended early: a token is too long, or there are too many names or `EI`, or too much work. */
	private isStopped = false;
	private hasInlineImage = false;
	private inlinePixels = 0;
	private hasDrawing = false;
	/** The part of an inline image that is being read; undefined outside of one. */
	private inImage?: 'dictionary' | 'data';
	private imageWidth?: number;
	private imageHeight?: number;
	private dataEnd?: string;
	/** How many `EI` in the image's data did not end them. */
	private imageEnds = 0;
	/** Place in the bytes up to which the end of the image's data was looked for, and not found. */
	private searchedTo = 0;
	/** Work of the tokens that were read since the last call of `spend`, besides their bytes. */
	private work = 0;

	/** @param spend counts work as bytes, and returns whether there may be more */
	constructor(private readonly spend: (bytes: number) => boolean) {}

	/** @param bytes need to be valid only during the call @returns whether the scan needs more */
	push(bytes: Buffer): boolean {
		if (this.pendingBytes + bytes.length < this.wantedBytes) {
			this.pending.push(Buffer.from(bytes));
			this.pendingBytes += bytes.length;
		} else {
			this.read(this.pendingBytes === 0 ? bytes : Buffer.concat([...this.pending, bytes]), false);
		}
		return !this.isStopped && !this.isEnough();
	}

	/** @param isAll whether all bytes of the stream were pushed, or `push` wanted no more */
	end(isAll: boolean): Content {
		if (!this.isStopped) this.read(Buffer.concat(this.pending), true);
		// Operands without an operator count, too: the operator may be at the start of the page's next stream.
		this.shown = combine(this.shown, this.operands);
		this.addName();
		const isEnough = this.isEnough();
		const { areDifferent, count } = this.shown;
		return {
			characters: areDifferent ? Math.min(count, ENOUGH_CHARACTERS) : 0,
			names: isEnough ? NOTHING : Buffer.from([...this.names].join(''), 'latin1'),
			hasInlineImage: this.hasInlineImage,
			inlinePixels: this.inlinePixels,
			hasDrawing: this.hasDrawing,
			isComplete: isEnough || (isAll && !this.isStopped),
		};
	}

	private isEnough(): boolean {
		return this.shown.areDifferent && this.shown.count >= ENOUGH_CHARACTERS;
	}

	private read(bytes: Buffer, isLast: boolean): void {
		let at = 0;
		for (;;) {
			while (isWhiteSpace(bytes[at])) at += 1;
			if (at === bytes.length) break;
			const isData = this.inImage === 'data';
			const end = isData ? this.findImageEnd(bytes, at, isLast) : this.findTokenEnd(bytes, at);
			this.isStopped ||= !isData && Math.min(end, bytes.length) - at > MAX_TOKEN_BYTES;
			if (this.isStopped) break;
			// The token may continue in the next piece.
			if (end >= bytes.length && !isLast) {
				// An image's data are not kept, because only the place of their end matters.
				if (isData) at = Math.max(at, this.searchedTo);
				break;
			}
			this.readToken(bytes, at, end);
			at = Math.min(end, bytes.length);
		}
		const rest = Buffer.from(bytes.subarray(at));
		this.isStopped ||= !this.spend(bytes.length + this.work);
		this.work = 0;
		this.pending = [rest];
		this.pendingBytes = rest.length;
		this.wantedBytes = 1.5 * rest.length;
	}

	/** The place after a token. It is the end of the bytes, or beyond, if the token may continue. */
	private findTokenEnd(bytes: Buffer, at: number): number {
		const code = bytes[at];
		if (isRegular(code)) {
			this.work += WORD_WORK_BYTES;
			return findWordEnd(bytes, at);
		}
		this.work += TOKEN_WORK_BYTES;
		if (code === 0x2f) return findWordEnd(bytes, at + 1);
		if (code === 0x28) return findStringEnd(bytes, at + 1) + 1;
		if (code === 0x25) return findLineEnd(bytes, at);
		if (code !== 0x3c) return at + 1;
		// `<<` begins a dictionary, as in marked content.
		if (bytes[at + 1] === 0x3c) return at + 2;
		const end = bytes.indexOf('>', at);
		return end < 0 ? bytes.length : end + 1;
	}

	/**
	 * The place after the `EI` that ends an inline image's data (8.9.7). Not every `EI` does: it may be a part of the
	 * data. The end of the bytes if no end was found, or if more bytes are needed to be sure.
	 */
	private findImageEnd(bytes: Buffer, from: number, isLast: boolean): number {
		let at = from;
		if (this.dataEnd !== undefined) {
			at = bytes.indexOf(this.dataEnd, from);
			this.searchedTo = bytes.length;
			if (at < 0) return bytes.length;
			this.dataEnd = undefined;
		}
		for (at = bytes.indexOf(END_IMAGE, at); at >= 0; at = bytes.indexOf(END_IMAGE, at + 1)) {
			this.searchedTo = at;
			const end = at + END_IMAGE.length;
			const after = bytes.subarray(end, end + LOOK_AHEAD_BYTES);
			const isEnd = after.every(isText) && !isRegular(after[0]);
			if (isEnd) return after.length < LOOK_AHEAD_BYTES && !isLast ? bytes.length : end;
			this.imageEnds += 1;
			this.isStopped ||= this.imageEnds > MAX_IMAGE_ENDS;
			if (this.isStopped) break;
		}
		// The last byte may be the E.
		this.searchedTo = bytes.length - 1;
		return bytes.length;
	}

	private readToken(bytes: Buffer, at: number, end: number): void {
		const code = bytes[at];
		if (this.inImage === 'data') {
			this.inImage = undefined;
		} else if (isRegular(code)) {
			this.readWord(bytes, at, end);
		} else if (code === 0x2f) {
			this.name = bytes.toString('latin1', at + 1, end);
			if (this.inImage) this.dataEnd = DATA_ENDS.get(this.name) ?? this.dataEnd;
		} else if (code === 0x28) {
			this.addOperand(decodeLiteral(bytes.subarray(at + 1, end - 1)));
		} else if (code === 0x3c) {
			this.addOperand(decodeHexadecimal(bytes.subarray(at + 1, end - 1)));
		}
	}

	private readWord(bytes: Buffer, at: number, end: number): void {
		const code = bytes[at];
		const isNumber = isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e;
		if (isNumber) {
			if (this.inImage) this.readImageSize(bytes, at, end);
			return;
		}
		if (end - at > MAX_OPERATOR_BYTES) return;
		const action = ACTIONS.get(toCode(bytes, at, end));
		if (action) this.act(action);
		this.operands = NO_CHARACTERS;
		this.name = '';
	}

	private addOperand(string: Buffer): void {
		this.operands = combine(this.operands, countCharacters(string));
	}

	private act(action: Action): void {
		switch (action) {
			case 'showText':
				this.shown = combine(this.shown, this.operands);
				break;
			case 'paint':
				this.hasDrawing = true;
				break;
			case 'paintObject':
				this.addName();
				break;
			case 'beginImage':
				this.beginImage();
				break;
			case 'beginImageData':
				if (this.inImage) this.beginImageData();
		}
	}

	private beginImage(): void {
		this.inImage = 'dictionary';
		this.imageWidth = undefined;
		this.imageHeight = undefined;
		this.dataEnd = undefined;
		this.imageEnds = 0;
	}

	private readImageSize(bytes: Buffer, at: number, end: number): void {
		const value = Number(bytes.toString('latin1', at, Math.min(end, at + MAX_NUMBER_BYTES)));
		if (this.name === 'W' || this.name === 'Width') this.imageWidth = value;
		if (this.name === 'H' || this.name === 'Height') this.imageHeight = value;
	}

	private beginImageData(): void {
		const pixels = (this.imageWidth ?? NaN) * (this.imageHeight ?? NaN);
		this.inImage = 'data';
		this.hasInlineImage = true;
		this.inlinePixels += pixels >= 0 ? pixels : UNKNOWN_PIXELS;
	}

	private addName(): void {
		const name = `/${this.name}`;
		if (this.name === '' || this.names.has(name)) return;
		this.namesBytes += name.length;
		this.isStopped ||= this.namesBytes > MAX_NAMES_BYTES;
		if (!this.isStopped) this.names.add(name);
	}
}

/** Counts each byte of a string except blanks and 0, which is often the high byte of a two-byte code. */
function countCharacters(string: Buffer): Characters {
	let count = 0;
	let first = -1;
	let areDifferent = false;
	for (const code of string) {
		if (isWhiteSpace(code)) continue;
		count += 1;
		if (first < 0) first = code;
		areDifferent ||= code !== first;
	}
	return count === 0 ? NO_CHARACTERS : { count, first, areDifferent };
}

function combine(some: Characters, more: Characters): Characters {
	if (some.count === 0 || more.count === 0) return some.count === 0 ? more : some;
	return {
		count: some.count + more.count,
		first: some.first,
		areDifferent: some.areDifferent || more.areDifferent || some.first !== more.first,
	};
}

function isText(code: number): boolean {
	return isWhiteSpace(code) ? code !== 0 : code >= 0x20 && code < 0x7f;
}

/** The bytes from `start` to `end` as one number. */
function toCode(bytes: Buffer, start = 0, end = bytes.length): number {
	let code = 0;
	for (let at = start; at < end; at += 1) code = 256 * code + (bytes[at] ?? 0);
	return code;
}
