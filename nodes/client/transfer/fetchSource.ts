import { serverOf } from '../errors';
import { repeat } from '../retry';
import type { Runtime } from '../runtime';
import { fetchPdf, type Save } from './fetchPdf';

/**
 * Fetches a document from a URL of the user's, following redirects, into whatever `save` makes of
 * it, so that a file of any or no announced length never sits in memory here.
 *
 * @throws TagPdfError `SOURCE_UNAVAILABLE` or `NOT_A_PDF`
 */
export async function fetchSource<Saved>(
	runtime: Runtime,
	url: string,
	save: Save<Saved>,
	signal: AbortSignal | undefined,
): Promise<Saved> {
	return await repeat(
		runtime,
		{ request: 'fetchSource', signal, server: () => serverOf(url) },
		async () => await fetchPdf(runtime, url, save, signal),
	);
}
