import { serverOf, TagPdfError } from '../errors';
import { admitted } from '../exchange';
import { repeat } from '../retry';
import type { Runtime } from '../runtime';
import { fetchPdf, type Destination } from './fetchPdf';

/**
 * Fetches a document from a URL of the user's, following redirects, into whatever `save` makes of
 * it, so that a file of any or no announced length never sits in memory here.
 *
 * @throws TagPdfError `SOURCE_UNAVAILABLE`, `NOT_A_PDF`, `TOO_LARGE`; `NOT_SAVED` when saving ends
 * for a reason of its own
 */
export async function fetchSource<Saved>(
	runtime: Runtime,
	url: string,
	destination: Destination<Saved>,
	signal: AbortSignal | undefined,
): Promise<Saved> {
	const repetition = { request: 'fetchSource', signal, server: () => serverOf(url) } as const;
	return await repeat(
		runtime,
		repetition,
		async () =>
			await admitted(
				runtime,
				signal,
				async () => await fetchPdf(runtime, url, destination, signal),
			),
	).catch((error: unknown) => {
		if (error instanceof TagPdfError) throw error;
		throw new TagPdfError('NOT_SAVED', {}, { cause: error });
	});
}
