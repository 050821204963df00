import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openBench, type Bench } from '../bench';
import { expectedRequests, TITLES, type Cell } from './cell';
import { inLanes } from './lanes';
import { renderMatrix, renderPage, renderTotals, totals, type CellResult } from './matrix';
import { filled, openPlaces, type Places } from './places';
import { run, type Outcome } from './run';
import { Secrets } from './secrets';
import { cells } from './table';

const PAGE = join(__dirname, '../../../docs/fault-matrix.md');
/** `print` shows the matrix, `update` also writes the page (scripts/faults.mjs). */
const MODE = process.env.TAG_PDF_FAULT_MATRIX;

/** Budgets that end after a certain number of pauses, whatever their random part. */
const EXACT_LIMITS = {
	backoffBaseMs: 10,
	backoffMaxMs: 320,
	conflictBudgetMs: 312,
	rateLimitBaseMs: 20,
	rateLimitMaxMs: 2_000,
	rateLimitBudgetMs: 1_265,
};

let bench: Bench;
let places: Places;
let running: ReturnType<typeof inLanes<Cell, Outcome[]>>;
const secrets = new Secrets();

beforeAll(async () => {
	bench = await openBench({}, 'filesystem');
	const { limits } = require('../../../dist/nodes/client/limits') as { limits: object };
	Object.assign(limits, EXACT_LIMITS);
	places = await openPlaces();
	secrets.watch();
	const { engine, sandbox } = bench;
	const { apiKey } = sandbox.accounts[0];
	// Each run has a sandbox of its own; all have the same keys.
	engine.credentials.tagPdfApi = { apiKey, baseUrl: '={{ $json.baseUrl }}' };
	running = inLanes(cells, async (cell, lane) => {
		const own = await lane.sandbox(cell.setting.sandbox);
		const world = { engine, sandbox: own, places, secrets };
		const stopping = await run(world, cell, false);
		return cell.ends === 'recovered' ? [stopping] : [stopping, await run(world, cell, true)];
	});
});

afterAll(async () => {
	await running?.close();
	secrets.close();
	await places?.close();
	await bench?.close();
});

const outcomesOf = async (cell: Cell) => (await running.results.get(cell)) ?? [];

test.each(cells.map((cell) => ({ cell, name: `${TITLES[cell.step]} × ${cell.fault}` })))(
	'$name',
	async ({ cell }) => {
		const [stopping, carryingOn] = await outcomesOf(cell);
		expectCommon(cell, stopping!);
		if (cell.ends === 'recovered') {
			expect(stopping).toMatchObject({ told: undefined, gaveResult: true, unnamed: [] });
			return;
		}
		const { code, message, description } = filled(cell.ends, stopping!.names);
		const takesUp =
			stopping!.jobs.length > 0 && stopping!.unnamed.length === 0 && code !== 'JOB_FAILED'
				? ' A retry of this execution takes the job up without paying again.'
				: '';
		expect(stopping?.told).toEqual({ message, description: description + takesUp });
		expect(stopping?.gaveResult).toBe(false);

		expectCommon(cell, carryingOn!);
		expect(carryingOn?.told).toMatchObject(filled(cell.ends, carryingOn!.names));
	},
);

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

describe('the matrix', () => {
	const results = async (): Promise<CellResult[]> =>
		await Promise.all(cells.map(async (cell) => ({ cell, outcomes: await outcomesOf(cell) })));

	test('is large, and nothing is paid twice, lost or leaked', async () => {
		expect(totals(await results())).toMatchObject({ doubleCharges: 0, lostResults: 0, leaks: 0 });
		expect(cells.length).toBeGreaterThanOrEqual(80);
		expect(new Set(cells.map(({ step, fault }) => `${step} × ${fault}`)).size).toBe(cells.length);
		// The API key and, for every upload, three fields and a download's signature.
		expect(secrets.size).toBeGreaterThan(cells.length);
	});

	test('is the one in docs/fault-matrix.md (npm run test:faults -- --update writes it)', async () => {
		const page = renderPage(await results());
		if (MODE !== undefined) {
			process.stdout.write(
				`\n${renderMatrix(await results())}\n\n${renderTotals(await results())}\n`,
			);
		}
		if (MODE === 'update') await writeFile(PAGE, page);
		expect(await readFile(PAGE, 'utf8')).toBe(page);
	});
});
