/**
 * Kills, stops and fails runs of Document → Tag in n8n's own engine, and continues as users do. The simulated lives
 * (test/lifetimes) cover far more; these runs check that their n8n behaves as n8n does.
 */
import { CELLS, type Fate, nameCell } from './cell';
import { type Outcome, runCell, type World } from './run';
import { openWorld } from './world';

let world: World;

beforeAll(async () => {
	world = await openWorld({});
});
afterAll(async () => await world.close());

/** What a user must see for a job that is of no use. */
const ERRORS: Partial<Record<Fate, RegExp>> = {
	failed: /Run again: the same job, free\..*set 'Max Jobs per Document' to 2/,
	'result gone': /was charged\. Run again: the same job, free\./,
};

test.each(CELLS.map((cell) => [nameCell(cell), cell] as const))('%s', async (_name, cell) => {
	const { charges, delivered, errors }: Outcome = await runCell(world, cell);
	const runs = cell.next === 'two at once' ? 2 : 1;
	const text = cell.fate && ERRORS[cell.fate];
	expect({ charges, delivered, errors }).toEqual({
		charges: 1,
		delivered: text ? 0 : runs,
		errors: Array(text ? runs : 0).fill(expect.stringMatching(text ?? '')),
	});
});

test('all requests have kept to the interface', () => {
	expect(world.sandbox.violations).toEqual([]);
});
