/** Different codes of one text that are kept: enough to say that it is one. */
const MAX_CODES = 8;

/** Gathers the strings of one text-showing operator. */
export class ShownCodes {
	/** How many bytes there are. */
	length = 0;
	/** Bytes that show something in most encodings of one byte. */
	visible = 0;
	private readonly codes = new Set<string>();
	private first = '';
	private rest = '';

	add(code: number): void {
		this.length += 1;
		if (code > 0x20 || (code > 0x0d && code < 0x20)) this.visible += 1;
		else if (code > 0 && code < 9) this.visible += 1;
		if (this.first === '') this.first = String.fromCharCode(code);
		else {
			if (this.codes.size < MAX_CODES) this.codes.add(this.first + String.fromCharCode(code));
			this.first = '';
		}
	}

	/** Codes of two bytes do not go on in the next string. */
	endString(): void {
		this.rest ||= this.first;
		this.first = '';
	}

	/** Different pairs of bytes, and a byte that is left over. */
	taken(): { pairs: string; rest: string } {
		return { pairs: [...this.codes].join(''), rest: this.rest };
	}
}
