import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildExamples } from './examples/all';

for (const [name, workflow] of Object.entries(buildExamples())) {
	const file = join(__dirname, '../examples', `${name}.json`);
	writeFileSync(file, `${JSON.stringify(workflow, null, 2)}\n`);
	console.log(file);
}
