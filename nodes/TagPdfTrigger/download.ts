import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { Job } from '../client/contract';
import { downloadResult } from '../client/download';
import { safeFileName, taggedFileName } from '../client/fileName';
import { Service } from '../client/service';
import { n8nHost } from '../shared/n8nHost';

/**
 * The tagged PDF of a completed job, streamed into n8n's binary store.
 *
 * @throws TagPdfError, which names the job and how to fetch it later
 */
export async function taggedPdf(
	context: IExecuteFunctions,
	job: Job,
	itemIndex: number,
): Promise<IBinaryData> {
	const host = await n8nHost(context);
	const named = context.getNodeParameter('options.outputFileName', itemIndex, '') as string;
	const fileName = named ? safeFileName(named) : taggedFileName(job.filename);
	return await downloadResult(
		host,
		new Service(host),
		job.id,
		async (content) =>
			await context.helpers.prepareBinaryData(content, fileName, 'application/pdf'),
	);
}
