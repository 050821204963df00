import { randomUUID } from 'node:crypto';
import type { WorkflowNode } from '../../host/harness/rest/workflows';
import { node } from '../../host/harness/workflow';

/** An Edit Fields node with the expressions of another node as its fields. */
export interface Check {
	/** Name of the other node. */
	readonly of: string;
	readonly node: WorkflowNode;
	/** Path of each field's expression in the other node's parameters. */
	readonly paths: readonly string[];
}

/** Only the model knows the values of these expressions. */
const BY_THE_MODEL = /\$fromAI\(|\$tool\b/;

/** The name of a check's field number `index`. */
export const fieldName = (index: number) => `value${index}`;

/** The check for a node, if it has expressions. */
export function checkOf({ name, parameters }: WorkflowNode): Check | undefined {
	const found = expressionsIn(parameters).filter(([, text]) => !BY_THE_MODEL.test(text));
	if (found.length === 0) return undefined;
	const assignments = found.map(([, text], index) => ({
		id: randomUUID(),
		name: fieldName(index),
		type: 'array',
		// A list accepts values of all types.
		value: `={{ [${asOneValue(text)}] }}`,
	}));
	const fields = { assignments: { assignments }, options: {} };
	return {
		of: name,
		node: node(`Expressions of ${name}`, 'n8n-nodes-base.set', 3.4, fields),
		paths: found.map(([path]) => path),
	};
}

/** Expressions in the parameters, with their paths. */
function expressionsIn(value: unknown, path = ''): Array<[path: string, text: string]> {
	if (typeof value === 'string') return value.startsWith('=') ? [[path, value]] : [];
	if (value === null || typeof value !== 'object') return [];
	return Object.entries(value).flatMap(([key, each]) =>
		expressionsIn(each, path ? `${path}.${key}` : key),
	);
}

/** The expression as JavaScript: `={{ a }}` is `a`, and `=a {{ b }}` is `"a " + (b)`. */
function asOneValue(text: string): string {
	const parts = text.slice(1).split(/\{\{(.*?)\}\}/s);
	const [before, code = '', after] = parts;
	if (parts.length === 3 && before === '' && after === '') return code.trim();
	return parts.map((part, n) => (n % 2 ? `(${part.trim()})` : JSON.stringify(part))).join(' + ');
}
