import { groupByRound, type Round, type Rounds } from './rounds';
import { computeSpread, type Spread } from './spread';

/** A limit for one figure of the measured rounds. */
export interface Bound<Name extends string = string> {
	/** The figure, e.g. `time, Tag PDF / script`. */
	what: string;
	of: (round: Round<Name>) => number;
	/** Left out for ratios. */
	unit?: string;
	atMost?: number;
	atLeast?: number;
}

/** `within spread`: the median misses the bound by no more than the spread of the runs. */
export type State = 'met' | 'within spread' | 'missed';

/** A bound and its measurement. */
export interface Verdict extends Omit<Bound, 'of'>, Spread {
	state: State;
}

/** A bound is missed if the median of the rounds is beyond it by more than their spread. */
export function judgeBound<Name extends string>(
	{ of, ...bound }: Bound<Name>,
	rounds: Rounds<Name>,
): Verdict {
	const spread = computeSpread(groupByRound(rounds).map(of));
	const { atMost = Infinity, atLeast = -Infinity } = bound;
	const off = Math.max(spread.median - atMost, atLeast - spread.median);
	const excused = spread.most - spread.least;
	const state = off <= 0 ? 'met' : off <= excused ? 'within spread' : 'missed';
	return { ...bound, ...spread, state };
}
