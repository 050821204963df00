/** Maximum number of different codes of one text that are kept: enough to recognize it as text. */
const MAX_CODES = 8;

/** Collects the strings of one text-showing operator. */
export class TextCodes {
	/** Number of bytes. */
	length = 0;
	/** Number of bytes that are visible in most one-byte encodings. */
	visibleBytes = 0;
	private readonly codes = new Set<string>();
	private first = '';
	private rest = '';

	addByte(code: number): void {
		this.length += 1;
		if (code > 0x20 || (code > 0x0d && code < 0x20)) this.visibleBytes += 1;
		else if (code > 0 && code < 9) this.visibleBytes += 1;
		if (this.first === '') this.first = String.fromCharCode(code);
		else {
			if (this.codes.size < MAX_CODES) this.codes.add(this.first + String.fromCharCode(code));
			this.first = '';
		}
	}

	/** A two-byte code does not continue in the next string. */
	endString(): void {
		this.rest ||= this.first;
		this.first = '';
	}

	/** Different pairs of bytes, and a remaining byte. */
	getCodes(): { pairs: string; rest: string } {
		return { pairs: [...this.codes].join(''), rest: this.rest };
	}
}
