import { linkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { components } from '../../contract/service';
import type { SandboxAccount } from '../ledger/accounts';
import { priceOf } from '../ledger/price';
import { ApiError } from '../api/errors';
import { ordered } from '../faults/observe';
import type { SeenRequest } from '../state/requests';
import type { Service } from '../service';
import { storedDocument } from '../storage/uploads';
import type { JobRecord } from './job';

/**
 * Creates a job: counts the pages, charges for them and queues the job.
 *
 * @throws ApiError 400 for an unknown key or too many pages, 402 without enough credits
 */
export async function createJob(
	service: Service,
	account: SandboxAccount,
	submission: components['schemas']['JobSubmission'],
	seen: SeenRequest,
): Promise<JobRecord> {
	const { folder, ids, options } = service;
	const upload = service.uploads.get(submission.key);
	const document = storedDocument(upload, account.accountId, options);
	const noDocument = new ApiError(400, 'No document is stored under this key.');
	if (!upload || !document || ordered(seen, 'expired')) throw noDocument;
	// The job has its own link to the document, which stays when the upload is forgotten.
	const source = join(folder, `${ids.unique('source')}.pdf`);
	linkSync(document.path, source);
	try {
		const pages = await pagesOf(source, service);
		// A reset has meanwhile forgotten the upload, so nobody pays for it.
		if (service.uploads.get(upload.key) !== upload) throw noDocument;
		// Synchronous from here on, so that two submissions cannot both spend the last credit.
		const job: JobRecord = {
			id: ids.next('job'),
			accountId: account.accountId,
			status: 'processing',
			filename: submission.filename ?? upload.filename,
			sentOptions: submission.options,
			pages,
			creditsUsed: priceOf(pages, options.unreadableCredits),
			sha256: document.sha256,
			source,
			result: null,
			resultKey: `${ids.unique('result')}.pdf`,
			failOnOrder: ordered(seen, 'failJob'),
			worseOnOrder: ordered(seen, 'worseResult'),
			failure: null,
			failureDetail: null,
			idempotencyKey: seen.idempotencyKey,
			createdAt: options.now(),
			finishedAt: null,
		};
		service.ledger.charge(account, job);
		document.submitted = true;
		service.jobs.add(job.id, job);
		service.worker.enqueue(job);
		return job;
	} catch (error) {
		rmSync(source, { force: true });
		throw error;
	}
}

/** Counts pages and waits for the creation time; null when the document cannot be read. */
async function pagesOf(
	path: string,
	{ closing, options, tagger }: Service,
): Promise<number | null> {
	const pages = await tagger.countPages(path);
	if (pages !== null && pages > options.maxPages)
		throw new ApiError(400, `The document has ${pages} pages; ${options.maxPages} are allowed.`);
	if (options.creationMs > 0) await options.sleep(options.creationMs, closing);
	return pages;
}
