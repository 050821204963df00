import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionUnderTest } from '../host/harness/setup';

/** Read by reporter.js once all tests have run. */
const FILE = join(__dirname, '..', 'results', 'examples.jsonl');

/** What was done with an example: only imported and validated, executed as well, or neither. */
type Done = 'imported' | 'executed' | 'none';

/** Tells what was done with an example, and where its tagged PDF ended. */
export function tell(example: string, done: Done, where: string): void {
	const row = { example, n8n: versionUnderTest, done, where };
	appendFileSync(FILE, `${JSON.stringify(row)}\n`);
}
