import { HALTED, TagPdfError } from '../../../../nodes/client/errors';
import { Budget, type StoredCredits } from '../../../../nodes/client/submission';
import type { Guard } from '../../../../nodes/client/submission/budget';
import { failureOf } from '../../support/failureOf';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
let halt: AbortController;
let stored: StoredCredits;
/** What happened, in order. */
let told: string[];
/** Credits of the account; each submission that comes through takes its own. */
let balance: number;

beforeEach(() => {
	clock = new VirtualClock();
	halt = new AbortController();
	stored = { spent: 0, held: {} };
	told = [];
	balance = 100;
});

const NO_LIMIT = { maximum: 0, minimum: 0 };

function guardOf(allowance: Partial<typeof NO_LIMIT>): Guard {
	const budget = new Budget({ ...NO_LIMIT, ...allowance }, stored, halt.signal);
	return budget.guardFor(async () => {
		told.push('balance');
		await clock.sleep(10);
		return { credits_available: balance };
	});
}

/** Submits for a second a document of so many pages, and is charged in the midst of it. */
async function submit(
	guard: Guard,
	id: string,
	pages: number | undefined,
	{
		mayExist = false,
		isCharged = true,
		used = pages ?? 1,
		fails,
	}: { mayExist?: boolean; isCharged?: boolean; used?: number; fails?: Error } = {},
): Promise<unknown> {
	return await guard.consent({ id, pages, mayExist }, async () => {
		told.push(`${id} begins`);
		await clock.sleep(500);
		if (isCharged) balance -= used;
		await clock.sleep(500);
		told.push(`${id} ends`);
		if (fails !== undefined) throw fails;
		return { job: jobOf(id, { credits_used: used }), isCharged };
	});
}

const lost = new TagPdfError('UNREACHABLE', { unanswered: true });
const refused = new TagPdfError('NOT_ENOUGH_CREDITS', { unanswered: false });

describe('without a limit', () => {
	it('asks nobody, needs no pages, and lets submissions go side by side', async () => {
		const guard = guardOf({});
		expect(guard.counts).toBe(false);
		const jobs = await Promise.all([submit(guard, 'a', undefined), submit(guard, 'b', undefined)]);
		expect(jobs).toMatchObject([{ id: 'a' }, { id: 'b' }]);
		expect(told).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
		expect(stored).toEqual({ spent: 0, held: {} });
	});

	it('lets none through once the run is halted, but for an answer that is missing', async () => {
		halt.abort(HALTED);
		const guard = guardOf({});
		expect((await failureOf(submit(guard, 'a', 1))).code).toBe('NOT_STARTED');
		expect(await submit(guard, 'b', 1, { mayExist: true })).toMatchObject({ id: 'b' });
		expect(told).toEqual(['b begins', 'b ends']);
	});
});

describe('Max Credits per Run', () => {
	it('is spent to the last credit, and no further', async () => {
		const guard = guardOf({ maximum: 10 });
		expect(guard.counts).toBe(true);
		await submit(guard, 'a', 6);
		const { code, facts } = await failureOf(submit(guard, 'b', 5));
		expect([code, facts]).toEqual(['OVER_BUDGET', { credits: { needed: 5, left: 4, limit: 10 } }]);
		await submit(guard, 'c', 4);
		expect(stored).toEqual({ spent: 10, held: {} });
		expect(told).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
	});

	it('lets submissions go side by side as long as all of them fit', async () => {
		const guard = guardOf({ maximum: 10 });
		await Promise.all([submit(guard, 'a', 5), submit(guard, 'b', 5)]);
		expect(told).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
	});

	it('waits for what is under way before it refuses', async () => {
		const guard = guardOf({ maximum: 10 });
		const work = [
			submit(guard, 'a', 8, { fails: refused, isCharged: false }),
			submit(guard, 'b', 9, { used: 2 }),
			submit(guard, 'c', 9),
		];
		const [, , last] = await Promise.allSettled(work);
		expect(last).toMatchObject({
			reason: { facts: { credits: { needed: 9, left: 8, limit: 10 } } },
		});
		expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
		expect(stored).toEqual({ spent: 2, held: {} });
	});

	it('counts what the service charges, be it more', async () => {
		const guard = guardOf({ maximum: 10 });
		await submit(guard, 'a', 2, { used: 12 });
		expect(stored.spent).toBe(12);
		const { facts } = await failureOf(submit(guard, 'b', 1));
		expect(facts.credits).toEqual({ needed: 1, left: 0, limit: 10 });
	});

	it('counts what had no answer, until it has one', async () => {
		const guard = guardOf({ maximum: 10 });
		await failureOf(submit(guard, 'a', 6, { fails: lost }));
		expect(stored).toEqual({ spent: 0, held: { a: 6 } });
		expect((await failureOf(submit(guard, 'b', 5))).code).toBe('OVER_BUDGET');
		await submit(guard, 'a', 6, { mayExist: true });
		expect(stored).toEqual({ spent: 6, held: {} });
	});

	it('counts a submission once that is sent anew', async () => {
		const guard = guardOf({ maximum: 10 });
		await failureOf(submit(guard, 'a', 6, { fails: lost }));
		await submit(guard, 'a', 6);
		expect(stored).toEqual({ spent: 6, held: {} });
	});

	it('counts what something unforeseen has ended as without an answer', async () => {
		const guard = guardOf({ maximum: 10 });
		await expect(submit(guard, 'a', 6, { fails: new Error('?') })).rejects.toThrow('?');
		expect(stored.held).toEqual({ a: 6 });
	});

	it('does not count what the service has refused, nor a job that was there before', async () => {
		const guard = guardOf({ maximum: 10 });
		await failureOf(submit(guard, 'a', 6, { fails: refused }));
		await submit(guard, 'b', 6, { isCharged: false });
		expect(stored).toEqual({ spent: 0, held: {} });
	});

	it('does not count an answer to what was sent while there was no limit', async () => {
		await submit(guardOf({ maximum: 10 }), 'a', undefined, { mayExist: true });
		expect(stored).toEqual({ spent: 0, held: {} });
	});

	it('goes on with what the execution has spent before', async () => {
		stored = { spent: 7, held: { x: 2 } };
		expect((await failureOf(submit(guardOf({ maximum: 10 }), 'a', 2))).facts.credits).toEqual({
			needed: 2,
			left: 1,
			limit: 10,
		});
	});

	it('takes a document of unknown pages for one page', async () => {
		const guard = guardOf({ maximum: 1 });
		await submit(guard, 'a', undefined, { used: 3 });
		expect(stored.spent).toBe(3);
		expect((await failureOf(submit(guard, 'b', undefined))).facts.credits?.needed).toBe(1);
	});
});

