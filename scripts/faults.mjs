/** `npm run test:faults`: runs the fault matrix of the engine tests as a whole. */
import { spawnSync } from 'node:child_process';

import { Command } from 'commander';

const { update } = new Command('npm run test:faults --')
	.description('Runs every fault at every step of Document → Tag, and prints what became of each')
	.option('--update', 'write docs/evidence/fault-matrix.md instead of checking it')
	.parse()
	.opts();

const run = (command, env) =>
	spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
process.exitCode =
	run(['gulp', 'build']) ||
	run(['jest', 'test/engine/faults', '--verbose=false'], {
		TAG_PDF_FAULT_MATRIX: update ? 'update' : 'print',
	});
