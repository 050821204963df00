import { execFile } from 'node:child_process';
import path from 'node:path';

import { Life } from '../../lifetimes/life';
import { DEFECTS } from '../../lifetimes/plantedDefects';
import { planOf } from '../../lifetimes/randomPlan';
import { NodeModules } from '../../lifetimes/world/modules';

const ROOT = path.join(__dirname, '../../..');
const RUN = path.join(ROOT, 'test/lifetimes/run.ts');
/** Few for each test: on a busy machine a thousand take longer than a test may, although none of them hangs. */
const LIVES = 100;
const SEEDS = [0, 100, 200, 300, 400];

/** In a process of its own: the lives are slower in the sandbox of Jest. */
test.each(SEEDS)(`${LIVES} lives from seed %d on keep every promise about money`, async (from) => {
	const range = ['--from', String(from), '--lives', String(LIVES), '--workers', '1'];
	const given = ['--import', 'tsx', RUN, ...range];
	const { code, told } = await new Promise<{ code: unknown; told: string }>((resolve) => {
		execFile(process.execPath, given, { cwd: ROOT }, (error, stdout, stderr) => {
			resolve({ code: error?.code ?? 0, told: stdout + stderr });
		});
	});
	expect(told).toContain(`${LIVES} of ${LIVES} lives, 0 violations`);
	expect(code).toBe(0);
});

test('a seed gives the same life again, whatever lives the modules have run before', async () => {
	const used = new NodeModules();
	const live = async (seed: number, modules: NodeModules) => {
		const { trace, violations } = await new Life(planOf(seed), modules, true).live();
		return { trace, violations };
	};
	for (let seed = 0; seed < 20; seed += 1) {
		expect(await live(seed, used)).toEqual(await live(seed, new NodeModules()));
	}
});

test.each(DEFECTS)('finds a planted defect: $name', async ({ change, seed, shownBy }) => {
	const live = async (modules: NodeModules) => {
		const { violations } = await new Life(planOf(seed), modules, false).live();
		return violations.map(({ kind }) => kind);
	};
	expect(await live(new NodeModules())).toEqual([]);
	const found = await live(new NodeModules(change));
	expect(found.some((kind) => shownBy.includes(kind))).toBe(true);
});
