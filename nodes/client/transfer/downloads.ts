import { readHost, TagPdfError, type Answer } from '../errors';
import { repeat, type Repetition } from '../retry';
import type { Runtime } from '../runtime';
import type { CallOptions, Service } from '../service';
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
	const download = async () => await fetchPdf(runtime, url, destination, signal);
	const getServer = () => readHost(url);
	return await repeatDownload(runtime, { request: 'fetchSource', signal, getServer }, download);
}

/**
 * Fetches the tagged PDF of a completed job (interface 4.5). Every try requests a new result URL, because
 * URLs are short-lived (2.4). Incomplete or stalled downloads, and files that are not PDFs, are retried.
 *
 * @throws TagPdfError that names the job; `NOT_SAVED` if `save` itself fails
 */
export async function fetchResult<Saved>(
	runtime: Runtime,
	service: Service,
	jobId: string,
	destination: Destination<Saved>,
	{ signal, retryUntil }: Pick<CallOptions, 'signal' | 'retryUntil'>,
): Promise<Saved> {
	let url = '';
	let askedAt = 0;
	const requestUrl = async () => {
		askedAt = runtime.now();
		url = (await service.getResult(jobId, { signal, retryUntil })).result_url;
	};
	const download = async () => {
		// Before the transfer takes a slot: the result URL may need many retries.
		await requestUrl();
		return await runtime.slots.transfers.run(async () => {
			if (runtime.now() - askedAt > runtime.limits.transfer.freshUrlMs) await requestUrl();
			return await fetchPdf(runtime, url, destination, signal);
		}, true);
	};
	const job = { jobId, jobExists: true };
	const getServer = () => readHost(url);
	const repetition = { request: 'download', signal, retryUntil, job, getServer } as const;
	return await repeatDownload(runtime, repetition, download);
}

async function repeatDownload<Saved>(
	runtime: Runtime,
	repetition: Repetition,
	download: () => Promise<Answer<Saved>>,
): Promise<Saved> {
	return await repeat(runtime, repetition, download).catch((error: unknown) => {
		if (error instanceof TagPdfError) throw error;
		throw new TagPdfError('NOT_SAVED', { ...repetition.job }, { cause: error });
	});
}
