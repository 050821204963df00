import { setTimeout } from 'node:timers/promises';
import type { components } from '../../contract/service';
import type { SandboxAccount } from '../accounts';
import { ApiError } from '../api/errors';
import { ordered } from '../faults/observe';
import type { SeenRequest } from '../requests';
import type { Service } from '../service';
import { storedDocument } from '../storage/uploads';
import { countPages } from '../tagging/pages';
import type { JobRecord } from './job';

/**
 * Creates a job: counts the pages, charges for them and hands the job to the worker.
 *
 * @throws ApiError 400 for an unknown key or too many pages, 402 without enough credits
 */
export async function createJob(
	service: Service,
	account: SandboxAccount,
	submission: components['schemas']['JobSubmission'],
	seen: SeenRequest,
): Promise<JobRecord> {
	const { options, ids, ledger } = service;
	const upload = service.uploads.get(submission.key);
	const document = storedDocument(upload, account.accountId, options);
	if (!upload || !document || ordered(seen, 'expired'))
		throw new ApiError(400, 'No document is stored under this key.');
	const pages = await countPages(document.path);
	if (pages !== null && pages > options.maxPages)
		throw new ApiError(400, `The document has ${pages} pages; ${options.maxPages} are allowed.`);
	if (options.creationMs > 0)
		await setTimeout(options.creationMs, undefined, { signal: service.closing });

	// From here on nothing waits: two submissions cannot both spend the last credit.
	const credits = pages ?? options.unreadableCredits;
	if (account.credits < credits)
		throw new ApiError(
			402,
			`${credits} credit${credits === 1 ? '' : 's'} needed, ${account.credits} left.`,
		);
	account.credits -= credits;
	const job: JobRecord = {
		id: ids.next('job'),
		accountId: account.accountId,
		status: 'processing',
		filename: submission.filename ?? upload.filename,
		sentOptions: submission.options,
		pages,
		creditsUsed: credits,
		sha256: document.sha256,
		source: document.path,
		result: null,
		resultKey: `${ids.unique('result')}.pdf`,
		failOnOrder: ordered(seen, 'failJob'),
		failure: null,
		idempotencyKey: seen.idempotencyKey,
		createdAt: options.now(),
		finishedAt: null,
	};
	const { accountId, id: jobId, sha256, idempotencyKey, createdAt: at } = job;
	ledger.entries.push({
		kind: 'charge',
		accountId,
		jobId,
		pages,
		credits,
		sha256,
		idempotencyKey,
		at,
	});
	service.jobs.set(job.id, job);
	service.enqueue(job);
	return job;
}
