import { serverOf, TagPdfError } from '../errors';
import { admitted } from '../exchange';
import { repeat } from '../retry';
import type { Runtime } from '../runtime';
import type { CallOptions, Service } from '../service';
import { fetchPdf, type Destination } from './fetchPdf';

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
	{ signal, patientUntil }: Pick<CallOptions, 'signal' | 'patientUntil'>,
): Promise<Saved> {
	const job = { jobId, jobExists: true };
	let url = '';
	let askedAt = 0;
	const ask = async () => {
		askedAt = runtime.now();
		url = (await service.getResult(jobId, { signal, patientUntil })).result_url;
	};
	const fetch = async () => {
		// Before the transfer takes a slot: the result URL may need many retries.
		await ask();
		return await runtime.slots.transfers.through(async () => {
			if (runtime.now() - askedAt > runtime.limits.transfer.freshUrlMs) await ask();
			return await admitted(runtime, signal, async () => {
				return await fetchPdf(runtime, url, destination, signal);
			});
		}, true);
	};
	const server = () => serverOf(url);
	const repetition = { request: 'download', signal, patientUntil, job, server } as const;
	return await repeat(runtime, repetition, fetch).catch((error: unknown) => {
		if (error instanceof TagPdfError) throw error;
		throw new TagPdfError('NOT_SAVED', job, { cause: error });
	});
}
