import type { FaultOrder, SandboxOptions } from '../../../sandbox';
import type { CredentialReference } from '../harness/rest/credentials';
import type { WorkflowNode } from '../harness/rest/workflows';
import { tagPdf } from '../harness/workflow';

/** The call that the run is held in when n8n is killed. */
export const MOMENTS = {
	'at the upload': { step: 'store', fault: { stall: 'headers' } },
	"before the submission's answer": { step: 'submitJob', fault: { stall: 'headers' } },
	'in the wait': { step: 'getJob', fault: { fields: { status: 'processing' } }, times: 'always' },
	'in the download': { step: 'download', fault: { stall: 'body' } },
	'after the node, in the next one': { step: 'getAccount', fault: { stall: 'headers' } },
} satisfies Record<string, FaultOrder>;

/** What has become of the job when the document comes back. */
export const FATES = {
	failed: { step: 'submitJob', fault: { failJob: true }, times: 'always' },
	'result gone': { step: 'getResult', fault: { status: 410 } },
} satisfies Record<string, FaultOrder>;

/** How the document comes back. */
export type Next = 'Retry' | 'run by hand' | 'next event' | 'two at once';

/** A way that documents go: n8n is killed while they are under way, and they come back. */
export interface Row {
	readonly killed: keyof typeof MOMENTS;
	/** Completed unless told otherwise. */
	readonly fate?: keyof typeof FATES;
	readonly next: Next;
	/** Of both runs together, for each document. */
	readonly charges: number;
	/** 1 unless told otherwise. */
	readonly documents?: number;
	readonly scope?: 'content';
	/** Submit → Job: Wait → Job: Download with Save Execution Progress, in place of one node. */
	readonly inSteps?: true;
	/** `first-job` unless told otherwise. */
	readonly reading?: SandboxOptions['idempotency'];
}

/** What distinguishes a row in a list of tests. */
export function titleOf({ killed, fate, next, ...row }: Row): string {
	const { charges, documents = 1, inSteps, reading, scope } = row;
	const about = [
		`killed ${killed}`,
		documents > 1 && `${documents} documents`,
		scope && `scope ${scope}`,
		inSteps && 'in three steps that n8n saves',
		reading && `a repeat with another body is refused`,
		fate && (fate === 'failed' ? 'the job fails' : 'its result is gone'),
		next,
	];
	return `${about.filter(Boolean).join(', ')}: ${charges} each`;
}

/** The nodes of a row; the one named Tag PDF gives the result out. */
export function nodesOf({ killed, inSteps, scope }: Row, api: CredentialReference): WorkflowNode[] {
	if (inSteps) {
		const submit = { ...tagPdf(api, { operation: 'submit' }), name: 'Submit' };
		const wait = { ...tagPdf(api, { resource: 'job', operation: 'wait' }), name: 'Wait' };
		return [submit, wait, tagPdf(api, { resource: 'job', operation: 'download' })];
	}
	const tag = tagPdf(
		api,
		scope ? { options: { avoidPayingTwice: { payOnce: { per: scope } } } } : {},
	);
	if (MOMENTS[killed].step !== 'getAccount') return [tag];
	return [tag, { ...tagPdf(api, { resource: 'account' }), name: 'Then' }];
}
