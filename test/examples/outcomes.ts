import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionUnderTest } from '../host/harness/setup';

/** Read by reporter.js once all tests have run. */
const FILE = join(__dirname, '..', 'results', 'examples.jsonl');

/** Result of an example: only imported and validated, also executed, or neither. */
type Done = 'imported' | 'executed' | 'none';

/** Records the result of an example, and the target of its tagged PDF. */
export function tell(example: string, done: Done, where: string): void {
	const row = { example, n8n: versionUnderTest, done, where };
	appendFileSync(FILE, `${JSON.stringify(row)}\n`);
}
