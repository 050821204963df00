/**
 * `npm run test:faults` and `npm run test:crashes`: run a matrix of the engine tests as a whole.
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const MATRICES = {
	faults: {
		about: 'Runs every fault at every step of Document → Tag, and prints what became of each.',
		page: 'docs/evidence/fault-matrix.md',
		variable: 'TAG_PDF_FAULT_MATRIX',
		mode: 'print',
	},
	crashes: {
		about:
			'Kills, stops and fails runs of Document → Tag at every step, and continues as users do.',
		page: 'docs/evidence/crash-matrix.md',
		variable: 'TAG_PDF_CRASH_MATRIX',
		mode: 'check',
	},
};

const { positionals, values } = parseArgs({
	allowPositionals: true,
	options: { update: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
const [name] = positionals;
const { about, mode, page, variable } = MATRICES[name];

const HELP = `${about}

Usage: npm run test:${name} [-- --update]

  --update  write ${page} instead of checking it
  --help    this text
`;

if (values.help) {
	process.stdout.write(HELP);
} else {
	const run = (command, env) =>
		spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
	process.exitCode =
		run(['gulp', 'build']) ||
		run(['jest', `test/engine/${name}`, '--verbose=false'], {
			[variable]: values.update ? 'update' : mode,
		});
}
