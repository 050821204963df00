/** Many documents of random sizes against limits, where the service's own ledger is the truth. */
import fc from 'fast-check';

import { TagPdfError } from '../../../../nodes/client/errors';
import { Budget, type StoredCredits } from '../../../../nodes/client/submission';
import type { Guard } from '../../../../nodes/client/submission/budget';
import { jobOf } from '../../support/fakeService';
import { VirtualClock } from '../../support/virtualClock';

interface Paper {
	pages: number;
	/** Milliseconds after which it is ready to be submitted. */
	readyMs: number;
	/** Milliseconds until the service charges, and from there to its answer. */
	chargeMs: number;
	answerMs: number;
	fate: 'accepted' | 'refused' | 'paidBefore' | 'lostAnswer' | 'lostRequest' | 'chargedLate';
}

const ms = fc.nat({ max: 300 });
const paper: fc.Arbitrary<Paper> = fc.record({
	pages: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 900 })),
	readyMs: ms,
	chargeMs: ms,
	answerMs: ms,
	fate: fc.oneof(
		{ weight: 4, arbitrary: fc.constant('accepted' as const) },
		{
			weight: 3,
			arbitrary: fc.constantFrom(
				'refused' as const,
				'paidBefore' as const,
				'lostAnswer' as const,
				'lostRequest' as const,
				'chargedLate' as const,
			),
		},
	),
});

/** The service: charges each submission once, and notes what must not have happened. */
class LedgerService {
	readonly charged = new Map<string, number>();
	readonly broken: string[] = [];

	constructor(
		private readonly clock: VirtualClock,
		public balance: number,
		private readonly limits: { maximum: number; minimum: number },
	) {}

	get spent(): number {
		return [...this.charged.values()].reduce((sum, pages) => sum + pages, 0);
	}

	async account() {
		await this.clock.sleep(20);
		const { balance } = this;
		await this.clock.sleep(20);
		return { credits_available: balance };
	}

	charge(id: string, pages: number): void {
		if (this.charged.has(id)) return;
		this.charged.set(id, pages);
		this.balance -= pages;
		const { maximum, minimum } = this.limits;
		if (maximum > 0 && this.spent > maximum) this.broken.push(`${this.spent} spent`);
		if (minimum > 0 && this.balance < minimum) this.broken.push(`${this.balance} left`);
	}

	async submit(id: string, { pages, chargeMs, answerMs, fate }: Paper, isRepeat: boolean) {
		await this.clock.sleep(chargeMs);
		const lost = new TagPdfError('UNREACHABLE', { unanswered: true });
		if (!isRepeat) {
			if (fate === 'refused') throw new TagPdfError('NOT_ENOUGH_CREDITS');
			if (fate === 'paidBefore')
				return { job: jobOf(id, { credits_used: pages }), isCharged: false };
			if (fate === 'lostRequest') throw lost;
			if (fate === 'chargedLate') {
				this.clock.after(answerMs, () => this.charge(id, pages));
				throw lost;
			}
		}
		this.charge(id, pages);
		await this.clock.sleep(answerMs);
		if (!isRepeat && fate === 'lostAnswer') throw lost;
		return { job: jobOf(id, { credits_used: pages }), isCharged: true };
	}
}

interface Outcome {
	id: string;
	paper: Paper;
	error?: TagPdfError;
}

async function submitAll(
	clock: VirtualClock,
	guard: Guard,
	service: LedgerService,
	papers: ReadonlyArray<[id: string, paper: Paper]>,
	isRepeat: boolean,
): Promise<Outcome[]> {
	return await Promise.all(
		papers.map(async ([id, each]) => {
			await clock.sleep(each.readyMs);
			const send = async () => await service.submit(id, each, isRepeat);
			const order = { id, pages: each.pages, mayExist: isRepeat };
			return await guard.consent(order, send).then(
				() => ({ id, paper: each }),
				(error: unknown) => ({ id, paper: each, error: asFailure(error) }),
			);
		}),
	);
}

function asFailure(error: unknown): TagPdfError {
	if (error instanceof TagPdfError) return error;
	throw error;
}

const REFUSED_HERE = ['OVER_BUDGET', 'CREDITS_BELOW_LIMIT'];

async function expectKept(
	papers: readonly Paper[],
	balance: number,
	limits: { maximum: number; minimum: number },
): Promise<void> {
	const clock = new VirtualClock();
	const service = new LedgerService(clock, balance, limits);
	const stored: StoredCredits = { spent: 0, held: {} };
	const guardOfTry = () =>
		new Budget(limits, stored, new AbortController().signal).guardFor(
			async () => await service.account(),
		);

	const named = papers.map((each, index): [string, Paper] => [`document ${index}`, each]);
	const outcomes = await submitAll(clock, guardOfTry(), service, named, false);
	await clock.sleep(1_000);
	const refused = outcomes.filter(({ error }) => REFUSED_HERE.includes(error?.code ?? ''));
	for (const { error, paper: each } of refused) {
		const { needed, left, limit } = error?.facts.credits ?? { needed: 0, left: 0, limit: 0 };
		expect(needed).toBe(each.pages);
		expect(error?.code === 'OVER_BUDGET' ? left : left - limit).toBeLessThan(needed);
	}
	// What fits is never refused: the largest balance that a document had is the one in the end.
	const heldAtEnd = Object.values(stored.held).reduce((sum, pages) => sum + pages, 0);
	expect(stored.spent + heldAtEnd).toBeGreaterThanOrEqual(service.spent);

	// The run is tried again: only what had no answer is sent once more.
	const lost = outcomes.filter(({ error }) => error?.facts.unanswered === true);
	const again = lost.map(({ id, paper: each }): [string, Paper] => [id, each]);
	const answers = await submitAll(clock, guardOfTry(), service, again, true);
	expect(answers.filter(({ error }) => error)).toEqual([]);
	expect(service.broken).toEqual([]);
	expect(stored).toEqual({ spent: service.spent, held: {} });
}

test('spent never exceeds the maximum, and the balance never falls below the minimum', async () => {
	const kept = fc.asyncProperty(
		fc.array(paper, { minLength: 1, maxLength: 12 }),
		fc.integer({ min: 0, max: 3_000 }),
		fc.record({ maximum: fc.nat({ max: 1_500 }), minimum: fc.nat({ max: 1_500 }) }),
		async (papers, balance, limits) => {
			fc.pre(limits.maximum > 0 || limits.minimum > 0);
			await expectKept(papers, balance, limits);
		},
	);
	await expect(fc.assert(kept, { numRuns: 1_000 })).resolves.toBeUndefined();
});
