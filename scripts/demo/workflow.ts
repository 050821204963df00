import type { INodeExecutionData } from 'n8n-workflow';
import type { Sandbox, Step } from '../../sandbox';
import type { Engine } from '../../engine';
import type { Document } from './documents';
import { type Task, showTasks } from './progress';

/** The calls of the flow (interface 1), in their order for a document. */
const CALLS: Array<[Step, string]> = [
	['createUpload', 'Ask for an upload'],
	['store', 'Send the PDF to storage'],
	['submitJob', 'Submit the job'],
	['getJob', 'Wait for the tagged PDF'],
	['getResult', 'Ask for its address'],
	['download', 'Download it'],
];

/**
 * Runs Start → Tag PDF over all documents and shows each call as the service answers it.
 *
 * @returns an item per document, in order; a failed one has `json.error`
 * @throws when the node as a whole fails, or the run was stopped
 */
export async function runWorkflow(
	engine: Engine,
	sandbox: Sandbox,
	documents: Document[],
	signal: AbortSignal,
): Promise<INodeExecutionData[]> {
	const running = await engine.start({
		nodes: [{ type: 'tagPdf', name: 'Tag PDF', onError: 'continueRegularOutput' }],
		items: documents.map(({ content, name }) => ({
			binary: { data: { content, fileName: name, mimeType: 'application/pdf' } },
		})),
		signal,
	});
	const ended = running.finished.then(() => undefined);
	const tasks = CALLS.map(([call, title]): [string, Task] => [
		title,
		follow(sandbox, call, documents.length, ended),
	]);
	await showTasks('Run the workflow: Start → Tag PDF', new Map(tasks));
	const execution = await running.finished;
	signal.throwIfAborted();
	if (execution.error) throw execution.error;
	return execution.items('Tag PDF');
}

/**
 * Counts this call from now on. The task that shows the count ends when all documents have passed the
 * call, or when the run has ended without the call.
 */
function follow(sandbox: Sandbox, call: Step, documents: number, ended: Promise<void>): Task {
	let done = 0;
	let show = () => {};
	const all = new Promise<void>((resolve) => {
		const count = () => {
			done += 1;
			show();
			if (done === documents) resolve();
		};
		if (call === 'getJob') sandbox.onJobFinished(count);
		else sandbox.onAnswered(({ step, status }) => step === call && isSuccess(status) && count());
	});
	return async (line) => {
		const { title } = line;
		show = () => {
			if (documents > 1) line.title = `${title} (${done} of ${documents})`;
		};
		show();
		await Promise.race([all, ended]);
	};
}

function isSuccess(status: number | null) {
	return status !== null && status < 300;
}
