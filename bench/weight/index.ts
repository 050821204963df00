import execa from 'execa';
import { join } from 'node:path';
import { installHost } from '../../test/host/harness/install';
import { packageUnderTest } from '../../test/host/harness/package';
import { latestVersion } from '../../test/host/harness/versions';
import type { Bench } from '../outcome/bench';
import { inTurns, type Round, type Run } from '../outcome/rounds';
import { rowOf } from '../outcome/row';
import type { Bound } from '../outcome/verdict';
import { install, type Installed } from './install';
import { PEERS } from './packages';

const ROUNDS = 5;
const UNITS = { packed: 'kB', files: '', require: 'ms', 'memory after load': 'kB' };
const OURS = 'n8n-nodes-tag-pdf';

/** What the package weighs, beside those that are installed most. */
export const weight: Bench = {
	charts: Object.keys(UNITS).map((what) => ({ title: `Packages: ${what}`, what })),
	async run({ matching }, done) {
		const name = 'packages';
		if (!name.includes(matching)) return;
		const host = await installHost(latestVersion(), () => undefined);
		const workflow = join(host.folder, 'node_modules', 'n8n-workflow');
		const { packages, remove } = await install([await packageUnderTest(), ...PEERS], workflow);
		try {
			const contestants = Object.fromEntries(
				packages.map((each) => [each.name, async () => await load(each, host.node)]),
			);
			const rounds = await inTurns(contestants, ROUNDS);
			const bounds = Object.keys(UNITS).map((what) => rankBound(what, packages.length));
			done(rowOf(name, rounds, UNITS, bounds));
		} finally {
			await remove();
		}
	},
};

/** The place of ours among all, counted from the lightest. */
function rankBound(what: string, count: number): Bound {
	return {
		what: `${what}: place among ${count}`,
		atMost: count / 3,
		of: (round: Round) => {
			const inOrder = Object.entries(round).toSorted(([, a], [, b]) => figure(a) - figure(b));
			return 1 + inOrder.findIndex(([name]) => name.startsWith(OURS));
		},
	};

	function figure(run: Run): number {
		return run[what] ?? NaN;
	}
}

async function load({ folder, packedKb, files }: Installed, node: string): Promise<Run> {
	const args = ['--expose-gc', join(__dirname, 'load.js'), folder];
	const { stdout } = await execa(node, args, { env: { NODE_OPTIONS: '' } });
	const { ms, bytes } = JSON.parse(stdout) as { ms: number; bytes: number };
	return { packed: packedKb, files, require: ms, 'memory after load': bytes / 1_000 };
}
