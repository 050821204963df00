import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

/** Shows a sentence above the output of the node; n8n before 1.80 has no place for it. */
export function showHint(context: IExecuteFunctions, message: string): void {
	const { addExecutionHints }: Partial<Pick<IExecuteFunctions, 'addExecutionHints'>> = context;
	const hint: NodeExecutionHint = { message, type: 'info', location: 'outputPane' };
	addExecutionHints?.call(context, hint);
}
