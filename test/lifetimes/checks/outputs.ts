import type { INodeExecutionData } from 'n8n-workflow';

import { isFailed, isSkipped, jobIdOf } from '../world/items';
import { contentOf, jobOf } from '../world/pdf';
import type { Call } from '../world/records';
import type { Job, ServiceModel } from '../world/service';
import type { Ledger } from './ledger';
import type { Report } from './violation';

/** Each output belongs to its document. No output is lost or repeated, and the order is kept. */
export function checkOutputs(
	call: Call,
	files: ReadonlyMap<string, Buffer>,
	{ ledger, report, service }: { ledger: Ledger; report: Report; service: ServiceModel },
): void {
	const { entries, outputs = [], jobIds } = call;
	const count = entries.length > 0 ? entries.length : jobIds.length;
	const places = outputs.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const expected = Array.from({ length: count }, (_, index) => index);
	if (places.join() !== expected.join()) {
		report('items lost, doubled or out of order', `${call.id}: ${places.join()} of ${count}`);
		return;
	}
	for (const [index, output] of outputs.entries()) {
		if (isFailed(output)) continue;
		const wrong = wrongIn(call, index, output, files, service, ledger);
		if (wrong !== undefined) report('an output is of another document', `${call.id}: ${wrong}`);
	}
}

/** An output that n8n treats as a failure must be a failure. */
export function checkFirst({ id, outputs: [first] = [] }: Call, report: Report): void {
	if (first && !isFailed(first)) report('n8n runs a node again that has succeeded', id);
}

/** Whether only the user's key identifies the document: it has one job, or this node missed its first use. */
export function isOfKeyAlone({ execution }: Call, job: Job | undefined, ledger: Ledger): boolean {
	const { scope } = execution.settings;
	if (scope === 'customOnce') return true;
	const first = job && ledger.chargeOf(job.id);
	if (scope !== 'custom' || !first) return false;
	const isKnown =
		first.execution.workflowId === execution.workflowId &&
		first.execution.settings.scope === scope &&
		first.execution.plan.apiKey === execution.plan.apiKey;
	return !isKnown || ledger.isForgetful(execution) || ledger.isForgetful(first.execution);
}

function wrongIn(
	call: Call,
	index: number,
	output: INodeExecutionData,
	files: ReadonlyMap<string, Buffer>,
	service: ServiceModel,
	ledger: Ledger,
): string | undefined {
	const { entries, jobIds, operation } = call;
	const id = jobIdOf(output);
	const job = service.job(id);
	const content = entries[index]?.content.content ?? service.job(jobIds[index] ?? '')?.content;
	const skipped = isSkipped(output);
	if (job?.content !== content && isOfKeyAlone(call, job, ledger)) return undefined;
	if (!skipped && job?.content !== content) {
		return `item ${index} is document ${content} and has ${id}, of document ${job?.content}`;
	}
	if (operation === 'wait' || operation === 'submit') return undefined;
	const file = files.get(output.binary?.data?.id ?? '');
	const own = output.binary?.data?.data;
	const bytes = file ?? Buffer.from(own ?? '', 'base64');
	if (contentOf(bytes) !== content) return `item ${index} has the file of ${contentOf(bytes)}`;
	if (skipped) return undefined;
	return jobOf(bytes) === id ? undefined : `item ${index} has the file of ${jobOf(bytes)}`;
}
