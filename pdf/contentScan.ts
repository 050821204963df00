import {
	decodeHexadecimal,
	decodeLiteral,
	findLineEnd,
	findStringEnd,
	findWordEnd,
	isDigit,
	isRegular,
	isWhiteSpace,
} from './lexer';

/**
 * From this number of characters on, a page is one with text, whatever else it shows. A scanner's footer,
 * a Bates stamp and a date have fewer.
 */
export const ENOUGH_CHARACTERS = 120;

/** What a content stream shows. */
export interface Content {
	/** Characters that are no blanks; {@link ENOUGH_CHARACTERS} stands for more, too. */
	characters: number;
	/** Names of the external objects that it paints, each after a `/` and as it is written. */
	names: Buffer;
	hasInlineImage: boolean;
	/** Whether lines or areas are painted. */
	hasDrawing: boolean;
	/** Whether it was read to its end, or to enough characters. Otherwise it may show more. */
	isComplete: boolean;
}

/** Operators (ISO 32000-1, Annex A), as their bytes. */
const SHOW_TEXT = new Set(['Tj', 'TJ', "'", '"'].map(toCode));
const PAINT = new Set(['S', 's', 'f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'sh'].map(toCode));
const [PAINT_OBJECT, BEGIN_IMAGE, IMAGE_DATA] = ['Do', 'BI', 'ID'].map(toCode);
const END_IMAGE = 'EI';
const NOTHING = Buffer.alloc(0);
const MAX_OPERATOR_BYTES = 3;
/** Longest string, or data of an inline image, that is read. */
const MAX_TOKEN_BYTES = 4 * 1024 ** 2;
/** Names of painted objects, all together. A page of a few hundred images needs 2 kB. */
const MAX_NAMES_BYTES = 16 * 1024;
/** `EI` in the data of one inline image. Random data of the longest length have it 64 times. */
const MAX_IMAGE_ENDS = 1000;
/** Work of reading a string or a name, compared with that of decoding a byte. */
const TOKEN_WORK_BYTES = 32;
/** After the data of an inline image comes text, and not more data. */
const LOOK_AHEAD_BYTES = 16;
/** Data of inline images in a text encoding have an end of their own. */
const DATA_ENDS = new Map([
	['AHx', '>'],
	['ASCIIHexDecode', '>'],
	['A85', '~'],
	['ASCII85Decode', '~'],
]);

function toCode(word: string): number {
	return [...Buffer.from(word)].reduce((code, byte) => code * 256 + byte, 0);
}

/**
 * Reads a content stream (7.8.2) piece by piece. It counts the characters of strings that are shown, without
 * a graphics state: text that is clipped away or invisible, such as the text layer of OCR, counts as well.
 */
export class ContentScan {
	/** Pieces from the first unfinished token on. It is read again once there is half as much more. */
	private pending: Buffer[] = [];
	private pendingBytes = 0;
	private wantedBytes = 0;
	/** The last name among the operands. */
	private name = '';
	/** Characters of the strings among the operands. */
	private operandCharacters = 0;
	private characters = 0;
	/** A character that is shown alone, perhaps many times, is often a blank with a code of its own. */
	private onlyCharacter = -1;
	private hasSeveral = false;
	private readonly names = new Set<string>();
	private namesBytes = 0;
	/** At something that is too long to be read, or after too many names or too much work. */
	private isStopped = false;
	private hasInlineImage = false;
	private hasDrawing = false;
	/** The part of an inline image that is being read. */
	private inImage?: 'dictionary' | 'data';
	private dataEnd?: string;

	/** @param spend counts work as bytes, and returns whether there may be more */
	constructor(private readonly spend: (bytes: number) => boolean) {}

	/** @param bytes not changed later @returns whether the scan needs more */
	push(bytes: Buffer): boolean {
		this.pending.push(bytes);
		this.pendingBytes += bytes.length;
		if (this.pendingBytes >= this.wantedBytes) this.readPending(false);
		return !this.isStopped && !this.isEnough();
	}

	/** @param isAll whether these are all bytes of the stream */
	end(isAll: boolean): Content {
		if (!this.isStopped) this.readPending(true);
		// The next stream of a page may have the operator of the last operands.
		this.characters += this.operandCharacters;
		this.addName();
		const isEnough = this.isEnough();
		return {
			characters: this.hasSeveral ? Math.min(this.characters, ENOUGH_CHARACTERS) : 0,
			names: isEnough ? NOTHING : Buffer.from([...this.names].join(''), 'latin1'),
			hasInlineImage: this.hasInlineImage,
			hasDrawing: this.hasDrawing,
			isComplete: isEnough || (isAll && !this.isStopped),
		};
	}

	private isEnough(): boolean {
		return this.hasSeveral && this.characters >= ENOUGH_CHARACTERS;
	}

	private readPending(isLast: boolean): void {
		const [only] = this.pending;
		const bytes = this.pending.length === 1 && only ? only : Buffer.concat(this.pending);
		let at = 0;
		for (;;) {
			while (isWhiteSpace(bytes[at])) at += 1;
			if (at === bytes.length) break;
			const end = this.findTokenEnd(bytes, at);
			// More bytes may belong to it.
			if (end >= bytes.length && !isLast) break;
			this.readToken(bytes, at, end);
			at = Math.min(end, bytes.length);
		}
		const rest = bytes.subarray(at);
		this.isStopped ||= rest.length > MAX_TOKEN_BYTES;
		this.pending = [rest];
		this.pendingBytes = rest.length;
		this.wantedBytes = 1.5 * rest.length;
	}

	/** At or beyond the last byte if the token may be unfinished. */
	private findTokenEnd(bytes: Buffer, at: number): number {
		if (this.inImage === 'data') return this.findImageEnd(bytes, at);
		const code = bytes[at];
		if (isRegular(code)) return findWordEnd(bytes, at);
		this.isStopped ||= !this.spend(TOKEN_WORK_BYTES);
		if (code === 0x2f) return findWordEnd(bytes, at + 1);
		if (code === 0x28) return findStringEnd(bytes, at + 1) + 1;
		if (code === 0x25) return findLineEnd(bytes, at);
		if (code !== 0x3c) return at + 1;
		// `<<` begins a dictionary, as in marked content.
		if (bytes[at + 1] === 0x3c) return at + 2;
		const end = bytes.indexOf('>', at);
		return end < 0 ? bytes.length : end + 1;
	}

	/** The end of an inline image's data (8.9.7). `EI` may be a part of them. */
	private findImageEnd(bytes: Buffer, from: number): number {
		const start = this.dataEnd === undefined ? from : bytes.indexOf(this.dataEnd, from);
		let at = start < 0 ? start : bytes.indexOf(END_IMAGE, start);
		for (let tries = 0; at >= 0; at = bytes.indexOf(END_IMAGE, at + 1)) {
			tries += 1;
			this.isStopped ||= tries > MAX_IMAGE_ENDS;
			if (this.isStopped) break;
			const end = at + END_IMAGE.length;
			const after = bytes.subarray(end, end + LOOK_AHEAD_BYTES);
			if (!after.every(isText) || isRegular(after[0])) continue;
			return after.length < LOOK_AHEAD_BYTES ? bytes.length : end;
		}
		return bytes.length;
	}

	private readToken(bytes: Buffer, at: number, end: number): void {
		const code = bytes[at];
		if (this.inImage === 'data') this.inImage = undefined;
		else if (isRegular(code)) this.readWord(bytes, at, end);
		else if (code === 0x2f) {
			this.name = bytes.toString('latin1', at + 1, end);
			if (this.inImage) this.dataEnd = DATA_ENDS.get(this.name) ?? this.dataEnd;
		} else if (code === 0x28) this.countCharacters(decodeLiteral(bytes.subarray(at + 1, end - 1)));
		else if (code === 0x3c)
			this.countCharacters(decodeHexadecimal(bytes.subarray(at + 1, end - 1)));
	}

	private readWord(bytes: Buffer, at: number, end: number): void {
		const code = bytes[at];
		const isNumber = isDigit(code) || code === 0x2b || code === 0x2d || code === 0x2e;
		if (isNumber || end - at > MAX_OPERATOR_BYTES) return;
		const operator = bytes.readUIntBE(at, end - at);
		if (SHOW_TEXT.has(operator)) this.characters += this.operandCharacters;
		if (PAINT.has(operator)) this.hasDrawing = true;
		if (operator === PAINT_OBJECT) this.addName();
		if (operator === BEGIN_IMAGE) {
			this.inImage = 'dictionary';
			this.dataEnd = undefined;
		}
		if (operator === IMAGE_DATA && this.inImage) {
			this.inImage = 'data';
			this.hasInlineImage = true;
		}
		this.operandCharacters = 0;
		this.name = '';
	}

	private addName(): void {
		const name = `/${this.name}`;
		if (this.name === '' || this.names.has(name)) return;
		this.namesBytes += name.length;
		this.isStopped ||= this.namesBytes > MAX_NAMES_BYTES;
		if (!this.isStopped) this.names.add(name);
	}

	/** Counts the bytes of a string. The high byte of a two-byte code is often 0. */
	private countCharacters(string: Buffer): void {
		for (const code of string) {
			if (isWhiteSpace(code)) continue;
			this.operandCharacters += 1;
			if (this.onlyCharacter < 0) this.onlyCharacter = code;
			this.hasSeveral ||= code !== this.onlyCharacter;
		}
	}
}

function isText(code: number): boolean {
	return isWhiteSpace(code) ? code !== 0 : code >= 0x20 && code < 0x7f;
}
