import type { Outcome } from './life';

/** The seeds of a worker. */
export interface Order {
	from: number;
	to: number;
	step: number;
}

/** A worker's progress since its last message. */
export interface Message {
	totals: Totals;
	heapBytes: number;
}

/** Totals of many lives, as plain data. */
export interface Totals {
	lives: number;
	executions: number;
	kills: number;
	stops: number;
	faults: number;
	charges: number;
	credits: number;
	excused: Record<string, number>;
	/** Number of checked claims about money, by kind. */
	claims: Record<string, number>;
	/** Seeds with a violation, by its kind. */
	violations: Record<string, number[]>;
}

const SUMS = ['executions', 'kills', 'stops', 'faults', 'charges', 'credits'] as const;

export function emptyTotals(): Totals {
	return {
		lives: 0,
		executions: 0,
		kills: 0,
		stops: 0,
		faults: 0,
		charges: 0,
		credits: 0,
		excused: {},
		claims: {},
		violations: {},
	};
}

/** Adds the result of a life. */
export function addTo(totals: Totals, seed: number, outcome: Outcome): void {
	totals.lives += 1;
	for (const name of SUMS) totals[name] += outcome[name];
	for (const [name, count] of outcome.excused) add(totals.excused, name, count);
	for (const [name, count] of outcome.claims) add(totals.claims, name, count);
	for (const kind of new Set(outcome.violations.map((each) => each.kind))) {
		(totals.violations[kind] ??= []).push(seed);
	}
}

/** Adds other totals. */
export function join(totals: Totals, others: Totals): void {
	totals.lives += others.lives;
	for (const name of SUMS) totals[name] += others[name];
	for (const [name, count] of Object.entries(others.excused)) add(totals.excused, name, count);
	for (const [name, count] of Object.entries(others.claims)) add(totals.claims, name, count);
	for (const [kind, seeds] of Object.entries(others.violations)) {
		(totals.violations[kind] ??= []).push(...seeds);
	}
}

function add(counts: Record<string, number>, name: string, count: number): void {
	counts[name] = (counts[name] ?? 0) + count;
}
