import type { INodeExecutionData } from 'n8n-workflow';

import { TagPdfError } from '../../client/errors';

/** A tagged PDF that is worse than its document: it is paid for, and goes out with the failed item. */
export class WorseResult extends TagPdfError {
	/**
	 * @param jobId of the job that made it
	 * @param lost fields of the report
	 * @param output what the item would have given out
	 */
	constructor(
		jobId: string,
		lost: readonly string[],
		readonly output: INodeExecutionData,
	) {
		super('RESULT_WORSE', { jobId, jobExists: true, jobStatus: 'completed', lost });
	}
}
