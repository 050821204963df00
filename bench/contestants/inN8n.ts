import { join } from 'node:path';
import { publish, publishFlow, type Flow } from '../../test/host/harness/flow';
import { outputs, type Execution } from '../../test/host/harness/rest/executions';
import type { Setup } from '../../test/host/harness/setup';
import type { WorkflowNode } from '../../test/host/harness/rest/workflows';
import { node, readFiles, tagPdf } from '../../test/host/harness/workflow';
import { httpRequestWorkflow } from './httpRequest';

/** Measured workflows answer at their end, so that nobody polls n8n meanwhile. */
export const QUIET = { answers: 'at the end' } as const;

/** Runs a workflow in n8n on the files of a pattern, once per call. */
export type Job = () => Promise<Done>;

/** Read Files → Tag PDF. */
export async function tagPdfJob(setup: Setup, pattern: string): Promise<Job> {
	const last = tagPdf(setup.credential);
	return jobOf(await publishFlow(setup, [readFiles(pattern), last], QUIET), last.name);
}

/** Read Files → HTTP Request nodes and a Wait loop. */
export async function httpRequestJob(
	setup: Setup,
	pattern: string,
	options: Parameters<typeof httpRequestWorkflow>[3],
): Promise<Job> {
	const { sandbox } = setup;
	const define = httpRequestWorkflow;
	const workflow = (event: WorkflowNode) => define(event, sandbox, pattern, options);
	const flow = await publish(setup, workflow, QUIET.answers);
	return jobOf(flow, 'Download');
}

/** Read Files → Write Files: the time that n8n itself needs to copy files in and out. */
export async function copyJob(setup: Setup, pattern: string): Promise<Job> {
	const fileName = join(setup.documents, 'written.pdf');
	const parameters = { operation: 'write', fileName, options: {} };
	const write = node('Write Files', 'n8n-nodes-base.readWriteFile', 1, parameters);
	return jobOf(await publishFlow(setup, [readFiles(pattern), write], QUIET), write.name);
}

/** An execution that has ended. */
export interface Done {
	/** Milliseconds. */
	ms: number;
	/** Items that the last node returned, in all its runs. */
	delivered: number;
	/** Error that ended it early. */
	error?: string;
}

/** @param last the node whose output counts */
function jobOf(flow: Flow, last: string): Job {
	let count = 0;
	return async () => {
		await flow.start();
		count += 1;
		return doneOf(await flow.ended(count), last);
	};
}

function doneOf(execution: Execution, last: string): Done {
	const { error, runData } = execution.data.resultData;
	const runs = (runData[last] ?? []).map((_, run) => outputs(execution, last, run).flat().length);
	return {
		ms: Date.parse(execution.stoppedAt) - Date.parse(execution.startedAt),
		delivered: runs.reduce((sum, items) => sum + items, 0),
		error: error?.message,
	};
}

/** Runs a job of one document. @returns its milliseconds */
export async function delivered(job: Job): Promise<number> {
	const { delivered: items, error, ms } = await job();
	if (items !== 1) throw new Error(error ?? `${items} documents came back`);
	return ms;
}
