import { HALT_REASON, TagPdfError } from '../../../../nodes/client/errors';
import {
	Budget,
	DocumentRecords,
	isLimited,
	type DocumentRecord,
	type StoredDocuments,
} from '../../../../nodes/client/submission';
import { advance } from '../../../../nodes/client/submission/documentRecords';
import { failureOf, requestFacts } from '../../support/failureOf';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
let halt: AbortController;
let stored: StoredDocuments;
let records: DocumentRecords;
/** Events in order. */
let told: string[];
/** Credits of the account; each successful submission reduces them. */
let balance: number;

beforeEach(() => {
	clock = new VirtualClock();
	halt = new AbortController();
	stored = { slots: {}, documents: {} };
	records = new DocumentRecords(stored, '7');
	told = [];
	balance = 100;
});

const NO_LIMIT = { maximum: 0, minimum: 0 };

function budgetOf(allowance: Partial<typeof NO_LIMIT>): Budget {
	return new Budget({ ...NO_LIMIT, ...allowance }, records, halt.signal);
}

const askAccount = async () => {
	told.push('balance');
	await clock.sleep(10);
	return { credits_available: balance };
};

interface Fate {
	used?: number;
	/** An earlier run has paid for it, so nothing is charged now. */
	isPaidFor?: boolean;
	/** Error of a submission that gets no job. */
	fails?: Error;
	ask?: typeof askAccount;
	/** Milliseconds until it is charged, and from there to the answer. */
	chargeMs?: number;
	answerMs?: number;
}

/** Submits a document like the submitter. It takes a second, and the charge comes in between. */
async function submit(
	budget: Budget,
	id: string,
	pages: number | undefined,
	{ used = pages ?? 1, isPaidFor = false, fails, ask = askAccount, ...times }: Fate = {},
): Promise<void> {
	const { chargeMs = 500, answerMs = 500 } = times;
	const draft: DocumentRecord = {
		state: 'approved',
		attempt: 1,
		key: id,
		content: 'c',
		...(pages === undefined ? {} : { pages }),
	};
	const settle = await budget.approve(id, draft, ask);
	try {
		told.push(`${id} begins`);
		advance(draft, 'sent');
		await clock.sleep(chargeMs);
		if (!isPaidFor && !(fails instanceof TagPdfError)) balance -= used;
		await clock.sleep(answerMs);
		told.push(`${id} ends`);
		if (fails !== undefined) {
			if (fails instanceof TagPdfError) advance(draft, fails.facts.unanswered ? 'lost' : 'refused');
			if (draft.state === 'new') records.set(id, undefined);
			throw fails;
		}
		records.accept(id, draft, jobOf(id, { credits_used: used }));
	} finally {
		settle();
	}
}

const lost = new TagPdfError('UNREACHABLE', requestFacts({ unanswered: true }));
const refused = new TagPdfError('NOT_ENOUGH_CREDITS', requestFacts({ unanswered: false }));

describe('without a limit', () => {
	it('needs neither balance nor pages, and admits submissions concurrently', async () => {
		const budget = budgetOf({});
		expect(isLimited(NO_LIMIT)).toBe(false);
		await Promise.all([submit(budget, 'a', undefined), submit(budget, 'b', undefined)]);
		expect(told).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
	});

	it('approves none once the run is halted', async () => {
		halt.abort(HALT_REASON);
		expect((await failureOf(submit(budgetOf({}), 'a', 1))).code).toBe('NOT_STARTED');
		expect(told).toEqual([]);
		expect(stored.documents).toEqual({});
	});
});

