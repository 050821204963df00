/** Longest file name kept, in UTF-16 units; longer ones lose their middle, never their extension. */
const LONGEST = 200;
const FALLBACK = 'document.pdf';
/** Control characters, and marks that change the order in which a name is displayed. */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\p{Cs}]/gu;

/**
 * A name that is safe as a form field, a header value and a path segment: the last segment only, without
 * control characters. Letters of every script are kept.
 */
export function safeFileName(name: unknown): string {
	if (typeof name !== 'string') return FALLBACK;
	const visible = name.replace(INVISIBLE, '');
	const lastSeparator = Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\'));
	const lastSegment = visible.slice(lastSeparator + 1).trim();
	if (/^\.*$/.test(lastSegment)) return FALLBACK;
	const extension = /\.[^.]{1,10}$/.exec(lastSegment)?.[0] ?? '';
	return joinFileName(lastSegment.slice(0, lastSegment.length - extension.length), extension);
}

/** A safe name that keeps its ending, however long its stem is. */
export function joinFileName(stem: string, ending: string): string {
	// The cut may split a character in two.
	return stem.slice(0, LONGEST - ending.length).replace(INVISIBLE, '') + ending;
}
