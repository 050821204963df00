import { decodeText, UNPRINTABLE_CHARACTERS } from '../../client/text';

/**
 * Longest file name, in bytes of UTF-8; longer names lose letters before their extension. File systems allow 255 bytes,
 * and programs need some of them for what they append, such as ` (1)` or `.partial`.
 */
const MAX_NAME_BYTES = 240;

/** Only this many UTF-16 units at the end of a name are read: counting the letters of a huge text would block n8n. */
const MAX_READ_LENGTH = 4_096;

const DEFAULT_NAME = 'document.pdf';

/** Characters that Windows and OneDrive refuse in names. */
const FORBIDDEN = /[<>:"|?*]/g;

/** Names of Windows' devices. Windows refuses them as file names even with an extension, such as `con.pdf`. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** The encoded words of a mail header (RFC 2047). n8n 1's IMAP trigger does not decode them in file names. */
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;
const ENCODED_WORDS = new RegExp(`(?:${ENCODED_WORD.source})+`, 'gi');

function decodeWords(text: string): string {
	return text.replace(ENCODED_WORDS, (words) => {
		// Some mail programs split a letter between two words, so the bytes of words that follow each other are joined.
		const parts: Array<{ charset: string; bytes: Buffer; words: string }> = [];
		for (const [word, charset = '', encoding = '', content = ''] of words.matchAll(ENCODED_WORD)) {
			const bytes = decodeWord(encoding, content);
			const last = parts.at(-1);
			if (last?.charset.toLowerCase() === charset.toLowerCase()) {
				last.bytes = Buffer.concat([last.bytes, bytes]);
				last.words += word;
			} else parts.push({ charset, bytes, words: word });
		}
		// If Node.js does not know a character set, its words stay as they are.
		return parts.map((part) => decodeText(part.bytes, part.charset) ?? part.words).join('');
	});
}

function decodeWord(encoding: string, content: string): Buffer {
	if (encoding.toLowerCase() === 'b') return Buffer.from(content, 'base64');
	const quoted = content
		.replace(/_/g, ' ')
		.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	return Buffer.from(quoted, 'latin1');
}

/**
 * A name that is safe as a form field, a header value, a path segment and a file on any system: only the last segment
 * of a path, without control characters, and not hidden. Letters of every script are kept, in one form (NFC). If
 * nothing is left, or if `name` is not a text, the name is `document.pdf`.
 */
export function toSafeFileName(name: unknown): string {
	const text = typeof name === 'string' ? name.slice(-MAX_READ_LENGTH) : '';
	const visible = decodeWords(text).replace(UNPRINTABLE_CHARACTERS, '');
	const [lastSegment = ''] = visible.split(/[/\\]/).slice(-1);
	const portable = trim(lastSegment.normalize('NFC').replace(FORBIDDEN, '_'));
	// `.pdf` alone is no name; it has lost its dot here.
	if (portable === '' || /^pdf$/i.test(portable)) return DEFAULT_NAME;
	const [extension = ''] = /\.[^.]{1,10}$/.exec(portable) ?? [];
	const stem = portable.slice(0, portable.length - extension.length);
	return joinFileName(DEVICE.test(portable) ? `_${stem}` : stem, extension);
}

/** A safe name that keeps its ending, however long its stem is. */
export function joinFileName(stem: string, ending: string): string {
	const room = MAX_NAME_BYTES - Buffer.byteLength(ending);
	if (Buffer.byteLength(stem) <= room) return stem + ending;
	return trim(cutToBytes(stem, room) + ending) || DEFAULT_NAME;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letters that fit; a letter may consist of several characters. */
function cutToBytes(text: string, room: number): string {
	let bytes = 0;
	for (const { index, segment } of letters.segment(text)) {
		bytes += Buffer.byteLength(segment);
		if (bytes > room) return text.slice(0, index);
	}
	return text;
}

/**
 * Windows ignores dots and blanks at the end of a name. At its start, a dot hides the file. Invisible characters at the
 * ends go, too: a name of nothing else would look empty.
 */
function trim(name: string): string {
	return name.replace(
		/^[\s.\p{Default_Ignorable_Code_Point}]+|[\s.\p{Default_Ignorable_Code_Point}]+$/gu,
		'',
	);
}
