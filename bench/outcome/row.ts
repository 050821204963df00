import { loadavg } from 'node:os';
import type { Rounds } from './rounds';
import { computeSpread, type Spread } from './spread';
import { judgeBound, type Bound, type Verdict } from './verdict';

/** A measure of a contestant. */
export interface Figure extends Spread {
	contestant: string;
	what: string;
	unit: string;
}

/** One measurement: all its contestants, and their judged bounds. */
export interface Row {
	name: string;
	rounds: number;
	/** Load of the machine at the end: processes that wanted to run, as an average over a minute. */
	load: number;
	figures: Figure[];
	verdicts: Verdict[];
}

/** The units of the measures, in the order in which they are shown. */
export type Units = Readonly<Record<string, string>>;

export function makeRow<Name extends string>(
	name: string,
	rounds: Rounds<Name>,
	units: Units,
	bounds: ReadonlyArray<Bound<Name>>,
): Row {
	const contestants = Object.keys(rounds) as Name[];
	const figures = contestants.flatMap((contestant) =>
		Object.entries(units)
			.filter(([what]) => rounds[contestant][0]?.[what] !== undefined)
			.map(([what, unit]) => {
				const runs = rounds[contestant].map((run) => run[what] ?? NaN);
				return { contestant, what, unit, ...computeSpread(runs) };
			}),
	);
	return {
		name,
		rounds: Math.max(...contestants.map((contestant) => rounds[contestant].length)),
		load: loadavg()[0] ?? NaN,
		figures,
		verdicts: bounds.map((bound) => judgeBound(bound, rounds)),
	};
}
