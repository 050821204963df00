import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
/** What else runs commands than this check: CI and the workflows, with each change or each week. */
const ELSEWHERE = ['.ci/run', '.github/workflows/weekly.yml', '.github/workflows/publish.yml'];

/** Where a command is run as it stands, e.g. ".ci/run"; undefined where nothing does. */
export function runElsewhere(command: string): string | undefined {
	return ELSEWHERE.find((file) =>
		readFileSync(join(ROOT, file), 'utf8')
			.split('\n')
			.some((line) => {
				const at = line.indexOf(command);
				// The whole of it: "npm run test" is not run where "npm run test:host" is.
				return at >= 0 && /^(?: --)?(?:$|[\s'"])/.test(line.slice(at + command.length));
			}),
	);
}
