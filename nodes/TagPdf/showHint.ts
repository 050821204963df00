import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows a sentence above the output of the node. Old versions of n8n may not support it. */
export function showHint(
	context: IExecuteFunctions,
	message: string,
	type: 'info' | 'warning' = 'info',
): void {
	const host: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>> = context;
	host.addExecutionHints?.({ message, type, location: 'outputPane' });
}
