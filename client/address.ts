import type { Failure } from './failure';

/** An address that may be used, or the reason it is refused, as a sentence for the user. */
export type CheckedAddress = { ok: true; url: string } | { ok: false; reason: string };

/** Characters that nobody sees: blanks, line breaks, control characters, and marks such as U+200B. */
const INVISIBLE = String.raw`[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]`;
const OTHER_INVISIBLE = new RegExp(`(?! )${INVISIBLE}`, 'gu');
const IS_INVISIBLE = new RegExp(`^${INVISIBLE}$`, 'u');
const BEARER = new RegExp(`^bearer(${INVISIBLE}+|$)`, 'iu');

/** Removes invisible characters from both ends of a text: copying can add them there. */
export function trimInvisible(text: string): string {
	// A regular expression with `+$` would take minutes for a text with many blanks inside.
	const isInvisible = (at: number) =>
		IS_INVISIBLE.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
	let start = 0;
	while (start < text.length && isInvisible(start)) start += sizeAt(text, start);
	let end = text.length;
	while (end > start) {
		const last = end - (end > 1 ? sizeAt(text, end - 2) : 1);
		if (!isInvisible(last)) break;
		end = last;
	}
	return text.slice(start, end);
}

/**
 * A text in one form (NFC), with plain spaces and without other invisible characters, to compare it with another one.
 */
export function toVisibleText(text: string): string {
	const spaced = text.replace(/\p{Zs}/gu, ' ');
	return trimInvisible(spaced.replace(OTHER_INVISIBLE, '')).normalize('NFC');
}

