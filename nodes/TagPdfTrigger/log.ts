import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { toOneLine } from '../../client/text';

type Context = IExecuteFunctions | IHookFunctions | IWebhookFunctions;
type Level = 'warn' | 'error';

/** Longest line, in UTF-16 units: anybody can send long texts. */
const MAX_LINE_LENGTH = 1_000;

/**
 * Writes one line about the node to n8n's log, even if job or event IDs contain line breaks.
 *
 * @param message continues a sentence that begins with the node's name
 */
export function log(context: Context, level: Level, message: string): void {
	const { id, name } = context.getWorkflow();
	const node = `"${context.getNode().name}" in workflow "${name ?? id ?? ''}"`;
	context.logger[level](toOneLine(`${node} ${message}`, MAX_LINE_LENGTH));
}

/** Seconds between two lines of a node about the same topic. */
const LOG_INTERVAL_S = 60;

/**
 * When the last line was written (Unix seconds), by node and topic: a few entries for each trigger of the n8n server.
 */
const lastLines = new Map<string, number>();

/**
 * Logs at most one line a minute for each node and topic: it is for lines that anybody can cause by sending deliveries.
 *
 * @param topic says what kind of line it is; the message may differ each time
 * @param message a verb phrase about one delivery, such as `refused a delivery`, and the reason
 */
export function logOnceAMinute(
	context: Context,
	level: Level,
	topic: string,
	message: string,
): void {
	const key = `${getNodeKey(context)} ${topic}`;
	const now = getUnixSeconds();
	// `abs`, because the machine's clock may have been set back.
	if (Math.abs(now - (lastLines.get(key) ?? -Infinity)) < LOG_INTERVAL_S) return;
	lastLines.set(key, now);
	log(context, level, message);
}

/** Identifies the node within the n8n server; renaming the node or the workflow does not change it. */
export function getNodeKey(context: Context): string {
	return JSON.stringify([context.getWorkflow().id, context.getNode().id]);
}

export function getUnixSeconds(): number {
	return Math.floor(Date.now() / 1000);
}
