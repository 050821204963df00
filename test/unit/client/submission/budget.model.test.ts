/** Many documents of random sizes against limits, where the service's own ledger is the truth. */
import fc from 'fast-check';

import { TagPdfError } from '../../../../nodes/client/errors';
import {
	Budget,
	DocumentRecords,
	isLimited,
	type StoredDocuments,
} from '../../../../nodes/client/submission';
import { advance } from '../../../../nodes/client/submission/documentRecords';
import type { Job } from '../../../../nodes/client/service';
import { requestFacts, type AnyFacts } from '../../support/failureOf';
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
	/** The first answer contains no credits yet. */
	isUncounted: boolean;
}

const ms = fc.nat({ max: 300 });
const paper: fc.Arbitrary<Paper> = fc.record({
	pages: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 900 })),
	readyMs: ms,
	chargeMs: ms,
	answerMs: ms,
	isUncounted: fc.boolean(),
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

/** A service that charges each submission once and records forbidden events. */
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

	async submit(id: string, own: Paper, isRepeat: boolean): Promise<Job> {
		const { pages, chargeMs, answerMs, fate, isUncounted } = own;
		const job = jobOf(id, {
			status: 'processing',
			credits_used: isUncounted ? 0 : pages,
			// Any time: the service's clock must not matter.
			created_at: new Date(chargeMs * answerMs).toISOString(),
		});
		await this.clock.sleep(chargeMs);
		const lost = new TagPdfError('UNREACHABLE', requestFacts({ unanswered: true }));
		if (!isRepeat) {
			if (fate === 'refused') throw new TagPdfError('NOT_ENOUGH_CREDITS', requestFacts());
			if (fate === 'paidBefore') return job;
			if (fate === 'lostRequest') throw lost;
			if (fate === 'chargedLate') {
				this.clock.after(answerMs, () => this.charge(id, pages));
				throw lost;
			}
		}
		this.charge(id, pages);
		await this.clock.sleep(answerMs);
		if (!isRepeat && fate === 'lostAnswer') throw lost;
		return job;
	}
}

interface Outcome {
	id: string;
	paper: Paper;
	error?: TagPdfError;
}

/** Submits each document like the submitter: earlier submissions need no approval. */
async function submitAll(
	clock: VirtualClock,
	budget: Budget,
	records: DocumentRecords,
	service: LedgerService,
	papers: ReadonlyArray<[id: string, paper: Paper]>,
): Promise<Outcome[]> {
	const send = async (id: string, each: Paper) => {
		const { pages } = each;
		const known = records.get(id);
		if (known) {
			records.accept(id, known, await service.submit(id, each, true));
			return;
		}
		const draft = { state: 'approved' as const, attempt: 1, key: id, content: id, pages };
		const settle = await budget.approve(id, draft, async () => await service.account());
		try {
			advance(draft, 'sent');
			records.accept(id, draft, await service.submit(id, each, false));
		} catch (error) {
			const unanswered = error instanceof TagPdfError && error.facts.unanswered === true;
			if (!unanswered) records.set(id, undefined);
			throw error;
		} finally {
			settle();
		}
	};
	return await Promise.all(
		papers.map(async ([id, each]) => {
			await clock.sleep(each.readyMs);
			return await send(id, each).then(
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
	const stored: StoredDocuments = { slots: {}, documents: {} };
	const tryOnce = async (some: ReadonlyArray<[string, Paper]>) => {
		const records = new DocumentRecords(stored, '7');
		const budget = new Budget(limits, records, new AbortController().signal);
		const outcomes = await submitAll(clock, budget, records, service, some);
		await clock.sleep(1_000);
		return { outcomes, sum: records.sumCredits() };
	};

	const named = papers.map((each, index): [string, Paper] => [`document ${index}`, each]);
	const { outcomes, sum } = await tryOnce(named);
	const refused = outcomes.filter(({ error }) => REFUSED_HERE.includes(error?.code ?? ''));
	for (const { error, paper: each } of refused) {
		const { needed, left, limit } = (error?.facts as AnyFacts).credits ?? {
			needed: 0,
			left: 0,
			limit: 0,
		};
		expect(needed).toBe(each.pages);
		expect(error?.code === 'OVER_BUDGET' ? left : left - limit).toBeLessThan(needed);
	}
	expect(sum).toBeGreaterThanOrEqual(service.spent);

	// Retries the run, which resends only submissions without an answer.
	const lost = outcomes.filter(({ error }) => error?.facts.unanswered === true);
	const again = await tryOnce(lost.map(({ id, paper: each }) => [id, each]));
	expect(again.outcomes.filter(({ error }) => error)).toEqual([]);
	expect(service.broken).toEqual([]);
	// Every submission of this execution counts, even if an earlier execution had paid for its job.
	const paidBefore = outcomes.filter(
		({ error, paper: each }) => !error && each.fate === 'paidBefore',
	);
	const pages = paidBefore.reduce((total, { paper: each }) => total + each.pages, 0);
	expect(again.sum).toBe(service.spent + pages);
}

test('spent never exceeds the maximum, and the balance never falls below the minimum', async () => {
	const kept = fc.asyncProperty(
		fc.array(paper, { minLength: 1, maxLength: 12 }),
		fc.integer({ min: 0, max: 3_000 }),
		fc.record({ maximum: fc.nat({ max: 1_500 }), minimum: fc.nat({ max: 1_500 }) }),
		async (papers, balance, limits) => {
			fc.pre(isLimited(limits));
			await expectKept(papers, balance, limits);
		},
	);
	await expect(fc.assert(kept, { numRuns: 1_000 })).resolves.toBeUndefined();
});
