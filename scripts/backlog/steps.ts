import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Step } from './draft';

/** Failed items leave at a separate output. */
const FAILED_APART = { onError: 'continueErrorOutput' };

/** Starts the workflow every few minutes. */
export function everyMinutes(name: string, minutesInterval: number): Step {
	return schedule(name, { field: 'minutes', minutesInterval });
}

/** Starts the workflow once a day, at this hour of n8n's time zone. */
export function everyDay(name: string, triggerAtHour: number): Step {
	return schedule(name, { triggerAtHour });
}

function schedule(name: string, interval: object): Step {
	const parameters = { rule: { interval: [interval] } };
	return { name, type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, parameters };
}

/** Starts the workflow when a user clicks its button. */
export function byHand(): Step {
	const name = "When clicking 'Execute workflow'";
	return { name, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
}

/** The file of a row, from its bucket into the binary field `data`. */
export function getFile(name: string): Step {
	const where = { bucketName: '={{ $json.bucket }}', fileKey: '={{ $json.file }}' };
	const parameters = { resource: 'file', operation: 'download', ...where };
	// With an output for failed items, n8n would lose the row of each file.
	return { ...s3(name, parameters), onError: 'continueRegularOutput' };
}

/** Items without a file leave at the second output. */
export function isThere(name: string): Step {
	const parameters = condition("={{ $json.error ? 'missing' : 'there' }}", 'equals', 'there');
	return { name, type: 'n8n-nodes-base.if', typeVersion: 2.2, parameters };
}

/** n8n's S3 node, which works with every S3-compatible store. */
export function s3(name: string, parameters: Readonly<Record<string, unknown>>): Step {
	return { name, type: 'n8n-nodes-base.s3', typeVersion: 1, parameters };
}

/** Files of code; the last file of a step returns its items. */
type CodeFile =
	| 'newFiles'
	| 'report/compare'
	| 'report/evidence'
	| 'report/html'
	| 'report/lines'
	| 'report/sha256'
	| 'report/sums'
	| 'report/words'
	| 'triage/answers'
	| 'triage/decisions'
	| 'triage/defaultRules'
	| 'triage/groups'
	| 'triage/propose';

/** Code that runs in the workflow, from separate files. */
export function code(name: string, ...files: readonly CodeFile[]): Step {
	const texts = files.map((file) => readFileSync(join(__dirname, 'code', `${file}.js`), 'utf8'));
	const jsCode = texts.join('\n');
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}

/** The package's action node; failed items leave at its second output. */
export function tagPdf(name: string, parameters: Readonly<Record<string, unknown>>): Step {
	const type = 'n8n-nodes-tag-pdf.tagPdf';
	return { name, type, typeVersion: 1, parameters, ...FAILED_APART };
}

/** A single condition that compares two texts. */
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
