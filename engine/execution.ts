import { parse, stringify } from 'flatted';
import type {
	ExecutionError,
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	Workflow,
} from 'n8n-workflow';

/** A row of n8n's executions table, reduced to the fields that a retry needs. */
interface SavedRun {
	status: ExecutionStatus;
	data: string;
}

/** A finished run: n8n's own record, with accessors for common questions. */
export class Execution {
	constructor(
		readonly id: string,
		readonly workflow: Workflow,
		readonly run: IRun,
		private readonly saved: SavedRun,
	) {}

	/** Status as n8n saved it: a stopped run stays `canceled`, even if its node ended differently later. */
	get status(): ExecutionStatus {
		return this.saved.status;
	}

	/** Error that ended the run early, if any. */
	get error(): ExecutionError | undefined {
		return this.run.data.resultData.error;
	}

	/** Output items of a node's last run. The default is the node that ran last. */
	items(
		nodeName = this.run.data.resultData.lastNodeExecuted ?? '',
		output = 0,
	): INodeExecutionData[] {
		return this.tasks(nodeName).at(-1)?.data?.main?.[output] ?? [];
	}

	/** One entry per run of the node: items, error, hints, duration in milliseconds. */
	tasks(nodeName: string): ITaskData[] {
		return this.run.data.resultData.runData[nodeName] ?? [];
	}

	/** State that the node keeps between tries, `getContext('node')`, as n8n stores it. */
	nodeContext(nodeName: string): IDataObject {
		return this.storedData().executionData?.contextData[`node:${nodeName}`] ?? {};
	}

	/** Reads the stored execution data, as a new object each time. */
	storedData(): IRunExecutionData {
		return parse(this.saved.data) as IRunExecutionData;
	}
}

/** Saves a run as n8n does: its data as flatted text, at the moment it ends or is stopped. */
export function save({ status, data }: IRun): SavedRun {
	return { status, data: stringify(data) };
}

/** Copies a run in its current state, which later changes do not affect. */
export function snapshot(id: string, workflow: Workflow, run: IRun): Execution {
	const saved = save(run);
	const data = parse(saved.data) as IRunExecutionData;
	return new Execution(id, workflow, { ...run, data }, saved);
}
