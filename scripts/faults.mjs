/** `npm run test:faults`: runs the fault matrix of the engine tests as a whole. */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const HELP = `Runs every fault at every step of Document → Tag, and prints what became of each.

Usage: npm run test:faults [-- --update]

  --update  write docs/evidence/fault-matrix.md instead of checking it
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
	process.exitCode =
		run(['gulp', 'build']) ||
		run(['jest', 'test/engine/faults', '--verbose=false'], {
			TAG_PDF_FAULT_MATRIX: values.update ? 'update' : 'print',
		});
}
