import { UNPRINTABLE_CHARACTERS } from '../../client/text';

/**
 * Longest file name, in bytes of UTF-8; longer ones lose letters before their extension. File systems have 255, and
 * programs append their own, such as ` (1)` or `.partial`.
 */
const MAX_NAME_BYTES = 240;

/** Longest name that is looked at, in UTF-16 units: its letters are counted one by one. */
const MAX_READ_LENGTH = 4_096;

const DEFAULT_NAME = 'document.pdf';

/** Characters that Windows and OneDrive refuse in names. */
const FORBIDDEN = /[<>:"|?*]/g;

/** Names of devices, which Windows also refuses with an extension. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** A word of a mail's header that nobody has decoded (RFC 2047), as n8n 1's IMAP trigger passes it on. */
const ENCODED_WORD = /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;

function decodeWords(text: string): string {
	return text.replace(ENCODED_WORD, (word, charset: string, encoding: string, content: string) => {
		const quoted = content
			.replace(/_/g, ' ')
			.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
				String.fromCharCode(Number.parseInt(hex, 16)),
			);
		const isBase64 = encoding.toLowerCase() === 'b';
		const bytes = isBase64 ? Buffer.from(content, 'base64') : Buffer.from(quoted, 'latin1');
		try {
			return new TextDecoder(charset).decode(bytes);
		} catch {
			// Nobody knows the character set.
			return word;
		}
	});
}

/**
 * A name that is safe as a form field, a header value, a path segment and a file on any system: the last segment only,
 * without control characters, and not hidden. Letters of every script are kept, in one form (NFC).
 */
export function toSafeFileName(name: unknown): string {
	const text = typeof name === 'string' ? name.slice(-MAX_READ_LENGTH) : '';
	const visible = decodeWords(text).replace(UNPRINTABLE_CHARACTERS, '');
	const [lastSegment = ''] = visible.split(/[/\\]/).slice(-1);
	const portable = trim(lastSegment.normalize('NFC').replace(FORBIDDEN, '_'));
	// A name may be an extension alone.
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

/** Windows ignores dots and blanks at the end of a name. At its start, a dot hides the file. */
function trim(name: string): string {
	return name.replace(/^[\s.]+|[\s.]+$/gu, '');
}
