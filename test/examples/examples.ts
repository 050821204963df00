import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../host/harness/rest/executions';
import type { WorkflowDefinition } from '../host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');
const SAMPLES = join(__dirname, 'samples');

/** Sample output of nodes: the items of the first output, or of each output. */
export type Sample = Readonly<Record<string, readonly Item[] | readonly (readonly Item[])[]>>;

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

/** Sample data that the example's expressions must resolve on; nodes without a sample get an empty item. */
export function readSample(name: string): Sample {
	try {
		return JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), 'utf8')) as Sample;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw error;
	}
}
