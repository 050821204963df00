import type { FaultOrder, SandboxOptions } from '../../../sandbox';
import type { CredentialReference } from '../harness/rest/credentials';
import type { WorkflowNode } from '../harness/rest/workflows';
import { tagPdf } from '../harness/workflow';

/** The call in flight when n8n is killed. */
export const MOMENTS = {
	'at the upload': { step: 'store', fault: { stall: 'headers' } },
	"before the submission's answer": { step: 'submitJob', fault: { stall: 'headers' } },
	'in the wait': { step: 'getJob', fault: { fields: { status: 'processing' } }, times: 'always' },
	'in the download': { step: 'download', fault: { stall: 'body' } },
	'after the node, in the next one': { step: 'getAccount', fault: { stall: 'headers' } },
} satisfies Record<string, FaultOrder>;

/** State of the job when the document is run again. */
export const FATES = {
	failed: { step: 'submitJob', fault: { failJob: true }, times: 'always' },
	'result gone': { step: 'getResult', fault: { status: 410 } },
} satisfies Record<string, FaultOrder>;

/** How the document is run again. */
export type Next = 'Retry' | 'run by hand' | 'next event' | 'two at once';

/** One case: n8n is killed while documents are in flight, and the documents are run again. */
export interface Row {
	readonly killed: keyof typeof MOMENTS;
	/** Default: completed. */
	readonly fate?: keyof typeof FATES;
	readonly next: Next;
	/** Charges of both runs together, per document. */
	readonly charges: number;
	/** Default: 1. */
	readonly documents?: number;
	/** Uses Submit → Job: Wait → Job: Download with Save Execution Progress instead of one node. */
	readonly inSteps?: true;
	/** Default: `first-job`. */
	readonly reading?: SandboxOptions['idempotency'];
}

/** Title of a row, unique among the tests. */
export function titleOf({ killed, fate, next, ...row }: Row): string {
	const { charges, documents = 1, inSteps, reading } = row;
	const about = [
		`killed ${killed}`,
		documents > 1 && `${documents} documents`,
		inSteps && 'in three steps that n8n saves',
		reading && `a repeat with another body is refused`,
		fate && (fate === 'failed' ? 'the job fails' : 'its result is gone'),
		next,
	];
	return `${about.filter(Boolean).join(', ')}: ${charges} each`;
}

/** The nodes of a row; the node named Tag PDF returns the result. */
export function nodesOf({ killed, inSteps }: Row, api: CredentialReference): WorkflowNode[] {
	if (inSteps) {
		const submit = { ...tagPdf(api, { operation: 'submit' }), name: 'Submit' };
		const wait = { ...tagPdf(api, { resource: 'job', operation: 'wait' }), name: 'Wait' };
		return [submit, wait, tagPdf(api, { resource: 'job', operation: 'download' })];
	}
	const tag = tagPdf(api);
	if (MOMENTS[killed].step !== 'getAccount') return [tag];
	return [tag, { ...tagPdf(api, { resource: 'account' }), name: 'Then' }];
}
