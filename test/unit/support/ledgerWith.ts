import { createStoredLedger, Ledger, type NamedStage } from '../../../client/ledger';
import type { Job } from '../../../client/service';
import { jobOf } from './fakeService';

/** A document's job, as the ledger is told of it. */
export interface ToldJob extends Partial<Job> {
	paidBefore?: NamedStage['paidBefore'];
}

/** A document in a ledger: its jobs in their order; the last one may be a submission without an answer. */
export interface ToldDocument {
	/** By default, each item has a document of its own. */
	id?: string;
	/** By default, each document has a content of its own. */
	content?: string;
	pages?: number;
	isOfExecution?: boolean;
	jobs: Array<ToldJob | 'unanswered'>;
	/** The service refused the job after these. */
	isRefused?: boolean;
	maxJobs?: number;
}

/** The idempotency key of a document's job. */
export const keyOf = (id: string, number = 1) => `${id} ${number}`.padEnd(64, 'k');

/** A ledger that knows these documents, one for each item; undefined for an item without a document. */
export function ledgerWith(
	documents: ReadonlyArray<ToldDocument | undefined>,
	executionId = 'execution_1',
): Ledger {
	const ledger = new Ledger(createStoredLedger(executionId), executionId);
	documents.forEach((told, index) => {
		if (!told) return;
		const { id = `d${index}`, content = id, isOfExecution = false, isRefused, jobs } = told;
		const { maxJobs = 1, pages } = told;
		const isKnown = ledger.getDocument(id) !== undefined;
		ledger.assign(`0:${index}:`, { connection: 'a', fingerprint: 'f', documentId: id });
		ledger.allowJobs(id, maxJobs);
		if (isKnown) return;
		const begin = (number: number) => {
			const document = { id, connection: 'a', content, jobsOf: id, isOfExecution, pages };
			ledger.count(document, keyOf(id, number));
			ledger.send(id, '{}');
		};
		jobs.forEach((job, n) => {
			begin(n + 1);
			if (job === 'unanswered') {
				ledger.doubt(id);
				return;
			}
			const { paidBefore = false, ...fields } = job;
			ledger.name(id, jobOf(`job_${n + 1}`, fields), { paidBefore, isInSum: false });
		});
		if (isRefused === true) {
			begin(jobs.length + 1);
			ledger.refuse(id);
		}
	});
	return ledger;
}
