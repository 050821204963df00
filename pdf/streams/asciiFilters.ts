import { isWhiteSpace, toDigitValue } from '../syntax/characters';
import { splitPieces, type Pieces } from './pieces';

/** ASCIIHexDecode (ISO 32000-1, 7.4.2): two digits are a byte, and `>` ends the data. */
export function* decodeHexadecimal(input: Pieces): Pieces {
	let high = -1;
	let isIntact = true;
	for (const piece of input) {
		const decoded = Buffer.alloc((piece.length + 1) >> 1);
		let length = 0;
		for (const code of piece) {
			if (isWhiteSpace(code)) continue;
			if (code === 0x3e) {
				// A single last digit is followed by an implied 0.
				if (high >= 0) decoded[length] = 16 * high;
				yield decoded.subarray(0, high >= 0 ? length + 1 : length);
				return isIntact;
			}
			const value = toDigitValue(code);
			if (value < 0) {
				isIntact = false;
			} else if (high < 0) {
				high = value;
			} else {
				decoded[length] = 16 * high + value;
				length += 1;
				high = -1;
			}
		}
		yield decoded.subarray(0, length);
	}
	return false;
}

/** Bytes of input for one piece of output, which may be four times as long. */
const STEP_BYTES = 4096;
const GROUP_DIGITS = 5;
const GROUP_BYTES = 4;
/** The lowest digit and the highest. */
const FIRST_DIGIT = 0x21;
const LAST_DIGIT = 0x75;
/** A letter that stands for four zero bytes. */
const ZEROS = 0x7a;
const END = 0x7e;
const AFTER_END = 0x3e;

/** ASCII85Decode (7.4.3): five digits are four bytes, and `~>` ends the data. */
export function* decodeBase85(input: Pieces): Pieces {
	let digits = 0;
	let value = 0;
	let isIntact = true;
	let isEnded = false;
	for (const piece of splitPieces(input, STEP_BYTES)) {
		// Each byte may add four: it may be the letter for zeros, or end a group that began in the piece before.
		const decoded = Buffer.alloc(GROUP_BYTES * (piece.length + 1));
		let length = 0;
		const endGroup = () => {
			decoded.writeUInt32BE(value % 2 ** 32, length);
			length += GROUP_BYTES;
			digits = 0;
			value = 0;
		};
		for (const code of piece) {
			if (isWhiteSpace(code)) continue;
			if (isEnded) {
				yield decoded.subarray(0, length);
				// Without `>`, it is not the end of the data, but perhaps the `~` of a `<~` before them.
				return isIntact && code === AFTER_END;
			}
			if (code === END) {
				isEnded = true;
				if (digits === 0) continue;
				const missing = GROUP_DIGITS - digits;
				for (let count = 0; count < missing; count += 1) value = value * 85 + 84;
				endGroup();
				length -= missing;
			} else if (code === ZEROS && digits === 0) {
				// The buffer is filled with zeros.
				length += GROUP_BYTES;
			} else if (code < FIRST_DIGIT || code > LAST_DIGIT) {
				isIntact = false;
			} else {
				value = value * 85 + code - FIRST_DIGIT;
				digits += 1;
				if (digits === GROUP_DIGITS) endGroup();
			}
		}
		yield decoded.subarray(0, length);
	}
	return false;
}
