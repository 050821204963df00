import type { CommonFacts } from '../../client/errors';

/** The text of an error, without charges. A message without a file name begins with a small letter. */
export interface Words {
	/** Says what happened to which file. */
	message: string;
	/** A short sentence that says what to do; the default is to try again later. */
	fix?: string;
	/** More advice, shown only if no paid document needs the room. */
	more?: string;
	/** The fix is the only way to the tagged PDF. */
	isWhole?: boolean;
}

/** Maximum number of letters of a file name or a value in a text, so that the text fits into n8n's panel. */
const MAX_LETTERS = 22;

/** A file name as messages show it. Long names keep their start and end. */
export function quoteName(fileName: string): string {
	const letters = Array.from(fileName);
	if (letters.length <= MAX_LETTERS) return `"${fileName}"`;
	const half = MAX_LETTERS / 2;
	return `"${letters.slice(0, half - 1).join('')}…${letters.slice(-half).join('')}"`;
}

/** A value that the user or an expression gave, as a text shows it; undefined if JSON has no word for it. */
export function quoteValue(value: unknown): string | undefined {
	const letters = Array.from((JSON.stringify(value) as string | undefined) ?? '');
	if (letters.length === 0) return undefined;
	if (letters.length <= MAX_LETTERS) return letters.join('');
	return `${letters.slice(0, MAX_LETTERS).join('')}…`;
}

/** The document by its name. */
export function nameDocument({ fileName }: CommonFacts, otherwise = 'The document'): string {
	return fileName === undefined ? otherwise : quoteName(fileName);
}

/** A number of something, e.g. `3 credits`. */
export function formatCount(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A duration, e.g. `90 seconds` or `30 minutes`. */
export function formatDuration(ms: number): string {
	const seconds = Math.round(ms / 1000);
	return seconds >= 120 && seconds % 60 === 0
		? formatCount(seconds / 60, 'minute')
		: formatCount(seconds, 'second');
}
