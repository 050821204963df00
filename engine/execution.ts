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

/** A row of n8n's executions table, as far as a retry needs it. */
interface SavedRun {
	status: ExecutionStatus;
	data: string;
}

/** A finished run: n8n's own record of it, and what one asks of it most often. */
export class Execution {
	constructor(
		readonly id: string,
		readonly workflow: Workflow,
		readonly run: IRun,
		private readonly saved: SavedRun,
	) {}

	/** As n8n saved it: a stopped run is `canceled`, whatever its node did afterwards. */
	get status(): ExecutionStatus {
		return this.saved.status;
	}

	/** Why the run ended early, if it did. */
	get error(): ExecutionError | undefined {
		return this.run.data.resultData.error;
	}

	/** Output items of a node's last run; without a name, of the last node that ran. */
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

	/** What the node keeps between tries, `getContext('node')`, as n8n stores it. */
	nodeContext(nodeName: string): IDataObject {
		return this.storedData().executionData?.contextData[`node:${nodeName}`] ?? {};
	}

	/** The stored execution data read back, as a new object each time. */
	storedData(): IRunExecutionData {
		return parse(this.saved.data) as IRunExecutionData;
	}
}

/** Saves a run as n8n does: its data as flatted text, at the moment it ends or is stopped. */
export function save({ status, data }: IRun): SavedRun {
	return { status, data: stringify(data) };
}

/** A run as it is now, whatever becomes of it. */
export function snapshot(id: string, workflow: Workflow, run: IRun): Execution {
	const saved = save(run);
	const data = parse(saved.data) as IRunExecutionData;
	return new Execution(id, workflow, { ...run, data }, saved);
}
