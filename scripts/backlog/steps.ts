import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './draft';

/** Failed items go on at an output of their own. */
const FAILED_APART = { onError: 'continueErrorOutput' };

/** Starts the workflow every so many minutes. */
export function everyMinutes(name: string, minutesInterval: number): Step {
	return schedule(name, { field: 'minutes', minutesInterval });
}

/** Starts the workflow once a day, at that hour of n8n's time zone. */
export function everyDay(name: string, triggerAtHour: number): Step {
	return schedule(name, { triggerAtHour });
}

function schedule(name: string, interval: object): Step {
	const parameters = { rule: { interval: [interval] } };
	return { name, type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, parameters };
}

/** Starts the workflow when its button is pressed. */
export function byHand(): Step {
	const name = "When clicking 'Execute workflow'";
	return { name, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
}

/** The file of a row, from its bucket into the binary field `data`. */
export function getFile(name: string): Step {
	const where = { bucketName: '={{ $json.bucket }}', fileKey: '={{ $json.file }}' };
	const parameters = { resource: 'file', operation: 'download', ...where };
	// With an output for failed items, n8n loses which row each file belongs to.
	return { ...s3(name, parameters), onError: 'continueRegularOutput' };
}

/** Items without a file go on at the second output. */
export function isThere(name: string): Step {
	const parameters = condition("={{ $json.error ? 'missing' : 'there' }}", 'equals', 'there');
	return { name, type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters };
}

/** A node of n8n's S3, which takes any store that speaks it. */
export function s3(name: string, parameters: Readonly<Record<string, unknown>>): Step {
	return { name, type: 'n8n-nodes-base.s3', typeVersion: 1, parameters };
}

/** Code that runs in the workflow, from a file of its own. */
export function code(name: string, file: 'lines' | 'newFiles' | 'words'): Step {
	const jsCode = readFileSync(join(__dirname, 'code', `${file}.js`), 'utf8');
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** The package's action node; failed items go on at its second output. */
export function tagPdf(name: string, parameters: Readonly<Record<string, unknown>>): Step {
	const type = 'n8n-nodes-tag-pdf.tagPdf';
	return { name, type, typeVersion: 1, parameters, ...FAILED_APART };
}

/** One condition, both sides of it text. */
export function condition(
	leftValue: string,
	operation: 'equals' | 'endsWith',
	rightValue: string,
): Readonly<Record<string, unknown>> {
	const options = { caseSensitive: false, leftValue: '', typeValidation: 'loose', version: 2 };
	const operator = { type: 'string', operation };
	const conditions = [{ id: 'condition', leftValue, rightValue, operator }];
	return {
		conditions: { options, conditions, combinator: 'and' },
		looseTypeValidation: true,
		options: { ignoreCase: true },
	};
}
