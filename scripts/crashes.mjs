/**
 * `npm run test:crashes`: runs the whole crash matrix, and checks docs/crash-matrix.md.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const HELP = `Kills, stops and fails runs of Document → Tag at every step, and goes on as users do.

Usage: npm run test:crashes [-- --update]

  --update  write docs/crash-matrix.md instead of checking it
  --help    this text
`;

const { values } = parseArgs({
	options: { update: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
	process.stdout.write(HELP);
} else {
	const run = (command, env) =>
		spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
	const mode = values.update ? 'update' : 'check';
	process.exitCode =
		run(['gulp', 'build']) ||
		run(['jest', 'test/engine/crashes', '--verbose=false'], { TAG_PDF_CRASH_MATRIX: mode });
}
