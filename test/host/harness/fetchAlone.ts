/**
 * Sends a request over a connection of its own. If connections were kept, n8n could close an idle one at the very moment
 * in which the next request uses it, and nobody may repeat a POST.
 */
export async function fetchAlone(
	url: string,
	{
		headers = {},
		...init
	}: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
): Promise<Response> {
	return await fetch(url, { ...init, headers: { ...headers, connection: 'close' } });
}
