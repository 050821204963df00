import type { Chunks } from './chunks';

/** Bytes at the start of a file that are searched for damage: nearly all PDFs have a compressed stream there. */
const SEARCHED_BYTES = 256 * 1024;

/**
 * Whether a program has read a PDF as text and written it again, which destroys its compressed streams for good: bytes
 * became U+FFFD, Latin letters or question marks, or lost their highest bit. The whole file is valid UTF-8 then. A file
 * with intact compressed streams never is, and in most PDFs the second line shows this, so more is read only of a
 * suspect file.
 *
 * @param start the first bytes, at least one
 * @param rest what comes after them; no further chunk is read once {@link SEARCHED_BYTES} have been searched
 */
export async function isReadAsText(start: Buffer, rest: Chunks): Promise<boolean> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	/** Undefined if the bytes are not UTF-8. */
	const decode = (bytes: Buffer): string | undefined => {
		try {
			return decoder.decode(bytes, { stream: true });
		} catch {
			return undefined;
		}
	};
	let text = '';
	let searched = 0;
	for (let chunk = start; ;) {
		const added = decode(chunk);
		if (added === undefined) return false;
		text += added;
		searched += chunk.length;
		const next = searched < SEARCHED_BYTES ? await rest.next() : { done: true as const };
		if (next.done === true) return hasDamagedStream(text);
		chunk = next.value;
	}
}

/** The end of a stream's dictionary, and the keyword before its data (ISO 32000-1, 7.3.8). */
const STREAM = />>\s*stream(\r\n|\n|\r)/;

/** Longest dictionary that is searched for a filter, in characters. */
const DICTIONARY_LENGTH = 4096;

/**
 * The `/Filter` entry of a stream whose data are no text, whatever was encoded. Only its first filter matters: it was
 * the last one to encode the data.
 */
const BINARY_FILTER = /\/Filter(?:\s*\[)?\s*(?![\s[]|\/(ASCII|A85|AHx|RunLength|RL))[^]/;

/** Fewer characters that show damage prove nothing. */
const MIN_CHARACTERS = 8;

/**
 * A stream counts as damaged only if at least this share of its characters shows damage. In compressed data most
 * characters do; in a text, only its few question marks do.
 */
const MIN_SHARE = 1 / 8;

/**
 * Whether compressed streams of a PDF are damaged. Damaged pictures alone do not count if the PDF has text that can be
 * read: it may still be of use.
 */
function hasDamagedStream(text: string): boolean {
	let inPictures = 0;
	let elsewhere = 0;
	let showsText = false;
	for (const part of text.split('endstream')) {
		const stream = STREAM.exec(part);
		if (!stream) continue;
		const before = part.slice(Math.max(0, stream.index - DICTIONARY_LENGTH), stream.index);
		const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
		const data = part.slice(stream.index + stream[0].length);
		if (BINARY_FILTER.test(dictionary)) {
			const count = countDamage(data);
			if (/\/Subtype\s*\/Image\b/.test(dictionary)) inPictures += count;
			else elsewhere += count;
		} else if (!dictionary.includes('/Filter') && /\bBT\b/.test(data) && /\bT[jJ]\b/.test(data)) {
			showsText = true;
		}
	}
	return elsewhere >= MIN_CHARACTERS || (inPictures >= MIN_CHARACTERS && !showsText);
}

/**
 * Counts the characters of a compressed stream that show damage: question marks, which may have replaced others, codes
 * such as `=9C` of a mail whose quoted-printable encoding was not decoded, and all that are not printable ASCII, tabs or
 * line breaks. If their share is too small, the count is 0.
 */
function countDamage(data: string): number {
	const count = data.match(/[^\t\n\r -~]|\?|=[\dA-F]{2}/gu)?.length ?? 0;
	return count < MIN_SHARE * data.length ? 0 : count;
}
