import { normalizeBaseUrl, type BaseUrl } from './baseUrl';

/** Address options of an HTTP client. n8n's HTTP Request node uses `uri` for `url`. */
export interface RequestAddress {
	baseURL?: unknown;
	url?: unknown;
	uri?: unknown;
}

/**
 * Resolves the address of a request that carries the API key. Only the base URL's own origin and path may
 * get the key.
 *
 * @returns the absolute address that was checked, to be used in place of the request's own; or the reason
 * it gets no key, as a sentence for the user
 */
export function resolveKeyAddress(baseUrl: unknown, request: RequestAddress): BaseUrl {
	const base = normalizeBaseUrl(baseUrl);
	if (!base.ok) return base;
	const target = resolveTarget(request);
	if (target === undefined) return refuse(base.url, 'an address that cannot be read');
	if (target.username !== '' || target.password !== '') {
		return refuse(base.url, 'an address with a user name or password');
	}
	if (isWithin(target, new URL(base.url))) return { ok: true, url: target.href };
	return refuse(base.url, target.origin === 'null' ? target.protocol : target.host);
}

/** Joins the parts as HTTP clients do: an absolute address ignores the base. */
function resolveTarget({ baseURL, url, uri }: RequestAddress): URL | undefined {
	const address = toText(url ?? uri);
	if (baseURL === undefined || /^([a-z][a-z\d+.-]*:)?\/\//i.test(address)) return parseUrl(address);
	const base = normalizeBaseUrl(baseURL);
	return base.ok ? parseUrl(`${base.url}/${address.replace(/^\/+/, '')}`) : undefined;
}

function isWithin(target: URL, base: URL): boolean {
	const folder = base.pathname.replace(/\/*$/, '/');
	// Some servers decode an encoded slash, so a ".." after it must not leave the folder either.
	const asDecoded = new URL(base.origin + target.pathname.replace(/%2f|%5c/gi, '/')).pathname;
	return (
		target.origin === base.origin &&
		[target.pathname, asDecoded].every((path) => `${path}/`.startsWith(folder))
	);
}

function parseUrl(address: string): URL | undefined {
	return URL.canParse(address) ? new URL(address) : undefined;
}

function toText(address: unknown): string {
	if (address instanceof URL) return address.href;
	return typeof address === 'string' ? address.trim() : '';
}

function refuse(baseUrl: string, what: string): BaseUrl {
	return {
		ok: false,
		reason: `The API key is only sent to the Base URL of its credential, ${baseUrl}. This request asks for ${what}.`,
	};
}
