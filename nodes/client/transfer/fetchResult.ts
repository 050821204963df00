import { serverOf, TagPdfError } from '../errors';
import { admitted } from '../exchange';
import { repeat } from '../retry';
import type { Runtime } from '../runtime';
import type { CallOptions, Service } from '../service';
import { fetchPdf, type Destination } from './fetchPdf';

/**
 * Fetches the tagged PDF of a completed job (interface 4.5). Every try asks for a result URL of its
 * own, because one is short-lived (2.4). What is cut short, stalls or is no PDF is fetched again.
 *
 * @throws TagPdfError that names the job; `NOT_SAVED` when saving ends for a reason of its own
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
		// Before the document takes its turn: it may have to be asked for patiently.
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
