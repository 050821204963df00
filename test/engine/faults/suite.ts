import type { BinaryMode } from '../../../engine';
import { closedBy } from '../../closing';
import { present } from '../../present';
import { item, openSetup, tagPdf } from '../setup';
import { expectedRequests, TITLES, type Cell, type ExpectedError } from './cell';
import { openSandboxSets, runInPool, SEED, type Running, type SandboxSet } from './sandboxPool';
import { openOtherOrigins } from './otherOrigins';
import { fillPlaceholders } from './placeholders';
import { run, type Outcome } from './run';
import { Secrets } from './secrets';

/**
 * Long enough for several tries on a busy machine. Timeouts stay below the five seconds after which a server
 * closes an idle connection.
 */
const LIMITS = {
	retry: {
		backoffBaseMs: 20,
		backoffMaxMs: 2_560,
		firstContactMs: 3_000,
		outageMs: 3_000,
		askAgainBudgetMs: 3_000,
		rateLimitBaseMs: 20,
		rateLimitMaxMs: 2_000,
		rateLimitBudgetMs: 4_000,
	},
	transfer: { apiTimeoutMs: 4_000, stallMs: 4_000 },
};

/** Adds one test per cell. The cells run concurrently from the start, and each test awaits its own cell. */
export function faultSuite(cells: readonly Cell[], binaryMode: BinaryMode) {
	let running: Running<Cell, CellOutcomes>;
	const secrets = new Secrets();
	const closing = closedBy(afterAll);

	beforeAll(async () => {
		const { engine, sandbox } = closing(
			await openSetup({ binaryMode, limits: LIMITS, seed: SEED }),
		);
		// Loads the modules before the cells start, so the load time does not count against a cell.
		await engine.run({ nodes: tagPdf(), items: [await item('warm-up')] });
		const otherOrigins = closing(await openOtherOrigins());
		closing(secrets).watch();
		const { apiKey } = sandbox.accounts[0];
		// Each run has its own sandbox; all use the same keys.
		engine.credentials.tagPdfApi = { apiKey, baseUrl: '={{ $json.baseUrl }}' };
		const work = async (cell: Cell, sandboxes: SandboxSet): Promise<CellOutcomes> => {
			const own = await sandboxes.with(cell.setting.sandbox);
			const world = { engine, sandbox: own, otherOrigins, secrets };
			const stopping = await run(world, cell, false);
			return cell.ends === 'recovered' ? [stopping] : [stopping, await run(world, cell, true)];
		};
		running = closing(runInPool(cells, await openSandboxSets(), work));
	});

	const outcomesOf = async (cell: Cell) => present(await running.results.get(cell));

	test.each(cells.map((cell) => ({ cell, name: `${TITLES[cell.step]} × ${cell.fault}` })))(
		'$name',
		async ({ cell }) => {
			const [stopping, carryingOn] = await outcomesOf(cell);
			expectCommon(cell, stopping);
			if (cell.ends === 'recovered') expectResult(stopping);
			else {
				expectError(stopping, cell.ends);
				expectCommon(cell, present(carryingOn));
				expectErrorItem(present(carryingOn), cell.ends);
			}
		},
	);

	return { outcomesOf, secrets };
}

/** Outcomes of the execution that stops at the fault and of the execution with Continue On Fail. */
type CellOutcomes = [stopping: Outcome] | [stopping: Outcome, carryingOn: Outcome];

function expectResult(outcome: Outcome) {
	expect(outcome).toMatchObject({ error: undefined, gaveResult: true, unnamed: [] });
}

function expectError(outcome: Outcome, expected: ExpectedError) {
	const { message, description } = fillPlaceholders(expected, outcome.names);
	expect(outcome.error).toEqual({ message, description });
	expect(outcome.gaveResult).toBe(false);
}

function expectErrorItem(outcome: Outcome, expected: ExpectedError) {
	const { reason = '', ...error } = fillPlaceholders(expected, outcome.names);
	expect(outcome.error).toMatchObject(error);
	expect(outcome.error?.reason ?? '').toContain(reason);
}

function expectCommon(cell: Cell, outcome: Outcome) {
	const { requests, refusals, elsewhere, jobs, credits, lost, leaks } = outcome;
	expect({ leaks, lost }).toEqual({ leaks: [], lost: [] });
	expect({ jobs: jobs.length, credits }).toEqual({ jobs: cell.jobs, credits: cell.jobs });
	// On a busy machine the job may exist after the first try, so no other try is needed.
	const mayBeOne = cell.setting.sandbox?.creationMs !== undefined;
	if (cell.tries === 'several' && !cell.unseen && !mayBeOne) {
		expect(requests[cell.step]).toBeGreaterThan(2);
	}
	expect(requests).toEqual(expectedRequests(cell, requests));
	if (cell.setting.outage) {
		const all = cell.ends === 'recovered' ? 1 : cell.tries;
		if (all === 'several') expect(refusals).toBeGreaterThan(2);
		else expect(refusals).toBe(all);
	}
	const followed = cell.fault.startsWith('redirect') && cell.step === 'download' ? 1 : 0;
	expect(elsewhere).toEqual({ visits: followed, withAuthorization: 0 });
}
