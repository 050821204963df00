import { asTagPdfError, type TagPdfError } from './errors';
import type { ByteStream, Host } from './host';
import { repeat } from './repeat';
import type { Service } from './service';
import { fetchPdf } from './transfer';
import { hostOf } from './baseUrl';

/**
 * Fetches the tagged PDF of a completed job (interface 4.5). Every try asks for a result URL of its
 * own, because one is short-lived (2.4). What is cut short, stalls or is no PDF is fetched again.
 *
 * @param save takes the stream; must reject when the stream does
 * @throws TagPdfError that names the job and the way to fetch it later
 */
export async function downloadResult<Saved>(
	host: Host,
	service: Service,
	jobId: string,
	save: (content: ByteStream) => Promise<Saved>,
	signal: AbortSignal | undefined = host.signal,
): Promise<Saved> {
	let url = '';
	const [saved] = await Promise.allSettled([
		repeat(host, { step: 'download', signal, jobId, target: () => hostOf(url) }, async () => {
			url = (await service.getResult(jobId, { signal })).result_url;
			return await fetchPdf(host, url, save, signal);
		}),
	]);
	if (saved.status === 'fulfilled') return saved.value;
	throw asTagPdfError(saved.reason, notSaved(jobId, saved.reason), jobId);
}

function notSaved(jobId: string, reason: unknown): ConstructorParameters<typeof TagPdfError>[0] {
	const said = reason instanceof Error ? reason.message : String(reason);
	return {
		code: 'NOT_SAVED',
		message: `n8n could not store the tagged PDF of job ${jobId}: ${said}`,
		description: `Check the disk space and the binary data settings of this n8n. The job is paid for: fetch it with Job → Download and the ID ${jobId}.`,
	};
}