/** Size of the character at this place, in UTF-16 units. */
function sizeAt(text: string, at: number): number {
	return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Counts the characters (code points) that can be seen. */
export function countVisibleCharacters(text: string): number {
	return Array.from(text.replace(new RegExp(INVISIBLE, 'gu'), '')).length;
}

/** The first invisible character of a text, apart from plain spaces; undefined if there is none. */
export function findInvisibleCharacter(text: string): string | undefined {
	return new RegExp(`(?! )${INVISIBLE}`, 'u').exec(text)?.[0];
}

/** An API key that a header can carry, or the reason it is refused, as a sentence for the user. */
export type CheckedKey = { ok: true; key: string } | { ok: false; reason: string };

/**
 * Removes what copying may add to an API key: invisible characters at its ends, and a leading `Bearer`. Then it refuses
 * a value that is not a text (an n8n expression may return anything), that is empty or too long, or that contains
 * anything but visible ASCII characters: n8n's HTTP clients would send some of the others in another encoding, and leave
 * out the rest without an error.
 */
export function normalizeApiKey(input: unknown): CheckedKey {
	const refuseKeyText = (reason: string) =>
		({ ok: false, reason: `The 'API Key' ${reason}.` }) as const;
	if (typeof input !== 'string') return refuseKeyText('is not a text');
	const key = trimInvisible(input).replace(BEARER, '');
	if (key === '') return refuseKeyText('is empty');
	if (key.length > MAX_KEY_LENGTH) return refuseKeyText('is too long to be one');
	const [character] = /[^\x21-\x7e]/u.exec(key) ?? [];
	if (character === undefined) return { ok: true, key };
	return refuseKeyText(`contains ${describeCharacter(character)}, which no key has`);
}

/**
 * A longer text is not a key, but probably a pasted file. Every answer is searched for the key, and a search for such a
 * text would take long.
 */
const MAX_KEY_LENGTH = 1_000;

/** Describes a character for a message: `a space`, `an invisible character (U+200B)` or `"é" (U+00E9)`. */
export function describeCharacter(character: string): string {
	const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
	if (character === ' ') return 'a space';
	return new RegExp(INVISIBLE, 'u').test(character)
		? `an invisible character (${code})`
		: `"${character}" (${code})`;
}

/**
 * Normalizes a base address: removes trailing slashes, a pasted `/v1` (every path begins with it already: interface,
 * section 9), the query and the fragment. `http:` is accepted for loopback hosts only, because every call carries the
 * API key (interface, section 5.1).
 */
export function normalizeBaseUrl(input: unknown): CheckedAddress {
	const text = typeof input === 'string' ? trimInvisible(input) : '';
	if (text === '') return refuse("The 'Base URL' is empty.");

	const parsed = parseHttpUrl(text);
	if (!parsed) {
		return refuse("The 'Base URL' must be a full address, e.g. https://api.example.com.");
	}
	if (parsed.username !== '' || parsed.password !== '') {
		return refuse("The 'Base URL' must not contain a user name or password.");
	}
	if (parsed.protocol === 'http:' && CONTAINER_HOST.test(parsed.hostname)) {
		return refuse(
			"The 'Base URL' must start with https://, because the API key is sent with every call. A sandbox must share the network of n8n's container (network_mode: service:n8n, or --network host). Then it is http://localhost:4010.",
		);
	}
	if (parsed.protocol === 'http:' && !isLoopback(parsed)) {
		return refuse(
			"The 'Base URL' must start with https:// (http:// is only for a sandbox on this machine), because the API key is sent with every call.",
		);
	}
	const path = parsed.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
	return { ok: true, url: parsed.origin + path };
}

/**
 * Names by which a container reaches its host machine. They are not loopback hosts: calls leave the container
 * unencrypted, and the names can be set to any address.
 */
const CONTAINER_HOST = /\.(docker|containers)\.internal$/;

/** Characters that some servers drop from a path, or take for its end. */
const IGNORED = new RegExp(INVISIBLE, 'gu');

/**
 * Characters that some servers take for a slash or a backslash: fraction and division slashes, the set minus, and the
 * yen and won signs, which older Japanese and Korean encodings have in the place of the backslash.
 */
const SLASHES = String.raw`/\\\u2044\u2215\u29f8\u2216\u00a5\u20a9`;

/** A step out of a folder. Some servers ignore what follows `;`, `?` or `#`, and take an ideographic full stop for a dot. */
const STEP = new RegExp(`(^|[${SLASHES}])[.\u3002]{2}([;?#${SLASHES}]|$)`, 'u');

/**
 * A path that is still encoded after so many decodings counts as one that hides a step. No ID is encoded more than
 * twice.
 */
const MAX_ENCODINGS = 4;

/**
 * Whether some server may find a step out of the base URL's folder in this path, although the URL standard finds none.
 * Such a server may decode the path once more, decode what is not UTF-8 (such as overlong forms), map wide letters to
 * plain ones, or drop blanks and control characters.
 */
function hidesStep(path: string): boolean {
	let decoded = path;
	for (let encodings = 0; /%(u|[0-9a-f]{2})/i.test(decoded); encodings += 1) {
		if (encodings === MAX_ENCODINGS) return true;
		try {
			decoded = decodeURIComponent(decoded);
		} catch {
			return true;
		}
	}
	return STEP.test(decoded.normalize('NFKC').replace(IGNORED, ''));
}

/**
 * Resolves the address of a request that carries the API key. Only the base URL's own origin and folder may get the
 * key. An address that is only a path is appended to the base URL.
 *
 * @param request its address is in `url`, or in `uri` if it comes from n8n's HTTP Request node
 * @returns the absolute address that was checked, to be used in place of the request's own; or why it is refused
 */
export function resolveKeyAddress(
	baseUrl: unknown,
	{ uri, url = uri }: { url?: unknown; uri?: unknown },
): CheckedAddress {
	const base = normalizeBaseUrl(baseUrl);
	if (!base.ok) return base;
	const address = url instanceof URL ? url.href : typeof url === 'string' ? url.trim() : '';
	const target = parseUrl(/^\/(?!\/)/.test(address) ? base.url + address : address);
	if (target === undefined) return refuseKey(base.url, 'an address that cannot be read');
	if (target.username !== '' || target.password !== '') {
		return refuseKey(base.url, 'an address with a user name or password');
	}
	const isWithin = `${target.origin}${target.pathname}/`.startsWith(`${base.url}/`);
	const mayLeave = base.url !== target.origin && hidesStep(target.pathname);
	if (isWithin && !mayLeave) return { ok: true, url: target.href };
	return refuseKey(base.url, target.origin === 'null' ? target.protocol : target.host);
}

/**
 * Checks an address that an answer names. It must be http(s), and if the answer came by https, it must be https, too:
 * otherwise a document or its link would be sent unencrypted. Between two servers on this machine encryption is not
 * required.
 *
 * @param field what names the address, e.g. `result_url`
 * @param from the address that the answer came from
 * @returns why the client does not call the address; undefined if it may be called
 */
export function checkAddress(field: string, address: string, from: string): Failure | undefined {
	const parsed = parseHttpUrl(address);
	if (!parsed) return { kind: 'address', field, reason: 'is not an http(s) address' };
	const base = new URL(from);
	if (parsed.protocol === 'https:' || base.protocol === 'http:') return undefined;
	if (isLoopback(parsed) && isLoopback(base)) return undefined;
	return { kind: 'address', field, reason: 'is not https' };
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is on this machine. */
function isLoopback({ hostname }: URL): boolean {
	return LOOPBACK_HOST.test(hostname);
}

/** @returns undefined if the text is not an http(s) address */
export function parseHttpUrl(text: string): URL | undefined {
	const url = parseUrl(text);
	return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

function refuse(reason: string): CheckedAddress {
	return { ok: false, reason };
}

function refuseKey(baseUrl: string, what: string): CheckedAddress {
	return refuse(
		`The API key is only sent to the 'Base URL' of its credential, ${baseUrl}. This request asks for ${what}.`,
	);
}
