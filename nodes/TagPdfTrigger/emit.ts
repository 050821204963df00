import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isFirstExecution } from './duplicates/processedJobs';
import type { JobEvent } from './event';

/**
 * The second half of the trigger, which the engine runs with the events that `receive()` accepted. It drops
 * jobs of earlier executions. No sender waits for it, so it may be slow.
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const emitted: INodeExecutionData[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		const event = json as unknown as JobEvent;
		// Tests and retries repeat jobs on purpose.
		const counts = context.getMode() === 'webhook';
		if (counts && !(await isFirstExecution(context, event.data.job.id))) continue;
		emitted.push({ json, pairedItem: { item } });
	}
	return [emitted];
}
