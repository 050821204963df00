import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');

/** Names of all examples, which are their paths in `examples/` without `.json`. */
export function exampleNames(): string[] {
	return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.json'))
		.map((path) => path.slice(0, -'.json'.length).replaceAll('\\', '/'))
		.sort();
}

/** An example as its file holds it. */
export function readExample(name: string): WorkflowDefinition & { readonly pinData?: object } {
	return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as WorkflowDefinition;
}
