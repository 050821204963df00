import { UNPRINTABLE_CHARACTERS } from '../../client/text';

/** Longest file name kept, in UTF-16 units; longer ones lose their middle, never their extension. */
const MAX_NAME_LENGTH = 200;

/**
 * A name that is safe as a form field, a header value and a path segment: the last segment only, without
 * control characters. Letters of every script are kept.
 */
export function toSafeFileName(name: unknown): string {
	const visible = (typeof name === 'string' ? name : '').replace(UNPRINTABLE_CHARACTERS, '');
	const lastSegment = (visible.split(/[/\\]/).at(-1) ?? '').trim();
	if (/^\.*$/.test(lastSegment)) return 'document.pdf';
	const extension = /\.[^.]{1,10}$/.exec(lastSegment)?.[0] ?? '';
	return joinFileName(lastSegment.slice(0, lastSegment.length - extension.length), extension);
}

/** A safe name that keeps its ending, however long its stem is. */
export function joinFileName(stem: string, ending: string): string {
	// The cut may split a character in two.
	return (
		stem.slice(0, MAX_NAME_LENGTH - ending.length).replace(UNPRINTABLE_CHARACTERS, '') + ending
	);
}
