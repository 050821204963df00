import type { Call } from '../world/records';
import type { ClaimContext } from './context';

/** A later try of an execution resumes the job of a document, even if the document's link has expired. */
export function checkSource(
	call: Call,
	{ text, index = -1 }: { text: string; index?: number },
	{ ledger, report, service }: ClaimContext,
): void {
	if (!text.includes('could not be fetched')) return;
	const content = ledger.history.findOwnContent(call, index);
	if (content === undefined) return;
	const paid = ledger.all.find(
		({ call: earlier, execution: own, job }) =>
			own === call.execution &&
			earlier !== call &&
			earlier.sawJobs.has(job.id) &&
			job.content === content &&
			!service.isLost(job),
	);
	if (paid) report('reads a paid document again', `${paid.job.id}: ${text}`);
}
