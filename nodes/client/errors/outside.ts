/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** Longest texts from outside, in UTF-16 units. */
export const LONGEST = { message: 500, word: 100 } as const;

/** Control characters, line breaks, and marks that change the order in which a text is read. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]+/gu;

/** A text on one line and no longer than this, so that nobody can forge a line of a log. */
export function oneLine(text: string, longest: number): string {
	const line = text.replace(UNPRINTABLE, ' ');
	if (line.length <= longest) return line;
	// A pair of surrogates may have been cut in two.
	return `${line.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…`;
}

/**
 * A text that came from outside as it may be shown: first without secrets, then cut, because a
 * secret across the cut would be shown in part.
 *
 * @returns undefined for what is no text
 */
export function fromOutside(value: unknown, redact: Redact, longest: number): string | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return oneLine(redact(value), longest);
}

/**
 * Takes out what `redact` does, and these secrets: in either case of letters, since host names lose
 * theirs, with and without their spaces, and as parts of an address.
 */
export function redacting(secrets: readonly string[], redact: Redact = (text) => text): Redact {
	let pattern: RegExp | undefined;
	// Most requests go well: nothing of theirs is shown.
	return (text) => redact(text).replace((pattern ??= anyOf(secrets)), '***');
}

function anyOf(secrets: readonly string[]): RegExp {
	const forms = secrets
		.map((secret) => secret.trim())
		.flatMap((secret) => [secret, secret.replace(/\s+/g, ''), encoded(secret)])
		.filter((form) => form !== '')
		.toSorted((a, b) => b.length - a.length);
	// Without a secret: what nothing fits.
	return new RegExp(forms.map(escaped).join('|') || '(?!)', 'gi');
}

/** Shorter values of a form, such as `s3` or `200`, are words that other texts have as well. */
const SHORTEST_SECRET = 6;

/** What a presigned address and its form hold, and nobody is to read in an answer to them. */
export function presignedSecrets(url: string, fields: Record<string, string> = {}): string[] {
	const query = URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
	const all = [url, ...query, ...Object.values(fields)];
	return all.filter((secret) => secret.length >= SHORTEST_SECRET);
}

function encoded(text: string): string {
	return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

function escaped(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
