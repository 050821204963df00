import type { INodeExecutionData } from 'n8n-workflow';

import type { Job } from '../../../client/contract';
import { downloadResult } from '../../../client/download';
import { safeFileName, taggedFileName } from '../../../client/fileName';
import { waitForJob } from '../../../client/wait';
import { DEFAULT_WAIT_TIMEOUT } from '../../options';
import type { Run } from '../../run';

/** Waits for a job as long as the item's Wait Timeout says. */
export async function waitUntilCompleted(run: Run, itemIndex: number, job: Job): Promise<Job> {
	const { context, host, service, signal, submissions } = run;
	const seconds = context.getNodeParameter('options.waitTimeout', itemIndex, DEFAULT_WAIT_TIMEOUT);
	return await waitForJob(host, service, job, {
		timeoutMs: Number(seconds) * 1000,
		signal,
		onState: (seen) => submissions.saw(seen),
	});
}

/** The output of a completed job: the service's Job as JSON, the tagged PDF as binary. */
export async function taggedItem(
	run: Run,
	itemIndex: number,
	job: Job,
): Promise<INodeExecutionData> {
	const { context, host, service, signal } = run;
	const named = context.getNodeParameter('options.outputFileName', itemIndex, '') as string;
	const fileName = named ? safeFileName(named) : taggedFileName(job.filename);
	const field = context.getNodeParameter('outputBinaryField', itemIndex) as string;
	const binary = await downloadResult(
		host,
		service,
		job.id,
		async (content) =>
			await context.helpers.prepareBinaryData(content, fileName, 'application/pdf'),
		signal,
	);
	return { json: { ...job }, binary: { [field]: binary } };
}
