import { closedBy } from '../../closing';
import { titleOf as documentTitle, writeDocuments } from '../harness/documents';
import { publishFlow, type Flow } from '../harness/flow';
import { changePackage } from '../harness/package';
import { hints, retryExecution, titles, type Execution } from '../harness/rest/executions';
import { openSetup, versionUnderTest, type Setup } from '../harness/setup';
import { until } from '../harness/until';
import { hostVersions } from '../harness/versions';
import { readFiles, tagPdf } from '../harness/workflow';
import { followAdvice, outcomeOf } from '../kills/advice';
import { Journey, startService } from '../kills/journey';
import { FATES, isPossible, MOMENTS, NEXT, outcomesOf, READINGS, titleOf } from '../kills/row';
import type { Row } from '../kills/row';
import { ROWS } from '../kills/rows';

/**
 * The rows of this n8n. The oldest ones run only those that end well: n8n's part in a kill is the same in the others,
 * which wait for minutes.
 */
const isOldest = hostVersions().some(
	({ everySuite, n8n }) => !everySuite && n8n === versionUnderTest,
);
const endsWell = (row: Row) => outcomesOf(row).every((outcome) => outcome === 'tagged');
const rows = isOldest ? ROWS.filter(endsWell) : ROWS;

let setup: Setup;
/** n8n's log at the moment of the kill. */
let log: readonly string[];
const journeys = new Map<Row, Journey>();
const continued = new Map<Row, Promise<Execution[]>>();
const closing = closedBy(afterAll);

// Starts n8n once for all rows, because each start costs more than ten seconds.
beforeAll(async () => {
	setup = closing(await openSetup());
	for (const row of rows) {
		journeys.set(row, await Journey.of(row, setup, closing(await startService(row))));
	}
	await Promise.all([...journeys.values()].map(async (journey) => await journey.reachKill()));
	log = setup.n8n.lines;
	await setup.n8n.kill();
	await setup.restart();
	for (const [row, journey] of journeys) {
		const executions = goOn(journey);
		// The row's own test awaits it and sees a rejection.
		executions.catch(() => undefined);
		continued.set(row, executions);
	}
});

/**
 * Runs a row's documents again, and follows what the errors say.
 *
 * @returns the executions that ran right after the kill
 */
async function goOn(journey: Journey): Promise<Execution[]> {
	const { row, sandbox } = journey;
	const { documents = 1 } = row;
	await journey.comeBack();
	const executions = await journey.runAgain(row.next);
	expect(executions.map(outcomeOf).sort()).toEqual(outcomesOf(row));
	for (const execution of executions.filter((each) => outcomeOf(each) === 'tagged')) {
		const expected = Array.from({ length: documents }, (_, n) => documentTitle(n));
		expect(await titlesIn(execution)).toEqual(expected);
	}
	expect(sandbox.ledger.charges).toHaveLength(documents);
	expect(sandbox.jobs).toHaveLength(documents);
	const failed = executions.findLast((each) => outcomeOf(each) !== 'tagged');
	if (failed) await followAdvice(journey, setup, failed, log);
	return executions;
}

const titlesIn = async (execution: Execution) => await titles(setup.session, execution);

test('each value of a column of the table stands beside each of the others', () => {
	const columns = {
		killed: Object.keys(MOMENTS),
		next: NEXT,
		fate: Object.keys(FATES),
		reading: READINGS,
	};
	const all = Object.entries(columns).flatMap(([column, values]) =>
		values.map((value) => ({ column, value: value })),
	);
	const missing = all.flatMap((one) =>
		all
			.filter((other) => one.column < other.column)
			.map((other) => ({ [one.column]: one.value, [other.column]: other.value }))
			.filter(({ fate, killed }) => !fate || !killed || isPossible({ fate, killed } as Row))
			.filter((pair) => !ROWS.some((row) => Object.entries(pair).every(isIn(row)))),
	);
	expect(missing).toEqual([]);
});

const isIn =
	(row: Row) =>
	([column, value]: [string, string]) =>
		row[column as keyof Row] === value;

describe('n8n killed with kill -9, started again: 1 charge, and the advice of an error works', () => {
	test.each(rows.map((row) => [titleOf(row), row] as const))('%s', async (_title, row) => {
		expect(await continued.get(row)).toBeDefined();
	});

	test('the run that resumes documents reports what it saved', async () => {
		const several = ROWS.find(({ documents }) => documents === 3);
		const [retry] = (several && (await continued.get(several))) ?? [];
		const saved = 'paid for before, not charged again: 3 jobs, 3 credits';
		expect(retry && hints(retry, 'Tag PDF').join()).toContain(saved);
	});
});

describe('Run again', () => {
	beforeEach(() => setup.sandbox.reset());

	test('after a Wait Timeout: the job is paid for once', async () => {
		const flow = await outliveTimeout({});
		await flow.startByHand();
		expect(await titlesIn(await flow.ended(2))).toEqual([documentTitle(0)]);
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});

	test('a document that fails each time: one job, whatever the number of runs', async () => {
		setup.sandbox.faults.order({ step: 'submitJob', fault: { failJob: true }, times: 'always' });
		const pattern = await writeDocuments(setup.documents, 1);
		const flow = await publishFlow(setup, [readFiles(pattern), tagPdf(setup.credential)]);
		for (const count of [1, 2, 3]) {
			await flow.startByHand();
			expect(outcomeOf(await flow.ended(count))).toBe('JOB_FAILED');
		}
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});
});

// Runs last, because it changes the package.
describe('Retry after an update of the package: 1 charge', () => {
	const CASES = [false, true].flatMap((newJobPerExecution) =>
		(['original workflow', 'current workflow'] as const).map((workflow) => ({
			newJobPerExecution,
			workflow,
		})),
	);
	const flows: Flow[] = [];

	beforeAll(async () => {
		setup.sandbox.reset();
		for (const { newJobPerExecution } of CASES) {
			flows.push(await outliveTimeout({ newJobPerExecution }));
		}
		await setup.n8n.stop();
		// As in a version that stores something else.
		const file = 'dist/client.js';
		await changePackage(setup.home, file, 'const VERSION = 1;', 'const VERSION = 2;');
		await setup.restart();
	});

	test.each(CASES.map((each, index) => ({ ...each, index })))(
		'New Job per Execution $newJobPerExecution, with the $workflow',
		async ({ index, workflow }) => {
			const { charges } = setup.sandbox.ledger;
			const [flow, paid] = [flows[index] as Flow, charges.length];
			const { id } = await flow.ended();
			await retryExecution(setup.session, id, workflow);
			expect(await titlesIn(await flow.ended(2))).toEqual([documentTitle(0)]);
			expect(setup.sandbox.ledger.charges).toHaveLength(paid);
			const line = 'another version of Tag PDF began this execution';
			const isLogged = () => setup.n8n.lines.filter((each) => each.includes(line)).length > index;
			await until({ what: 'the log says so' }, isLogged);
		},
	);
});

/** Runs a document whose job outlives Wait Timeout, and then ends. */
async function outliveTimeout(options: object): Promise<Flow> {
	const { faults } = setup.sandbox;
	const fault = { fields: { status: 'processing' } };
	for (const step of ['submitJob', 'getJob'] as const)
		faults.order({ step, fault, times: 'always' });
	const pattern = await writeDocuments(setup.documents, 1);
	const node = tagPdf(setup.credential, { options: { waitTimeout: 1, ...options } });
	const flow = await publishFlow(setup, [readFiles(pattern), node]);
	await flow.start();
	expect(outcomeOf(await flow.ended())).toBe('WAIT_TIMEOUT');
	faults.clear();
	return flow;
}
