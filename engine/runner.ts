import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { Execution, save, snapshot } from './execution';

/** Start or end of a node; `task` (items, error, duration) comes with the end. */
export interface NodeEvent {
	node: string;
	phase: 'started' | 'finished';
	task?: ITaskData;
}

export interface RunOptions {
	/** `trigger` is n8n's mode for production, `manual` for a run from the editor. */
	mode?: WorkflowExecuteMode;
	/** Stops the run as n8n's Stop button does. */
	signal?: AbortSignal;
	onNode?: (event: NodeEvent) => void;
}

/** A running execution. */
export interface RunningExecution {
	id: string;
	/**
	 * State in n8n's database during the run. With *Save execution progress* in the workflow's settings:
	 * the run after the last node that ended. Otherwise: undefined.
	 */
	saved(): Execution | undefined;
	/** Resolves when the last node has ended, also after a stop. Never rejects because of a failing node. */
	finished: Promise<Execution>;
	/** Stops as n8n's Stop button does: saves status `canceled` at once and signals the node. */
	stop(): void;
}

/** Starts n8n-core's WorkflowExecute at the top of the node execution stack in `data`. */
export function startRun(
	workflow: Workflow,
	data: IRunExecutionData,
	additionalData: IWorkflowExecuteAdditionalData & { executionId: string },
	{ mode = 'trigger', signal, onNode }: RunOptions,
): RunningExecution {
	const id = additionalData.executionId;
	const hooks = new ExecutionLifecycleHooks(mode, id, {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		settings: workflow.settings,
		staticData: workflow.staticData,
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
	});
	let saved: ReturnType<typeof save> | undefined;
	hooks.addHandler('workflowExecuteAfter', (run) => {
		saved ??= save(run);
	});
	hooks.addHandler('nodeExecuteBefore', (node) => onNode?.({ node, phase: 'started' }));
	hooks.addHandler('nodeExecuteAfter', (node, task) => onNode?.({ node, phase: 'finished', task }));
	let progress: Execution | undefined;
	hooks.addHandler('nodeExecuteAfter', (node, _task, at) => {
		if (workflow.settings.saveExecutionProgress !== true) return;
		progress = snapshot(id, workflow, crashedAfter(node, at, mode));
	});

	const running = new WorkflowExecute(
		{ ...additionalData, hooks },
		mode,
		data,
	).processRunExecutionData(workflow);
	const stop = () => running.cancel();
	signal?.addEventListener('abort', stop, { once: true });
	if (signal?.aborted) stop();
	const finished = running
		.then((run) => new Execution(id, workflow, run, saved ?? save(run)))
		.finally(() => signal?.removeEventListener('abort', stop));
	return { id, finished, saved: () => progress, stop };
}

/** State that n8n finds in its database after a kill. */
function crashedAfter(node: string, at: IRunExecutionData, mode: WorkflowExecuteMode): IRun {
	const resultData = { ...at.resultData, lastNodeExecuted: node };
	return {
		mode,
		status: 'crashed',
		data: { ...at, resultData },
		startedAt: new Date(),
	};
}
