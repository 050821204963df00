import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { MAX_LENGTH, toOneLine } from '../client/errors';

type Context = IExecuteFunctions | IWebhookFunctions;

export function getUnixSeconds(): number {
	return Math.floor(Date.now() / 1000);
}

/** Writes one line about the node to n8n's log, even if job or event IDs contain line breaks. */
export function log(context: Context, level: 'warn' | 'error', message: string): void {
	const { id, name } = context.getWorkflow();
	const node = `"${context.getNode().name}" in workflow "${name ?? id ?? ''}"`;
	context.logger[level](toOneLine(`${node} ${message}`, MAX_LENGTH.logLine));
}

/** Key of the node within this n8n; renaming does not change it. */
export function getNodeKey(context: Context): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}
