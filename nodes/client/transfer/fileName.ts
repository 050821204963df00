/** Longest file name kept, in UTF-16 units; longer ones lose their middle, never their extension. */
const MAX_NAME_LENGTH = 200;
const FALLBACK_NAME = 'document.pdf';
/** Control characters, and marks that change the order in which a name is displayed. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\p{Cs}]/gu;

/**
 * A name that is safe as a form field, a header value and a path segment: the last segment only, without
 * control characters. Letters of every script are kept.
 */
export function toSafeFileName(name: unknown): string {
	if (typeof name !== 'string') return FALLBACK_NAME;
	const visible = name.replace(INVISIBLE_CHARACTERS, '');
	const lastSeparator = Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\'));
	const lastSegment = visible.slice(lastSeparator + 1).trim();
	if (/^\.*$/.test(lastSegment)) return FALLBACK_NAME;
	const extension = /\.[^.]{1,10}$/.exec(lastSegment)?.[0] ?? '';
	return joinFileName(lastSegment.slice(0, lastSegment.length - extension.length), extension);
}

/** A safe name that keeps its ending, however long its stem is. */
export function joinFileName(stem: string, ending: string): string {
	// The cut may split a character in two.
	return stem.slice(0, MAX_NAME_LENGTH - ending.length).replace(INVISIBLE_CHARACTERS, '') + ending;
}
