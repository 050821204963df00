import { checkOrder, type Fault, type Step } from './fault';

interface Pending {
	step: Step;
	fault: Fault;
	/** Numbers of the first and the last affected call, counted since the start. */
	first: number;
	last: number;
}

/** The open orders, and the number of calls of each step so far. */
export class Faults {
	private readonly counts = new Map<Step, number>();
	private pending: Pending[] = [];

	/**
	 * Orders a fault for future calls of a step. If several orders match a call, all of them apply, in the
	 * order in which they were made.
	 *
	 * @param order a FaultOrder, from a test or from outside
	 * @throws RangeError when it is not a FaultOrder, or the fault cannot show at that step
	 */
	order(order: unknown): void {
		checkOrder(order);
		const { step, fault, nth = 1, times = 1 } = order;
		const first = this.count(step) + nth;
		const last = times === 'always' ? Infinity : first + times - 1;
		this.pending.push({ step, fault, first, last });
	}

	/** Forgets every open order. */
	clear(): void {
		this.pending = [];
	}

	/** Orders that can still apply. */
	get open(): number {
		return this.pending.filter(({ step, last }) => this.count(step) < last).length;
	}

	/** Counts a call of a step; returns its number and the faults ordered for it. */
	take(step: Step): { n: number; faults: Fault[] } {
		const n = this.count(step) + 1;
		this.counts.set(step, n);
		const hits = this.pending.filter((p) => p.step === step && p.first <= n && n <= p.last);
		return { n, faults: hits.map((hit) => hit.fault) };
	}

	private count(step: Step): number {
		return this.counts.get(step) ?? 0;
	}
}
