import { toOneLine, UNPRINTABLE_CHARACTERS } from './text';

/** Shorter values of a presigned address or form are no secrets, but words such as `private`. */
const MIN_PRESIGNED_LENGTH = 16;
/** Number of presigned values that are remembered: those of the transfers that are under way. */
const MAX_PRESIGNED = 500;

/** What no error, log line or output may show, also if the service repeats it: the API key, and what is presigned. */
export class Secrets {
	private readonly fixed: readonly string[];
	private presigned: string[] = [];

	constructor(...values: readonly string[]) {
		this.fixed = values.flatMap(listForms);
	}

	/** Remembers the values of a presigned address (its query), or of a presigned form. */
	addPresigned(address: string, fields: Record<string, string> = {}): void {
		const query = URL.canParse(address) ? new URL(address).searchParams.values() : [];
		const values = [...query, ...Object.values(fields)];
		const secret = values.filter(({ length }) => length >= MIN_PRESIGNED_LENGTH);
		this.presigned.push(...secret.flatMap((value) => [value, encodeURIComponent(toValid(value))]));
		this.presigned = this.presigned.slice(-MAX_PRESIGNED);
	}

	/** Whether a value has the API key in it. */
	isIn(value: unknown): boolean {
		return typeof value === 'string' && this.fixed.some((form) => value.includes(form));
	}

	/** Puts a text on one line of this length, without the secrets. No more of it is read than is needed. */
	redact(text: string, longest: number): string {
		const hidden = [...this.fixed, ...this.presigned];
		// A secret that begins in what is shown may end behind it.
		const reach = hidden.reduce((most, { length }) => Math.max(most, length), 0);
		let shown = '';
		let at = 0;
		while (at < text.length && shown.length <= longest) {
			const part = text.slice(at, at + longest + 1 + reach);
			const found = findFirst(part, hidden);
			const plain = part.slice(0, found ? found.at : longest + 1);
			shown += plain.replace(UNPRINTABLE_CHARACTERS, ' ') + (found ? '***' : '');
			at += found ? found.at + found.length : longest + 1;
		}
		return toOneLine(shown, longest);
	}
}

/** The first of these forms in a text, and the longest of those that begin there. */
function findFirst(text: string, forms: readonly string[]) {
	let first: { at: number; length: number } | undefined;
	for (const form of forms) {
		const { length } = form;
		const at = text.indexOf(form);
		if (at < 0) continue;
		if (!first || at < first.at || (at === first.at && length > first.length))
			first = { at, length };
	}
	return first;
}

/** A secret as a server may write it: plain, without its spaces, URL-encoded, in base64, each in one case. */
function listForms(secret: string): string[] {
	const plain = secret.trim();
	const base64 = Buffer.from(plain).toString('base64');
	const forms = [
		...[plain, plain.replace(/\s+/g, ''), encodeURIComponent(toValid(plain))],
		...[base64.replace(/=+$/, ''), Buffer.from(plain).toString('base64url')],
	];
	const all = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
	return [...new Set(all)].filter((form) => form !== '');
}

/** Half a surrogate pair cannot be encoded. */
function toValid(text: string): string {
	return text.replace(/\p{Cs}/gu, '\ufffd');
}
