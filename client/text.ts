/** Texts from outside: what they are, how long they may be, and how they are shown. */

/**
 * Parses JSON. It may begin with a byte order mark, which some proxies and frameworks add.
 *
 * @returns undefined if the text is not JSON
 */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a text that is not empty, otherwise undefined. */
export function toText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Longest texts from outside, in UTF-16 units. */
export const MAX_LENGTH = { message: 500, word: 100, logLine: 10_000, passedOn: 1_000 } as const;

/**
 * Control characters, line breaks, halves of surrogate pairs, and marks that change the order in which a text is read.
 */
export const UNPRINTABLE_CHARACTERS = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Puts a text on one line and limits its length, so that nobody can forge log lines. */
export function toOneLine(text: string, longest: number): string {
	const line = text.replace(UNPRINTABLE_CHARACTERS, ' ');
	if (line.length <= longest) return line;
	// The cut may have split a surrogate pair.
	return `${line.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…`;
}

/** Cuts an error of n8n's file storage before the first path, which agents and callers of a workflow need not see. */
export function cutAtPath(text: string): string {
	const slash = text.search(/[\\/]/);
	return slash < 0 ? text : `${text.slice(0, text.lastIndexOf(' ', slash) + 1)}…`;
}

/** Text in a character set by its name; undefined if Node.js does not know the character set. */
export function decodeText(bytes: Buffer, charset: string): string | undefined {
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Reason of a failure if the answer is a web page. */
export const WEB_PAGE = 'a web page came back';

// A comment ends at its first `-->`. If it could go on behind it, a text of many comments would take for ever.
const HTML_START =
	/^\s*(?:<\?xml[^>]*>\s*|<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype|html|head|body|title|meta|script)\b/i;

/** Whether a text begins as a web page does, perhaps after an XML declaration and comments. */
export function looksLikeHtml(body: string): boolean {
	return HTML_START.test(body);
}
