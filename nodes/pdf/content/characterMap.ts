/** Characters that show nothing, as UTF-16. */
const BLANK_CHARACTERS = [
	0x09,
	0x0a,
	0x0d,
	0x20,
	0xa0,
	0xad,
	0x200b,
	0x202f,
	0x205f,
	0x3000,
	0xfeff,
	...Array.from({ length: 11 }, (_, index) => 0x2000 + index),
];
/** Maximum number of strings of one block, which has 100 entries at most (Adobe Technical Note 5411). */
const MAX_STRINGS = 400;
const MAX_BLANK_CODES = 1000;
/** A code and its characters, or the first and the last code, and characters of the first. */
const STRINGS_PER_ENTRY = new Map([
	['endbfchar', 2],
	['endbfrange', 3],
]);

/** Finds the codes that a ToUnicode CMap (ISO 32000-1, 9.10.3) maps to blanks. */
export class CharacterMap {
	readonly blanks = new Set<number>();
	/** Whether it maps anything. */
	isUsed = false;
	private strings: string[] = [];
	/** The codes of a range whose characters are listed, inside the list. */
	private range?: { code: number; left: number };

	/** @param bytes of a string, as one character for each byte */
	addString(bytes: string): void {
		if (this.range) {
			if (this.range.left > 0) this.addMapping(this.range.code, this.range.code, bytes);
			this.range = { code: this.range.code + 1, left: this.range.left - 1 };
		} else if (this.strings.length < MAX_STRINGS) {
			this.strings.push(bytes);
		}
	}

	readDelimiter(code: number): void {
		if (code === 0x5b) {
			const [low, high] = this.strings.splice(-2);
			this.range = { code: parseBytes(low), left: parseBytes(high) - parseBytes(low) + 1 };
		}
		if (code === 0x5d) this.range = undefined;
	}

	runOperator(word: string): void {
		const size = STRINGS_PER_ENTRY.get(word) ?? Infinity;
		for (let at = 0; at + size <= this.strings.length; at += size) {
			const entry = this.strings.slice(at, at + size);
			this.addMapping(parseBytes(entry[0]), parseBytes(entry.at(-2)), entry.at(-1) ?? '');
		}
		this.strings = [];
	}

	/** @param target UTF-16 of the first code; its last unit increases for each further code */
	private addMapping(first: number, last: number, target: string): void {
		this.isUsed = true;
		const units = target.length >> 1;
		for (let unit = 0; unit + 1 < units; unit += 1) {
			if (!BLANK_CHARACTERS.includes(parseBytes(target.slice(2 * unit, 2 * unit + 2)))) return;
		}
		const start = parseBytes(target.slice(-2));
		for (const blank of BLANK_CHARACTERS) {
			const code = first + blank - start;
			if (code >= first && code <= last && this.blanks.size < MAX_BLANK_CODES)
				this.blanks.add(code);
		}
	}
}

function parseBytes(bytes = ''): number {
	let value = 0;
	for (let at = 0; at < Math.min(bytes.length, 4); at += 1)
		value = value * 256 + bytes.charCodeAt(at);
	return value;
}
