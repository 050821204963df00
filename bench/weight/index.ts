import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { installHost } from '../../test/host/harness/install';
import { addPackage, packageFolder, packageUnderTest } from '../../test/host/harness/package';
import { latestVersion } from '../../test/host/harness/versions';
import type { Bench } from '../outcome/bench';
import { runInTurns, type Round, type Run } from '../outcome/rounds';
import { makeRow } from '../outcome/row';

const ROUNDS = 5;
const UNITS = { 'time to load': 'ms', 'memory after load': 'kB', modules: '' };
const MEMORY = 'memory after load';
const AT_START = 'when n8n starts';
const WITH_READER = 'with the PDF reader';

/** Cost of the packed package when n8n loads it, and when it reads the first document. */
export const weight: Bench = {
	charts: [{ title: 'Memory after load', what: MEMORY }],
	async run({ matching }, done) {
		const name = 'the package';
		if (!name.includes(matching)) return;
		const host = await installHost(latestVersion(), () => undefined);
		const home = await mkdtemp(join(tmpdir(), 'tag-pdf-weight-'));
		try {
			await addPackage(home, await packageUnderTest());
			const folder = packageFolder(home);
			await symlink(
				join(host.folder, 'node_modules/n8n-workflow'),
				join(folder, '../n8n-workflow'),
			);
			const contestants = {
				[AT_START]: async () => await load(host.node, folder),
				[WITH_READER]: async () => await load(host.node, folder, 'nodes/pdf.js'),
			};
			const rounds = await runInTurns(contestants, ROUNDS);
			done(makeRow(name, rounds, UNITS, [BOUND]));
		} finally {
			await rm(home, { recursive: true });
		}
	},
};

const BOUND = {
	what: `${MEMORY}, ${AT_START} / ${WITH_READER}`,
	atMost: 0.8,
	of: (round: Round) => (round[AT_START]?.[MEMORY] ?? NaN) / (round[WITH_READER]?.[MEMORY] ?? NaN),
};

/** @param more further files of dist/ to load */
async function load(node: string, folder: string, ...more: string[]): Promise<Run> {
	const args = ['--expose-gc', join(__dirname, 'load.js'), folder, ...more];
	const { stdout } = await execa(node, args, { env: { NODE_OPTIONS: '' } });
	const { ms, bytes, modules } = JSON.parse(stdout) as Record<'ms' | 'bytes' | 'modules', number>;
	return { 'time to load': ms, [MEMORY]: bytes / 1_000, modules };
}
