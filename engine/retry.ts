import type { IRunExecutionData, Workflow } from 'n8n-workflow';
import type { Execution } from './execution';

/**
 * Prepares stored execution data as n8n's manual Retry does. It removes the error and the failed node's
 * last run. The execution stack begins with the failed node. Everything else stays, including
 * `contextData` (n8n 1.123, ExecutionService.retry).
 *
 * @param changed the currently saved workflow; its nodes replace the stored ones by name
 */
export function dataForRetry(execution: Execution, changed?: Workflow): IRunExecutionData {
	if (execution.run.status === 'success') {
		throw new Error('The execution succeeded, so it cannot be retried.');
	}
	const data = execution.storedData();
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted) {
		delete data.resultData.error;
		const tasks = runData[lastNodeExecuted];
		if (tasks?.at(-1)?.error !== undefined) tasks.pop();
	}
	for (const entry of changed ? (data.executionData?.nodeExecutionStack ?? []) : []) {
		const node = changed?.getNode(entry.node.name);
		if (!node) throw new Error(`Could not find the node "${entry.node.name}" in workflow.`);
		entry.node = node;
	}
	return data;
}
