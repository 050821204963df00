import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { itemWithPdf, onDocument } from './documents';
import type { FakeSetup } from './fakeExecution';
import type { FakeService } from './fakeService';
import { openNode } from './openNode';

export type Operation = 'submit' | 'tag';
type Setup = FakeSetup & { service?: FakeService };

export const BOTH: Operation[] = ['submit', 'tag'];
export const SUBMITTED = ['POST /v1/uploads', 'POST storage', 'POST /v1/jobs'];
export const RESULT = ['GET /v1/jobs/job_1/result', 'GET storage'];
export const TAGGED = { tagged_filename: 'report-tagged.pdf' };
export const FIRST = { paid_before: null, job_number: 1 };
export const MINE = { ...FIRST, source_field: 'data' };

/** Runs an operation for report.pdf. */
export async function runDocument(
	operation: Operation,
	{ options, ...parameters }: Record<string, unknown> & { options?: object } = {},
	setup: Setup = {},
) {
	const bench = openNode({
		continueOnFail: true,
		items: [itemWithPdf('report')],
		...setup,
		parameters: [{ ...onDocument(operation, options), ...parameters }],
	});
	const [items = []] = await bench.execute();
	const output: INodeExecutionData = items[0] ?? { json: {} };
	return { ...bench, output, error: output.json.error as IDataObject | undefined };
}
/** Fields and names of the files of an item. */
export const filesOf = ({ binary = {} }: INodeExecutionData) =>
	Object.entries(binary).map(([field, { fileName }]) => [field, fileName]);
