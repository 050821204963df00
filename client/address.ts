/** An address that may be used, or the reason it is refused, as a sentence for the user. */
export type CheckedAddress = { ok: true; url: string } | { ok: false; reason: string };

/** An API key that a header can carry, or the reason it is refused, as a sentence for the user. */
export type CheckedKey = { ok: true; key: string } | { ok: false; reason: string };

/**
 * Removes what copying may add to an API key: surrounding spaces and a leading `Bearer`. An expression may return
 * something else than a text.
 */
export function normalizeApiKey(input: unknown): CheckedKey {
	if (typeof input !== 'string') return { ok: false, reason: "The 'API Key' is not a text." };
	const key = input.trim().replace(/^bearer(\s+|$)/i, '');
	return key === '' ? { ok: false, reason: "The 'API Key' is empty." } : { ok: true, key };
}

/**
 * Normalizes a base address: no trailing slash, no pasted `/v1` (interface 9 puts it in every path), no
 * query, no fragment. `http:` is accepted for loopback hosts only, because every call carries the API key
 * (interface 5.1).
 */
export function normalizeBaseUrl(input: unknown): CheckedAddress {
	const text = typeof input === 'string' ? input.trim() : '';
	if (text === '') return refuse("The 'Base URL' is empty.");

	const parsed = parseHttpUrl(text);
	if (!parsed) {
		return refuse("The 'Base URL' must be a full address, e.g. https://api.example.com.");
	}
	if (parsed.username !== '' || parsed.password !== '') {
		return refuse("The 'Base URL' must not contain a user name or password.");
	}
	if (parsed.protocol === 'http:' && !isLoopback(parsed)) {
		return refuse(
			"The 'Base URL' must start with https:// (http:// is only for a sandbox on this machine), because the API key is sent with every call.",
		);
	}
	const path = parsed.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
	return { ok: true, url: parsed.origin + path };
}

/** Characters that some servers ignore in a path, or end it at. */
const IGNORED = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/** A step out of a folder. Some servers take a division slash for a slash, and ignore what follows `;`, `?` or `#`. */
const STEP = /(^|[/\\\u2044\u2215])\.\.([;?#/\\\u2044\u2215]|$)/;

/** No ID is encoded more than twice. */
const MAX_ENCODINGS = 4;

/**
 * Whether some server may find a step out of its folder in a path, although the URL standard finds none: it may decode
 * once more, decode what is not UTF-8 (such as overlong forms), map wide letters to plain ones, or drop
 * blanks and control characters.
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
 * Resolves the address of a request that carries the API key. Only the base URL's own origin and folder may get
 * the key. A path without a server is one of the base URL.
 *
 * @param request n8n's HTTP Request node uses `uri` for `url`
 * @returns the absolute address that was checked, to be used in place of the request's own
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

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
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
