import type { INodeExecutionData } from 'n8n-workflow';

import { TagPdfError } from '../../client/errors';

/** A tagged PDF that is worse than its document. It is paid for, so the failed item includes it. */
export class WorseResult extends TagPdfError {
	/**
	 * @param jobId of the job that made it
	 * @param lost fields of the report
	 * @param output the item's regular output
	 */
	constructor(
		jobId: string,
		lost: readonly string[],
		readonly output: INodeExecutionData,
	) {
		super('RESULT_WORSE', { jobId, jobExists: true, jobStatus: 'completed', lost });
	}
}
