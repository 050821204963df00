import { toOneLine } from './text';

/** Shorter values of a presigned address or form are no secrets, but words such as `private`. */
const MIN_PRESIGNED_LENGTH = 16;
/**
 * Longer values are not remembered, because every text would be searched for them. All fields of an S3 form together
 * have at most 20 kB.
 */
const MAX_PRESIGNED_LENGTH = 4_096;
/**
 * Number of forms of presigned values that are remembered: those of 75 values, which have at most six forms each. The
 * last ones suffice: they are those of the transfers in progress. With more of them, answers that nearly repeat them
 * would block n8n.
 */
const MAX_PRESIGNED = 450;

/**
 * What no error, log line or output may show, even if the service repeats it: the API key, and the values of presigned
 * addresses and forms.
 */
export class Secrets {
	private readonly fixed: readonly string[];
	/** The oldest first. */
	private readonly presigned = new Set<string>();

	constructor(...values: readonly string[]) {
		this.fixed = values.flatMap(listForms);
	}

	/** Remembers the values of a presigned address (its query), or of a presigned form. */
	addPresigned(address: string, fields: Record<string, string> = {}): void {
		const { search = '', searchParams = [] } = URL.canParse(address) ? new URL(address) : {};
		// As the address itself spells them: servers differ in what they encode, and how.
		const spelled = search.split(/[?&]/).map((part) => part.slice(part.indexOf('=') + 1));
		const decoded = [...searchParams].map(([, value]) => value);
		const values = [...decoded, ...Object.values(fields)].flatMap((value) => [
			value,
			...listUrlEncoded(value),
		]);
		const secret = [...spelled, ...values].filter(
			({ length }) => length >= MIN_PRESIGNED_LENGTH && length <= MAX_PRESIGNED_LENGTH,
		);
		for (const value of secret) {
			// A value that repeats, as a session token does, counts as one of the last.
			this.presigned.delete(value);
			this.presigned.add(value);
		}
		for (const oldest of this.presigned) {
			if (this.presigned.size <= MAX_PRESIGNED) break;
			this.presigned.delete(oldest);
		}
	}

	/** Whether a value has the API key in it. */
	isIn(value: unknown): boolean {
		return typeof value === 'string' && this.fixed.some((form) => value.includes(form));
	}

	/**
	 * Puts a text on one line of at most `longest` UTF-16 units, with `***` in the place of secrets. Only the beginning of
	 * a long text is searched, and the rest is cut off.
	 */
	redact(text: string, longest: number): string {
		const hidden = [...this.fixed, ...this.presigned];
		const reach = hidden.reduce((most, { length }) => Math.max(most, length), 0);
		// The text may begin with a long secret. There should still be other text to show behind it.
		const end = SEARCHED_LINES * longest + reach;
		// A secret that begins before `end` may reach beyond it.
		const found = findAll(text.slice(0, end + reach), hidden);
		let shown = '';
		let at = 0;
		for (const { from, to } of found) {
			if (from > at) shown += text.slice(at, Math.min(from, end));
			if (from >= at && from < end) shown += '***';
			at = Math.max(at, to);
		}
		shown += text.slice(at, end) + (text.length > end ? '…' : '');
		return toOneLine(shown, longest);
	}
}

/**
 * How many times the wanted length is searched: secrets become shorter when they are replaced. If a text consists
 * mostly of secrets, what is shown may still be shorter than wanted.
 */
const SEARCHED_LINES = 4;

/** All places of these forms in a text, in order. */
function findAll(text: string, forms: readonly string[]): Array<{ from: number; to: number }> {
	const found: Array<{ from: number; to: number }> = [];
	for (const form of forms) {
		for (let from = text.indexOf(form); from >= 0; from = text.indexOf(form, from + form.length))
			found.push({ from, to: from + form.length });
	}
	return found.sort((one, other) => one.from - other.from || other.to - one.to);
}

/**
 * The forms in which a server may write a secret: as it is, URL-encoded and in base64, each also in lower and in upper
 * case.
 */
function listForms(secret: string): string[] {
	const base64 = Buffer.from(secret).toString('base64');
	const forms = [
		...[secret, ...listUrlEncoded(secret)],
		...[base64.replace(/=+$/, ''), Buffer.from(secret).toString('base64url')],
	];
	const all = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
	return [...new Set(all)].filter((form) => form !== '');
}

/**
 * A text in a URL: as JavaScript writes it, and as forms and PHP do, which also encode `!'()*~`. Each has its percent
 * codes in capitals, and in small letters, as .NET writes them.
 */
function listUrlEncoded(text: string): string[] {
	// Half a surrogate pair cannot be encoded.
	const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
	const toCode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
	return [encoded, encoded.replace(/[!'()*~]/g, toCode)].flatMap((form) => [
		form,
		form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
	]);
}
