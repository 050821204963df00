import type { INodeExecutionData } from 'n8n-workflow';

/** Whether an output item belongs to a failed document. */
export function isFailed({ json }: INodeExecutionData): boolean {
	const { error } = json as { error?: { code?: string } | null };
	return typeof error === 'object' && error?.code !== undefined;
}

/** Job ID of an output item. */
export function jobIdOf({ json }: INodeExecutionData): string {
	const { id, job } = json as { id?: string; job?: { id?: string } };
	return job?.id ?? id ?? '';
}

/** Whether an output item belongs to a skipped document. */
export function isSkipped({ json }: INodeExecutionData): boolean {
	const { job, skipped } = json as { job?: { skipped?: unknown }; skipped?: unknown };
	return (skipped ?? job?.skipped) !== undefined;
}
