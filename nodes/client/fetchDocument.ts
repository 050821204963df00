import { hostOf } from './baseUrl';
import type { ByteStream, Host, HttpResponse } from './host';
import { repeat } from './repeat';
import { fetchPdf } from './transfer';

/**
 * Fetches a document from a URL of the user's, following redirects, into whatever `save` makes of
 * it: n8n's binary store, so that a file of any or no announced length never sits in memory here.
 *
 * @throws TagPdfError `SOURCE_UNAVAILABLE` or `NOT_A_PDF`
 */
export async function fetchDocument<Saved>(
	host: Host,
	url: string,
	save: (content: ByteStream, headers: HttpResponse['headers']) => Promise<Saved>,
	signal: AbortSignal | undefined,
): Promise<Saved> {
	return await repeat(
		host,
		{ step: 'fetchSource', signal, target: () => hostOf(url) },
		async () => await fetchPdf(host, url, save, signal),
	);
}
