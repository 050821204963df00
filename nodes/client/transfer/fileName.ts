/** Longest file name kept, in UTF-16 units; longer ones lose their middle, never their extension. */
const LONGEST = 200;
const FALLBACK = 'document.pdf';
/** Control characters, and marks that make a name read in another order than it is written. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\p{Cs}]/gu;

/**
 * A name that is safe as a form field, a header value and a path segment: the last segment only,
 * without control characters; letters of every script stay as they are.
 */
export function safeFileName(name: unknown): string {
	if (typeof name !== 'string') return FALLBACK;
	const visible = name.replace(INVISIBLE, '');
	const lastSeparator = Math.max(visible.lastIndexOf('/'), visible.lastIndexOf('\\'));
	const lastSegment = visible.slice(lastSeparator + 1).trim();
	return /^\.*$/.test(lastSegment) ? FALLBACK : shorten(lastSegment);
}

/** `report.pdf` → `report-tagged.pdf`; a name without the extension gets it. */
export function taggedFileName(name: unknown): string {
	return `${safeFileName(name).replace(/\.pdf$/i, '')}-tagged.pdf`;
}

function shorten(name: string): string {
	const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
	const stem = name.slice(0, name.length - extension.length);
	// What is cut may end with half a character.
	return stem.slice(0, LONGEST - extension.length).replace(INVISIBLE, '') + extension;
}
