import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../host/harness/rest/executions';
import type { WorkflowDefinition } from '../host/harness/rest/workflows';

const FOLDER = join(__dirname, '../../examples');
const SAMPLES = join(__dirname, 'samples');

/** What a node puts out in the sample: the items of its first output, or of each. */
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

/** Data on which the example's expressions must resolve; of nodes that it leaves out, an empty item. */
export function readSample(name: string): Sample {
	try {
		return JSON.parse(readFileSync(join(SAMPLES, `${name}.json`), 'utf8')) as Sample;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw error;
	}
}
