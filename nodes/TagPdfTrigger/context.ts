import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

type Context = IExecuteFunctions | IWebhookFunctions;

export function unixSeconds(): number {
	return Math.floor(Date.now() / 1000);
}

/** The node as the log names it. */
export function logName(context: Context): string {
	const { id, name } = context.getWorkflow();
	return `"${context.getNode().name}" in workflow "${name ?? id ?? ''}"`;
}

/** The node among all nodes of this n8n; renaming does not change it. */
export function nodeKey(context: Context): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}
