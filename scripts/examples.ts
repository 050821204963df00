import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { buildExamples } from './examples/all';

/** Writes the examples that have common nodes into `examples/`. */
async function writeExamples(): Promise<void> {
	for (const [name, workflow] of Object.entries(buildExamples())) {
		const file = join(__dirname, '../examples', `${name}.json`);
		const options = { ...(await resolveConfig(file)), filepath: file };
		await writeFile(file, await format(JSON.stringify(workflow), options));
		console.log(`examples/${name}.json`);
	}
}

void writeExamples();
