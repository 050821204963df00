import { checkOrder, type Fault, type Step } from './fault';

interface Pending {
	step: Step;
	fault: Fault;
	/** Numbers of the first and the last call it is for, counted since the start. */
	first: number;
	last: number;
}

/** The orders that are open, and how many calls each step has seen. */
export class Faults {
	private readonly counts = new Map<Step, number>();
	private pending: Pending[] = [];

	/**
	 * Orders a fault for coming calls of a step. Several orders for one call all apply, first
	 * ordered first.
	 *
	 * @param order a FaultOrder, from a test or from outside
	 * @throws RangeError where it is none, or the fault cannot show at that step
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