describe('Credits to Spend at Most', () => {
	it('can be spent to the last credit, but no further', async () => {
		const budget = budgetOf({ maximum: 10 });
		expect(isLimited({ ...NO_LIMIT, maximum: 10 })).toBe(true);
		await submit(budget, 'a', 6);
		const { code, facts } = await failureOf(submit(budget, 'b', 5));
		expect([code, facts]).toEqual(['OVER_BUDGET', { credits: { needed: 5, left: 4, limit: 10 } }]);
		await submit(budget, 'c', 4);
		expect(records.sumCredits()).toBe(10);
		expect(told).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
	});

	it('leaves no trace of a document that it refuses', async () => {
		await failureOf(submit(budgetOf({ maximum: 1 }), 'a', 2));
		expect(stored.documents).toEqual({});
	});

	it('admits concurrent submissions as long as all of them fit', async () => {
		const budget = budgetOf({ maximum: 10 });
		await Promise.all([submit(budget, 'a', 5), submit(budget, 'b', 5)]);
		expect(told).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
	});

	it('waits for pending submissions before it refuses', async () => {
		const budget = budgetOf({ maximum: 10 });
		const work = [
			submit(budget, 'a', 8, { fails: refused }),
			submit(budget, 'b', 9, { used: 2 }),
			submit(budget, 'c', 9),
		];
		const [, , last] = await Promise.allSettled(work);
		expect(last).toMatchObject({
			reason: { facts: { credits: { needed: 9, left: 8, limit: 10 } } },
		});
		expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
		expect(records.sumCredits()).toBe(2);
	});

	it("counts the service's charge, even if it is higher", async () => {
		const budget = budgetOf({ maximum: 10 });
		await submit(budget, 'a', 2, { used: 12 });
		const { facts } = await failureOf(submit(budget, 'b', 1));
		expect(facts.credits).toEqual({ needed: 1, left: 0, limit: 10 });
	});

	it('counts a submission without an answer until it has one', async () => {
		const budget = budgetOf({ maximum: 10 });
		await failureOf(submit(budget, 'a', 6, { fails: lost }));
		expect((await failureOf(submit(budget, 'b', 5))).code).toBe('OVER_BUDGET');
		records.accept('a', records.get('a') as DocumentRecord, jobOf('a', { credits_used: 4 }));
		await submit(budget, 'b', 5);
		expect(records.sumCredits()).toBe(9);
	});

	it('counts a submission that an exception ended as unanswered', async () => {
		const budget = budgetOf({ maximum: 10 });
		await expect(submit(budget, 'a', 6, { fails: new Error('?') })).rejects.toThrow('?');
		expect((await failureOf(submit(budget, 'b', 5))).facts.credits?.left).toBe(4);
	});

	it('does not count refused submissions', async () => {
		const budget = budgetOf({ maximum: 10 });
		await failureOf(submit(budget, 'a', 6, { fails: refused }));
		await submit(budget, 'b', 10);
		expect(records.sumCredits()).toBe(10);
	});

	it('counts submissions of this execution, even if an earlier run may have paid', async () => {
		const budget = budgetOf({ maximum: 10 });
		await submit(budget, 'a', 6, { isPaidFor: true });
		expect((await failureOf(submit(budget, 'b', 5))).facts.credits?.left).toBe(4);
	});

	it('continues with the credits that the execution has spent before', async () => {
		const spent = { attempt: 1, key: 'k', content: 'c' };
		records.set('x', { ...spent, state: 'accepted', jobId: 'j', pages: 9, credits: 7 });
		records.set('y', { ...spent, state: 'sent', pages: 1, before: 1 });
		expect((await failureOf(submit(budgetOf({ maximum: 10 }), 'a', 2))).facts.credits).toEqual({
			needed: 2,
			left: 1,
			limit: 10,
		});
	});

	it('counts a document of unknown pages as one page', async () => {
		const budget = budgetOf({ maximum: 1 });
		await submit(budget, 'a', undefined, { used: 3 });
		expect((await failureOf(submit(budget, 'b', undefined))).facts.credits?.needed).toBe(1);
	});

	it('holds for any number of concurrent documents', async () => {
		const budget = budgetOf({ maximum: 10 });
		const all = Array.from({ length: 110 }, async (_, n) => await submit(budget, `d ${n}`, 1));
		const outcomes = await Promise.allSettled(all);
		expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
		expect(balance).toBe(90);
	});
});

