/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** Longest texts from outside, in UTF-16 units. */
export const MAX_LENGTH = { message: 500, word: 100, logLine: 1_000 } as const;

/** Control characters, line breaks, and marks that change the order in which a text is read. */
const UNPRINTABLE_CHARACTERS = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]+/gu;

/** Puts a text on one line and limits its length, so that nobody can forge log lines. */
export function toOneLine(text: string, longest: number): string {
	const line = text.replace(UNPRINTABLE_CHARACTERS, ' ');
	if (line.length <= longest) return line;
	// The cut may have split a surrogate pair.
	return `${line.slice(0, longest - 1).replace(/\p{Cs}$/u, '')}…`;
}

/**
 * Prepares a text from outside for display. Secrets are removed before the cut, because part of a secret
 * could remain otherwise.
 *
 * @returns undefined if the value is not a text
 */
export function cleanOutsideText(
	value: unknown,
	redact: Redact,
	longest: number,
): string | undefined {
	if (typeof value !== 'string' || value === '') return undefined;
	return toOneLine(redact(value), longest);
}

/**
 * Extends `redact` by these secrets: in upper and lower case (host names are lowercased), with and without
 * their spaces, and URL-encoded.
 */
export function createRedact(secrets: readonly string[], redact: Redact = (text) => text): Redact {
	let pattern: RegExp | undefined;
	// Built on first use: most requests succeed and show no text.
	return (text) => redact(text).replace((pattern ??= createPattern(secrets)), '***');
}

function createPattern(secrets: readonly string[]): RegExp {
	const forms = secrets
		.map((secret) => secret.trim())
		.flatMap((secret) => [secret, secret.replace(/\s+/g, ''), encodeText(secret)])
		.filter((form) => form !== '')
		.toSorted((a, b) => b.length - a.length);
	// Without a secret, the pattern matches nothing.
	return new RegExp(forms.map(escapePattern).join('|') || '(?!)', 'gi');
}

/** Shorter values of a form, such as `s3` or `200`, also occur in other texts. */
const MIN_SECRET_LENGTH = 6;

/** Secrets in a presigned address and its form, which an answer may repeat. */
export function listPresignedSecrets(url: string, fields: Record<string, string> = {}): string[] {
	const query = URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
	const all = [url, ...query, ...Object.values(fields)];
	return all.filter((secret) => secret.length >= MIN_SECRET_LENGTH);
}

function encodeText(text: string): string {
	return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

function escapePattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