describe('Stop When Credits Fall Below', () => {
	it.each([
		[89, 'submitted'],
		[90, 'submitted'],
		[91, 'CREDITS_BELOW_LIMIT'],
	])('a document of %i credits, 100 there and 10 to be left: %s', async (pages, outcome) => {
		const work = submit(guardOf({ minimum: 10 }), 'a', pages).then(
			() => 'submitted',
			(error: unknown) => error instanceof TagPdfError && error.code,
		);
		expect(await work).toBe(outcome);
	});

	it('says what is needed and what there is', async () => {
		const { facts } = await failureOf(submit(guardOf({ minimum: 10 }), 'a', 95));
		expect(facts).toEqual({ credits: { needed: 95, left: 100, limit: 10 } });
	});

	it('holds what is under way: its charge may be in the balance, or not yet', async () => {
		balance = 20;
		const guard = guardOf({ minimum: 10 });
		const work = [submit(guard, 'a', 4), submit(guard, 'b', 4), submit(guard, 'c', 3)];
		const outcomes = await Promise.allSettled(work);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
		expect(balance).toBe(12);
		// The last one is refused only when all else is settled.
		expect(told.slice(-3)).toEqual(['a ends', 'b ends', 'balance']);
		expect(told.filter((each) => each === 'balance')).toHaveLength(4);
	});

	it('holds what was under way when the balance was asked for, though it ends meanwhile', async () => {
		balance = 20;
		const guard = guardOf({ minimum: 10 });
		const first = submit(guard, 'a', 6);
		await clock.sleep(1_005);
		// Asked for before the end of the first, answered after it.
		const second = submit(guard, 'b', 6);
		expect((await failureOf(second)).facts.credits).toEqual({ needed: 6, left: 14, limit: 10 });
		await first;
		expect(told).toEqual(['balance', 'a begins', 'balance', 'a ends', 'balance']);
	});

	it('is looked at only where Max Credits per Run allows it', async () => {
		await failureOf(submit(guardOf({ maximum: 1, minimum: 10 }), 'a', 2));
		expect(told).toEqual([]);
	});

	it('lets the next go after one that was refused', async () => {
		const guard = guardOf({ minimum: 10 });
		const work = [submit(guard, 'a', 91), submit(guard, 'b', 90)];
		const outcomes = await Promise.allSettled(work);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
	});

	it('lets none through that is halted while the credits are asked for', async () => {
		const guard = guardOf({ minimum: 10 });
		clock.after(5, () => halt.abort(HALTED));
		expect((await failureOf(submit(guard, 'a', 1))).code).toBe('NOT_STARTED');
		expect(told).toEqual(['balance']);
		expect(stored.held).toEqual({});
	});

	it('asks nobody once the run is halted', async () => {
		halt.abort(HALTED);
		expect((await failureOf(submit(guardOf({ minimum: 10 }), 'a', 1))).code).toBe('NOT_STARTED');
		expect(told).toEqual([]);
	});

	it('lets none through when the credits cannot be learnt', async () => {
		const budget = new Budget({ maximum: 0, minimum: 10 }, stored, halt.signal);
		const guard = budget.guardFor(async () => await Promise.reject(refused));
		await expect(submit(guard, 'a', 1)).rejects.toBe(refused);
		expect(told).toEqual([]);
	});
});

test('accounts of one run share what it may spend', async () => {
	const budget = new Budget({ maximum: 10, minimum: 0 }, stored, halt.signal);
	const account = async () => await Promise.resolve({ credits_available: 100 });
	await submit(budget.guardFor(account), 'a', 6);
	const other = budget.guardFor(account);
	expect((await failureOf(submit(other, 'b', 5))).code).toBe('OVER_BUDGET');
});
