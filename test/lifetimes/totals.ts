import type { Outcome } from './life';

/** The seeds of a worker. */
export interface Order {
	from: number;
	to: number;
	step: number;
}

const COUNTS = ['lives', 'executions', 'kills', 'stops', 'faults', 'charges', 'credits'] as const;

/** Totals of many lives, as plain data. */
export interface Totals extends Record<(typeof COUNTS)[number], number> {
	excused: Record<string, number>;
	/** Number of checked claims about money, by kind. */
	claims: Record<string, number>;
	/** Seeds with a violation, by its kind. */
	violations: Record<string, number[]>;
}

export function emptyTotals(): Totals {
	const counts = { lives: 0, executions: 0, kills: 0, stops: 0, faults: 0, charges: 0, credits: 0 };
	return { ...counts, excused: {}, claims: {}, violations: {} };
}

/** The totals of one life. */
export function totalsOf(seed: number, { excused, claims, ...outcome }: Outcome): Totals {
	return {
		...outcome,
		lives: 1,
		excused: Object.fromEntries(excused),
		claims: Object.fromEntries(claims),
		violations: Object.fromEntries(outcome.violations.map(({ kind }) => [kind, [seed]])),
	};
}

/** Adds other totals. */
export function join(totals: Totals, others: Totals): void {
	for (const name of COUNTS) totals[name] += others[name];
	for (const name of ['excused', 'claims'] as const) {
		for (const [key, count] of Object.entries(others[name])) {
			totals[name][key] = (totals[name][key] ?? 0) + count;
		}
	}
	for (const [kind, seeds] of Object.entries(others.violations)) {
		(totals.violations[kind] ??= []).push(...seeds);
	}
}
