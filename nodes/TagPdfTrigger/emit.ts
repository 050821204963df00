import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isFirstExecution } from './duplicates/processedJobs';
import type { JobEvent } from './event';

/**
 * The second half of the trigger, run by the engine with what `receive()` let through: drops the
 * jobs that an earlier execution has had. Nothing waits for it, so it may take its time.
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const emitted: INodeExecutionData[] = [];
	for (const [item, { json }] of context.getInputData().entries()) {
		const event = json as unknown as JobEvent;
		// Tests and retries are repeats on purpose.
		const counts = context.getMode() === 'webhook';
		if (counts && !(await isFirstExecution(context, event.data.job.id))) continue;
		emitted.push({ json, pairedItem: { item } });
	}
	return [emitted];
}
