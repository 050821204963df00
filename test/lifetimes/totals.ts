import type { Outcome } from './life';

/** The seeds of a worker. */
export interface Order {
	from: number;
	to: number;
	step: number;
}

const COUNTS = [
	'lives',
	'executions',
	'kills',
	'stops',
	'faults',
	'charges',
	'credits',
	'underForgottenKeys',
] as const;

/** Totals of many lives, as plain data. */
export interface Totals extends Record<(typeof COUNTS)[number], number> {
	/** Number of checked claims about money, by kind. */
	claims: Record<string, number>;
	/** Seeds with a violation, by its kind. */
	violations: Record<string, number[]>;
}

export function emptyTotals(): Totals {
	const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<
		(typeof COUNTS)[number],
		number
	>;
	return { ...counts, claims: {}, violations: {} };
}

/** The totals of one life. */
export function totalsOf(seed: number, { claims, ...outcome }: Outcome): Totals {
	return {
		...outcome,
		lives: 1,
		claims: Object.fromEntries(claims),
		violations: Object.fromEntries(outcome.violations.map(({ kind }) => [kind, [seed]])),
	};
}

/** Adds other totals. */
export function join(totals: Totals, others: Totals): void {
	for (const name of COUNTS) totals[name] += others[name];
	for (const [name, count] of Object.entries(others.claims)) {
		totals.claims[name] = (totals.claims[name] ?? 0) + count;
	}
	for (const [kind, seeds] of Object.entries(others.violations)) {
		(totals.violations[kind] ??= []).push(...seeds);
	}
}
