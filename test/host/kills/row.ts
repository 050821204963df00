import type { FaultOrder, SandboxOptions } from '../../../sandbox';
import type { CredentialReference } from '../harness/rest/credentials';
import type { WorkflowNode } from '../harness/rest/workflows';
import { tagPdf } from '../harness/workflow';

/** The call in flight when n8n is killed. */
export const MOMENTS = {
	'asking for an upload': { step: 'createUpload', fault: { stall: 'headers' } },
	'at the upload': { step: 'store', fault: { stall: 'headers' } },
	"before the submission's answer": { step: 'submitJob', fault: { stall: 'headers' } },
	'in the wait': { step: 'getJob', fault: { fields: { status: 'processing' } }, times: 'always' },
	'asking for the result': { step: 'getResult', fault: { stall: 'headers' } },
	'in the download': { step: 'download', fault: { stall: 'body' } },
	'after the node, in the next one': { step: 'getAccount', fault: { stall: 'headers' } },
} satisfies Record<string, FaultOrder>;

/** What has become of the job when its document is run again. */
export const FATES = {
	completed: [],
	failed: [{ step: 'submitJob', fault: { failJob: true }, times: 'always' }],
	'result gone': [{ step: 'getResult', fault: { status: 410 }, times: 'always' }],
	'not found yet': listMissing(),
	'not found for days': listMissing(),
} satisfies Record<string, readonly FaultOrder[]>;

function listMissing(): FaultOrder[] {
	const steps = ['getJob', 'getResult'] as const;
	return steps.map((step) => ({ step, fault: { status: 404 }, times: 'always' }));
}

/** How the document is run again. */
export const NEXT = [
	'Retry with the original workflow',
	'Retry with the current workflow',
	'run by hand',
	'next event',
	'copy of the workflow',
	'two at once',
] as const;

/** How the service answers a repeated idempotency key with another body. */
export const READINGS = ['first-job', 'replay', 'conflict'] as const;

/** One case: n8n is killed while documents are in flight, and the documents are run again. */
export interface Row {
	readonly killed: keyof typeof MOMENTS;
	readonly next: (typeof NEXT)[number];
	readonly fate: keyof typeof FATES;
	readonly reading: SandboxOptions['idempotency'];
	/** Default: 1. */
	readonly documents?: number;
	/** Uses Submit → Job: Wait → Job: Download with Save Execution Progress instead of one node. */
	readonly inSteps?: true;
}

/** Title of a row, unique among the tests. */
export function titleOf({ documents = 1, fate, inSteps, killed, next, reading }: Row): string {
	const about = [
		`killed ${killed}`,
		documents > 1 && `${documents} documents`,
		inSteps && 'in three steps that n8n saves',
		fate,
		reading,
		next,
	];
	return about.filter(Boolean).join(', ');
}

/** Whether a job exists when n8n is killed. */
export function hasJob({ killed }: Pick<Row, 'killed'>): boolean {
	return killed !== 'asking for an upload' && killed !== 'at the upload';
}

/** Whether a fate can follow a moment: without a job there is none, and a failed job has no result. */
export function isPossible({ fate, killed }: Pick<Row, 'fate' | 'killed'>): boolean {
	if (!hasJob({ killed })) return fate === 'completed';
	const isWaitedFor = ["before the submission's answer", 'in the wait'].includes(killed);
	return fate !== 'failed' || isWaitedFor;
}

/** Outcome of each execution that follows the kill, in any order: `tagged`, or the code of its error. */
export function outcomesOf(row: Row): string[] {
	const { fate, inSteps, next, reading } = row;
	const isTwice = next === 'two at once';
	if (reading === 'conflict' && !inSteps) {
		if (hasJob(row)) return isTwice ? ['CONFLICT', 'CONFLICT'] : ['CONFLICT'];
		// The first of two makes the job, and its key is refused to the other one.
		return isTwice ? ['CONFLICT', 'tagged'] : ['tagged'];
	}
	// Only an answer that shows the job as completed lets the node ask for the result at once.
	const isPolled = reading === 'replay' || isTwice;
	const outcome = {
		completed: 'tagged',
		failed: 'JOB_FAILED',
		'result gone': 'RESULT_GONE',
		'not found yet': 'NOT_FOUND_YET',
		'not found for days': isPolled ? 'JOB_NOT_FOUND' : 'RESULT_GONE',
	}[fate];
	return isTwice ? [outcome, outcome] : [outcome];
}

/** The nodes of a row; the node named Tag PDF returns the result. */
export function nodesOf({ inSteps, killed }: Row, api: CredentialReference): WorkflowNode[] {
	if (inSteps) {
		const submit = { ...tagPdf(api, { operation: 'submit' }), name: 'Submit' };
		const wait = { ...tagPdf(api, { resource: 'job', operation: 'wait' }), name: 'Wait' };
		return [submit, wait, tagPdf(api, { resource: 'job', operation: 'download' })];
	}
	const tag = tagPdf(api);
	if (MOMENTS[killed].step !== 'getAccount') return [tag];
	return [tag, { ...tagPdf(api, { resource: 'account' }), name: 'Then' }];
}
