import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** Whether an output item belongs to a failed document. */
export function isFailed({ json }: INodeExecutionData): boolean {
	const { error } = json as { error?: { code?: string } | null };
	return typeof error === 'object' && error?.code !== undefined;
}

/** The job of an output item; beside kept input data it is in a field of its own. */
export function jobJsonOf({ json }: INodeExecutionData): IDataObject {
	const { job } = json;
	return typeof job === 'object' && job !== null ? (job as IDataObject) : json;
}

/** Job ID of an output item. */
export function jobIdOf(item: INodeExecutionData): string {
	const { id } = jobJsonOf(item) as { id?: string };
	return id ?? '';
}

/** Whether an output item belongs to a skipped document. */
export function isSkipped(item: INodeExecutionData): boolean {
	return jobJsonOf(item).skipped !== undefined;
}
