import { splitPieces, type Pieces } from './pieces';

/** Longest run, and the length byte that ends the data (ISO 32000-1, 7.4.5). */
const MAX_RUN_BYTES = 128;
const END = 128;
/** Bytes of input for one piece of output, which may be 128 times as long. */
const STEP_BYTES = 256;

/** RunLengthDecode: a length, then so many bytes, or one byte that is repeated. */
export function* decodeRunLength(input: Pieces): Pieces {
	/** Bytes that are still to be copied; negative: times that the next byte is repeated. */
	let run = 0;
	for (const step of splitPieces(input, STEP_BYTES)) {
		const decoded = Buffer.allocUnsafe(MAX_RUN_BYTES * step.length);
		let length = 0;
		for (const code of step) {
			if (run > 0) {
				decoded[length] = code;
				length += 1;
				run -= 1;
			} else if (run < 0) {
				decoded.fill(code, length, length - run);
				length -= run;
				run = 0;
			} else if (code === END) {
				yield decoded.subarray(0, length);
				return true;
			} else {
				run = code < END ? code + 1 : code - 257;
			}
		}
		yield decoded.subarray(0, length);
	}
	return false;
}
