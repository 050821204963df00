import type { Row } from './row';

/**
 * All values of each column stand beside all values of each other column, wherever both can happen together: a test
 * checks it. Three columns together have more combinations than help; money goes wrong where two of them meet.
 */
const PAIRS: ReadonlyArray<[Row['killed'], Row['next'], Row['fate'], Row['reading']]> = [
	['asking for an upload', 'Retry with the original workflow', 'completed', 'first-job'],
	['asking for an upload', 'Retry with the current workflow', 'completed', 'conflict'],
	['asking for an upload', 'run by hand', 'completed', 'first-job'],
	['asking for an upload', 'next event', 'completed', 'replay'],
	['asking for an upload', 'copy of the workflow', 'completed', 'first-job'],
	['asking for an upload', 'two at once', 'completed', 'replay'],
	['at the upload', 'Retry with the original workflow', 'completed', 'replay'],
	['at the upload', 'Retry with the current workflow', 'completed', 'first-job'],
	['at the upload', 'run by hand', 'completed', 'conflict'],
	['at the upload', 'next event', 'completed', 'conflict'],
	['at the upload', 'copy of the workflow', 'completed', 'first-job'],
	['at the upload', 'two at once', 'completed', 'conflict'],
	["before the submission's answer", 'Retry with the original workflow', 'result gone', 'conflict'],
	[
		"before the submission's answer",
		'Retry with the current workflow',
		'not found for days',
		'first-job',
	],
	["before the submission's answer", 'Retry with the current workflow', 'failed', 'first-job'],
	["before the submission's answer", 'run by hand', 'failed', 'conflict'],
	["before the submission's answer", 'next event', 'not found yet', 'conflict'],
	["before the submission's answer", 'copy of the workflow', 'completed', 'replay'],
	["before the submission's answer", 'copy of the workflow', 'failed', 'first-job'],
	["before the submission's answer", 'two at once', 'failed', 'first-job'],
	['in the wait', 'Retry with the original workflow', 'failed', 'first-job'],
	['in the wait', 'Retry with the current workflow', 'result gone', 'first-job'],
	['in the wait', 'run by hand', 'completed', 'replay'],
	['in the wait', 'next event', 'failed', 'replay'],
	['in the wait', 'copy of the workflow', 'not found for days', 'first-job'],
	['in the wait', 'two at once', 'not found yet', 'conflict'],
	['asking for the result', 'Retry with the original workflow', 'completed', 'first-job'],
	['asking for the result', 'Retry with the current workflow', 'not found yet', 'replay'],
	['asking for the result', 'run by hand', 'result gone', 'replay'],
	['asking for the result', 'next event', 'completed', 'replay'],
	['asking for the result', 'copy of the workflow', 'result gone', 'conflict'],
	['asking for the result', 'two at once', 'not found for days', 'first-job'],
	['in the download', 'Retry with the original workflow', 'not found yet', 'conflict'],
	['in the download', 'Retry with the current workflow', 'completed', 'conflict'],
	['in the download', 'run by hand', 'not found yet', 'first-job'],
	['in the download', 'next event', 'not found for days', 'conflict'],
	['in the download', 'copy of the workflow', 'completed', 'replay'],
	['in the download', 'two at once', 'result gone', 'replay'],
	[
		'after the node, in the next one',
		'Retry with the original workflow',
		'not found for days',
		'replay',
	],
	['after the node, in the next one', 'Retry with the current workflow', 'completed', 'replay'],
	['after the node, in the next one', 'run by hand', 'not found for days', 'first-job'],
	['after the node, in the next one', 'next event', 'result gone', 'first-job'],
	['after the node, in the next one', 'copy of the workflow', 'not found yet', 'conflict'],
	['after the node, in the next one', 'two at once', 'not found yet', 'replay'],
];

/** A batch, and the steps that n8n saves: their memory survives a kill. */
const FURTHER: readonly Row[] = [
	{
		killed: 'in the wait',
		next: 'Retry with the original workflow',
		fate: 'completed',
		reading: 'first-job',
		documents: 3,
	},
	{
		killed: 'in the wait',
		next: 'Retry with the original workflow',
		fate: 'completed',
		reading: 'conflict',
		inSteps: true,
	},
];

export const ROWS: readonly Row[] = [
	...PAIRS.map(([killed, next, fate, reading]) => ({ killed, next, fate, reading })),
	...FURTHER,
];
