import type { Plan } from '../plan';
import type { Call } from '../world/records';
import type { ServiceModel } from '../world/service';
import { identityOf, type Charge, type Ledger } from './ledger';

/** Paid and undelivered jobs of an item's document, as far as the node can know them. */
export function openJobsOf(
	call: Call,
	index: number,
	{ ledger, plan, service }: { ledger: Ledger; plan: Plan; service: ServiceModel },
): Charge[] {
	const { entries, execution } = call;
	const { history } = ledger;
	const content = entries[index]?.content.content;
	const isForgetful = plan.isUnsaved || plan.storeEntries > 0 || history.hadStoreTrouble(execution);
	if (content === undefined || isForgetful) return [];
	if (plan.executions.some(({ clearsStore }) => clearsStore)) return [];
	const options = JSON.stringify({ ocr: execution.settings.ocr === 'on', embed_fonts: false });
	return ledger.of(identityOf(call, { content, options })).filter(
		(charge) =>
			charge.job.content === content &&
			charge.call !== call &&
			// A workflow does not know the jobs of its copies.
			charge.execution.workflowId === execution.workflowId &&
			// A run beside this one may submit the document after this one has skipped it.
			charge.job.createdAt < call.startedAt &&
			charge.deliveredTo === undefined &&
			!charge.mayBeClosed &&
			!history.hadStoreTrouble(charge.execution) &&
			charge.execution.plan.apiKey === execution.plan.apiKey &&
			!service.isLost(charge.job),
	);
}
