import type { BinaryMode } from '../../../engine';
import { item, openSetup, tagPdf, type Setup } from '../setup';
import { expectedRequests, TITLES, type Cell } from './cell';
import { runInPool } from './sandboxPool';
import { openOtherOrigins, type OtherOrigins } from './otherOrigins';
import { fillPlaceholders } from './placeholders';
import { run, type Outcome } from './run';
import { Secrets } from './secrets';

/**
 * Budgets that end after a certain number of pauses, whatever their random part, and timeouts that
 * a busy machine does not run into by itself.
 */
const EXACT_LIMITS = {
	retry: {
		backoffBaseMs: 10,
		backoffMaxMs: 2_560,
		conflictBudgetMs: 2_552,
		rateLimitBaseMs: 20,
		rateLimitMaxMs: 2_000,
		rateLimitBudgetMs: 1_265,
	},
	transfer: { apiTimeoutMs: 3_000, stallMs: 3_000 },
};

/** One test for each cell. The cells run side by side from the start; each test awaits its own. */
export function faultSuite(cells: readonly Cell[], binaryMode: BinaryMode) {
	let setup: Setup;
	let otherOrigins: OtherOrigins;
	let running: ReturnType<typeof runInPool<Cell, Outcome[]>>;
	const secrets = new Secrets();

	beforeAll(async () => {
		setup = await openSetup({ binaryMode, limits: EXACT_LIMITS });
		// What is loaded with the first document must not cost a cell its time.
		await setup.engine.run({ nodes: tagPdf(), items: [await item('warm-up')] });
		otherOrigins = await openOtherOrigins();
		secrets.watch();
		const { engine, sandbox } = setup;
		const { apiKey } = sandbox.accounts[0];
		// Each run has a sandbox of its own; all have the same keys.
		engine.credentials.tagPdfApi = { apiKey, baseUrl: '={{ $json.baseUrl }}' };
		running = runInPool(cells, async (cell, sandboxes) => {
			const own = await sandboxes.with(cell.setting.sandbox);
			const world = { engine, sandbox: own, otherOrigins, secrets };
			const stopping = await run(world, cell, false);
			return cell.ends === 'recovered' ? [stopping] : [stopping, await run(world, cell, true)];
		});
	});

	afterAll(async () => {
		await running?.close();
		secrets.close();
		await otherOrigins?.close();
		await setup?.close();
	});

	const outcomesOf = async (cell: Cell) => (await running.results.get(cell)) ?? [];

	test.each(cells.map((cell) => ({ cell, name: `${TITLES[cell.step]} × ${cell.fault}` })))(
		'$name',
		async ({ cell }) => {
			const [stopping, carryingOn] = await outcomesOf(cell);
			expectCommon(cell, stopping!);
			if (cell.ends === 'recovered') {
				expect(stopping).toMatchObject({ error: undefined, gaveResult: true, unnamed: [] });
				return;
			}
			const { code, message, description } = fillPlaceholders(cell.ends, stopping!.names);
			const takesUp =
				stopping!.jobs.length > 0 && stopping!.unnamed.length === 0 && code !== 'JOB_FAILED'
					? ' A retry of this execution takes the job up without paying again.'
					: '';
			expect(stopping?.error).toEqual({ message, description: description + takesUp });
			expect(stopping?.gaveResult).toBe(false);

			expectCommon(cell, carryingOn!);
			expect(carryingOn?.error).toMatchObject(fillPlaceholders(cell.ends, carryingOn!.names));
		},
	);

	return { outcomesOf, secrets };
}

function expectCommon(cell: Cell, outcome: Outcome) {
	const { requests, refusals, elsewhere, jobs, credits, lost, leaks } = outcome;
	expect({ leaks, lost }).toEqual({ leaks: [], lost: [] });
	expect({ jobs: jobs.length, credits }).toEqual({ jobs: cell.jobs, credits: cell.jobs });
	if (cell.tries === 'several') expect(requests[cell.step]).toBeGreaterThan(2);
	expect(requests).toEqual(expectedRequests(cell, requests[cell.step]));
	if (cell.setting.outage) {
		const all = cell.ends === 'recovered' ? 1 : cell.tries;
		expect(refusals).toBe(all);
	}
	const followed = cell.fault.startsWith('redirect') && cell.step === 'download' ? 1 : 0;
	expect(elsewhere).toEqual({ visits: followed, withAuthorization: 0 });
}
