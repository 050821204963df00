import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';
/** CI and the workflows also run commands, with each change or each week. */
const ELSEWHERE = ['.ci/run', '.github/workflows/weekly.yml', '.github/workflows/publish.yml'];
const LINES = ELSEWHERE.map((file) => ({
	file,
	lines: readFileSync(join(ROOT, file), 'utf8').split('\n'),
}));

/** Returns the file that runs exactly this command, e.g. ".ci/run"; undefined if no file does. */
export function runElsewhere(command: string): string | undefined {
	return LINES.find(({ lines }) => lines.some((line) => runs(line, command)))?.file;
}

/** Matches only whole commands: a line with "npm run test:host" does not run "npm run test". */
function runs(line: string, command: string): boolean {
	const at = line.indexOf(command);
	return at >= 0 && /^(?: --)?(?:$|[\s'"])/.test(line.slice(at + command.length));
}
