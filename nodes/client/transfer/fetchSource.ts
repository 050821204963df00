import { readHost, TagPdfError } from '../errors';
import { sendInSlot } from '../exchange';
import { repeat } from '../retry';
import type { Runtime } from '../runtime';
import { fetchPdf, type Destination } from './fetchPdf';

/**
 * Streams a document from the user's URL to `save`, following redirects. The file never sits in memory here,
 * whatever its announced length.
 *
 * @throws TagPdfError `SOURCE_UNAVAILABLE`, `NOT_A_PDF`, `TOO_LARGE`; `NOT_SAVED` if `save` itself fails
 */
export async function fetchSource<Saved>(
	runtime: Runtime,
	url: string,
	destination: Destination<Saved>,
	signal: AbortSignal | undefined,
): Promise<Saved> {
	const repetition = { request: 'fetchSource', signal, getServer: () => readHost(url) } as const;
	return await repeat(
		runtime,
		repetition,
		async () =>
			await sendInSlot(
				runtime,
				signal,
				async () => await fetchPdf(runtime, url, destination, signal),
			),
	).catch((error: unknown) => {
		if (error instanceof TagPdfError) throw error;
		throw new TagPdfError('NOT_SAVED', {}, { cause: error });
	});
}