describe('Credits to Keep in Account', () => {
	it.each([
		[89, 'submitted'],
		[90, 'submitted'],
		[91, 'CREDITS_BELOW_LIMIT'],
	])(
		'a document of %i credits with a balance of 100 and a minimum of 10: %s',
		async (pages, outcome) => {
			const work = submit(budgetOf({ minimum: 10 }), 'a', pages).then(
				() => 'submitted',
				(error: unknown) => error instanceof TagPdfError && error.code,
			);
			expect(await work).toBe(outcome);
		},
	);

	it('reports the needed and the available credits', async () => {
		const { facts } = await failureOf(submit(budgetOf({ minimum: 10 }), 'a', 95));
		expect(facts).toEqual({ credits: { needed: 95, left: 100, limit: 10 } });
	});

	it('reserves pending credits, because the balance may not include them yet', async () => {
		balance = 20;
		const budget = budgetOf({ minimum: 10 });
		const work = [submit(budget, 'a', 4), submit(budget, 'b', 4), submit(budget, 'c', 3)];
		const outcomes = await Promise.allSettled(work);
		expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
		expect(balance).toBe(12);
		// The last document is refused only after all others are settled.
		expect(told.slice(-3)).toEqual(['a ends', 'b ends', 'balance']);
		expect(told.filter((each) => each === 'balance')).toHaveLength(4);
	});

	it('keeps credits reserved that were pending when it read the balance', async () => {
		balance = 20;
		const budget = budgetOf({ minimum: 10 });
		const first = submit(budget, 'a', 6, { chargeMs: 100, answerMs: 100 });
		// The service reads the balance and answers late; meanwhile it charges for the first document.
		const stale = async () => {
			told.push('balance');
			const credits_available = balance;
			await clock.sleep(300);
			return { credits_available };
		};
		await clock.sleep(50);
		const second = submit(budget, 'b', 6, { ask: stale });
		await first;
		expect((await failureOf(second)).facts.credits).toEqual({ needed: 6, left: 14, limit: 10 });
		expect(balance).toBe(14);
		// The stale answer left 14 credits, too few for the document, so the budget asks again.
		expect(told).toEqual(['balance', 'a begins', 'balance', 'a ends', 'balance']);
	});

	it('is checked only if Credits to Spend at Most allows the document', async () => {
		await failureOf(submit(budgetOf({ maximum: 1, minimum: 10 }), 'a', 2));
		expect(told).toEqual([]);
	});

	it('admits the next document after a refused one', async () => {
		const budget = budgetOf({ minimum: 10 });
		const work = [submit(budget, 'a', 91), submit(budget, 'b', 90)];
		const outcomes = await Promise.allSettled(work);
		expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
	});

	it('approves no document that is halted while the balance is read', async () => {
		const budget = budgetOf({ minimum: 10 });
		clock.after(5, () => halt.abort(HALT_REASON));
		expect((await failureOf(submit(budget, 'a', 1))).code).toBe('NOT_STARTED');
		expect(told).toEqual(['balance']);
		expect(stored.documents).toEqual({});
	});

	it('does not read the balance once the run is halted', async () => {
		halt.abort(HALT_REASON);
		expect((await failureOf(submit(budgetOf({ minimum: 10 }), 'a', 1))).code).toBe('NOT_STARTED');
		expect(told).toEqual([]);
	});

	it('approves no document if the balance cannot be read', async () => {
		const ask = async () => await Promise.reject(refused);
		await expect(submit(budgetOf({ minimum: 10 }), 'a', 1, { ask })).rejects.toBe(refused);
		expect(told).toEqual([]);
		expect(stored.documents).toEqual({});
	});
});

test('accounts of one run share its limit', async () => {
	const budget = budgetOf({ maximum: 10 });
	await submit(budget, 'a', 6);
	const ask = async () => await Promise.resolve({ credits_available: 1_000 });
	expect((await failureOf(submit(budget, 'b', 5, { ask }))).code).toBe('OVER_BUDGET');
});
