import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
/** What else runs commands than this check: CI and the workflows, with each change or each week. */
const ELSEWHERE = ['.ci/run', '.github/workflows/weekly.yml', '.github/workflows/publish.yml'];
const LINES = ELSEWHERE.map((file) => ({
	file,
	lines: readFileSync(join(ROOT, file), 'utf8').split('\n'),
}));

/** Where a command is run as it stands, e.g. ".ci/run"; undefined where nothing does. */
export function runElsewhere(command: string): string | undefined {
	return LINES.find(({ lines }) => lines.some((line) => runs(line, command)))?.file;
}

/** The whole of it: "npm run test" is not run where "npm run test:host" is. */
function runs(line: string, command: string): boolean {
	const at = line.indexOf(command);
	return at >= 0 && /^(?: --)?(?:$|[\s'"])/.test(line.slice(at + command.length));
}
