import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorJson, toNodeError, toTagPdfError } from '../shared/nodeError';
import { taggedPdf } from './download';
import type { JobEvent } from './event';
import { isFirstExecution } from './processedJobs';

/**
 * The second half of the trigger, run by the engine with what `receive()` let through: drops the
 * jobs that an earlier execution has had, and downloads their results on demand. Nothing waits for
 * it, so it may take its time, and its execution can be retried.
 */
export async function emit(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const emitted: INodeExecutionData[] = [];
	for (const [itemIndex, { json }] of context.getInputData().entries()) {
		const event = json as unknown as JobEvent;
		// Tests and retries are repeats on purpose.
		const counts = context.getMode() === 'webhook';
		if (counts && !(await isFirstExecution(context, event.data.job.id))) continue;
		const pairedItem = { item: itemIndex };
		try {
			emitted.push({ json, ...(await withResult(context, event, itemIndex)), pairedItem });
		} catch (thrown) {
			const error = toTagPdfError(thrown);
			if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, itemIndex);
			emitted.push({ json: errorJson(error), pairedItem });
		}
	}
	return [emitted];
}

/** A failed job has no result. */
async function withResult(
	context: IExecuteFunctions,
	{ type, data }: JobEvent,
	itemIndex: number,
): Promise<Pick<INodeExecutionData, 'binary'>> {
	const wanted = context.getNodeParameter('downloadTaggedPdf', itemIndex, false);
	if (!wanted || type !== 'job.completed') return {};
	const field = context.getNodeParameter('outputBinaryField', itemIndex) as string;
	return { binary: { [field]: await taggedPdf(context, data.job, itemIndex) } };
}
