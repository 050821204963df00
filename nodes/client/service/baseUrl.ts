const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export type BaseUrl = { ok: true; url: string } | { ok: false; reason: string };

/**
 * Normalizes a base address: no trailing slash, no pasted `/v1` (interface 9 puts it in every path), no
 * query, no fragment. `http:` is accepted for loopback hosts only, because every call carries the API key
 * (interface 5.1).
 *
 * @returns the address, or the reason it is refused, as a sentence for the user
 */
export function normalizeBaseUrl(input: unknown): BaseUrl {
	const text = typeof input === 'string' ? input.trim() : '';
	if (text === '') return refuse('The base URL is empty.');

	const parsed = URL.canParse(text) ? new URL(text) : undefined;
	if (!parsed || !/^https?:$/.test(parsed.protocol)) {
		return refuse('The base URL must be a full address, e.g. https://api.example.com.');
	}
	if (parsed.username !== '' || parsed.password !== '') {
		return refuse('The base URL must not contain a user name or password.');
	}
	if (parsed.protocol === 'http:' && !isLoopback(parsed)) {
		return refuse(
			'The base URL must start with https:// (http:// is only for a sandbox on this machine), because the API key is sent with every call.',
		);
	}
	const path = parsed.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
	return { ok: true, url: parsed.origin + path };
}

/** Whether an address is on this machine. */
export function isLoopback({ hostname }: URL): boolean {
	return LOOPBACK_HOST.test(hostname);
}

function refuse(reason: string): BaseUrl {
	return { ok: false, reason };
}
