import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { BinaryMode } from '../../../engine';
import { startSandbox } from '../../../sandbox';
import { closedBy } from '../../closing';
import { present } from '../../present';
import { openSetup } from '../setup';
import { nameOf, renderMatrix, renderPage, renderTotals, totals, type CellResult } from './matrix';
import { openOtherOrigins } from './otherOrigins';
import { CELLS, STEPS, type Cell, type FlowStep } from './rows';
import { run, type Outcome, type World } from './run';
import { Secrets } from './secrets';

const PAGE = join(__dirname, '../../../docs/evidence/fault-matrix.md');
/** `print` shows the matrix, `update` also writes the page (scripts/matrix.mjs). */
const MODE = process.env.TAG_PDF_FAULT_MATRIX;
/** All sandboxes have the same keys. */
const SEED = 'faults';

const secrets = new Secrets();

/** Adds one test per cell. */
function addTests(cells: readonly Cell[], binaryMode: BinaryMode): CellResult[] {
	const results: CellResult[] = [];
	const closing = closedBy(afterAll);
	let world: World;
	beforeAll(async () => {
		const { clock, engine, sandbox } = closing(await openSetup({ binaryMode, seed: SEED }));
		const otherOrigins = closing(await openOtherOrigins());
		closing(secrets).watch();
		const { apiKey } = sandbox.accounts[0];
		engine.credentials.tagPdfApi = { apiKey, baseUrl: '={{ $json.baseUrl }}' };
		world = { clock, engine, sandbox, otherOrigins, secrets };
	});

	test.each(cells.map((cell) => ({ cell, name: nameOf(cell) })))('$name', async ({ cell }) => {
		const { sandbox: options } = cell;
		const own = options && {
			tagger: 'stamp' as const,
			seed: SEED,
			...world.clock.ofSandbox,
			...options,
		};
		const sandbox = own ? await startSandbox(own) : world.sandbox;
		const stopping = await run({ ...world, sandbox }, cell, false);
		expectCommon(cell, stopping);
		if (stopping.error) {
			const carryingOn = await run({ ...world, sandbox }, cell, true);
			expectCommon(cell, carryingOn);
			expectSameError(stopping, carryingOn);
			results.push({ cell, outcomes: [stopping, carryingOn] });
		} else {
			expectResult(stopping);
			results.push({ cell, outcomes: [stopping] });
		}
		if (own) await sandbox.close();
	});
	return results;
}

function expectResult(outcome: Outcome) {
	expect(outcome).toMatchObject({ gaveResult: true, unnamed: [] });
}

/** The error that ends a run and the error of an item differ in the way to the result. */
function expectSameError({ error, gaveResult }: Outcome, carryingOn: Outcome) {
	expect(gaveResult).toBe(false);
	const { message, description } = present(carryingOn.error);
	const way =
		/Use Job → [^.]*\.|Run again: you do not pay twice\./.exec(description)?.[0] ??
		'Use Job → Download.';
	expect(message).toBe(error?.message);
	expect(description).toBe(error?.description.replace('{way}', way));
}

function expectCommon(cell: Cell, outcome: Outcome) {
	const { elsewhere, jobs, credits, lost, leaks, error } = outcome;
	expect({ leaks, lost }).toEqual({ leaks: [], lost: [] });
	expect(jobs.length).toBeLessThanOrEqual(1);
	expect(credits).toBe(jobs.length);
	const { description = 'paid' } = error ?? {};
	if (/No new charge/.test(description)) expect(jobs).toEqual([]);
	else if (!/may be paid/.test(description)) expect(jobs).toHaveLength(1);
	expect(outcome.requests).toEqual(expectedRequests(cell, outcome));
	const followed = cell.fault.startsWith('redirect') && cell.step === 'download' ? 1 : 0;
	expect(elsewhere).toEqual({ visits: followed, withAuthorization: 0 });
}

/** Requests that must reach the sandbox. The page has the tries of the cell's step. */
function expectedRequests({ step }: Cell, { error, requests }: Outcome): Record<FlowStep, number> {
	const at = STEPS.indexOf(step);
	const expected = STEPS.map((name, index): [FlowStep, number] => {
		// The node uploads to a fresh address only, and may find the job completed when it submits again.
		const isOpen =
			name === step ||
			(name === 'createUpload' && step === 'store') ||
			(name === 'getResult' && step === 'download') ||
			(name === 'getJob' && step === 'submitJob');
		return [name, isOpen ? requests[name] : index < at || !error ? 1 : 0];
	});
	return Object.fromEntries(expected) as Record<FlowStep, number>;
}

const moved = CELLS.filter(({ step }) => step === 'store' || step === 'download');

describe('files on disk', () => {
	const results = addTests(CELLS, 'filesystem');

	describe('the matrix', () => {
		test('is large, and nothing is paid twice, lost or leaked', () => {
			expect(totals(results)).toMatchObject({ doubleCharges: 0, lostResults: 0, leaks: 0 });
			expect(new Set(results.map(({ cell }) => nameOf(cell))).size).toBe(203);
			// The API key and, for every upload, three fields and a download's signature.
			expect(secrets.size).toBeGreaterThan(results.length);
		});

		test('is the one in docs/evidence/fault-matrix.md (npm run test:faults -- --update writes it)', async () => {
			const page = renderPage(results);
			if (MODE) process.stdout.write(`\n${renderMatrix(results)}\n\n${renderTotals(results)}\n`);
			if (MODE === 'update') await writeFile(PAGE, page);
			expect(await readFile(PAGE, 'utf8')).toBe(page);
		});
	});
});

describe('files in memory, which the node sends and receives in a different way', () => {
	const results = addTests(moved, 'default');

	test('have the same outcomes', async () => {
		const page = await readFile(PAGE, 'utf8');
		for (const line of renderMatrix(results).split('\n').slice(2)) {
			const [, fault, , store, , , , download] = line.split('|').map((text) => text.trim());
			const row = page.split('\n').find((each) => each.startsWith(`| ${fault} `)) ?? '';
			const [, , , onDisk, , , , received] = row.split('|').map((text) => text.trim());
			expect([fault, store, download]).toEqual([fault, onDisk, received]);
		}
	});
});
