import type { ContestantName } from './contestants';
import type { Run } from './run';
import type { Setting } from './settings';

/** The runs of all contestants, turn by turn: those of a round stand at the same place. */
export type Rounds = Readonly<Record<ContestantName, readonly Run[]>>;

/** The figure in the middle, and the two at the ends. */
export interface Spread {
	median: number;
	least: number;
	most: number;
}

export function spreadOf(figures: readonly number[]): Spread {
	const inOrder = figures.toSorted((a, b) => a - b);
	const [least, most] = [inOrder.at(0), inOrder.at(-1)];
	const median = inOrder[Math.floor((inOrder.length - 1) / 2)];
	if (least === undefined || most === undefined || median === undefined) {
		throw new Error('Nothing was run.');
	}
	return { median, least, most };
}

/** A figure of a contestant over that of another, round by round: what else runs meets both alike. */
export function ratioOf(
	rounds: Rounds,
	[over, under]: readonly [ContestantName, ContestantName],
	figure: keyof Run,
): Spread {
	return spreadOf(
		rounds[over].map((run, at) => run[figure] / (rounds[under][at]?.[figure] ?? NaN)),
	);
}

/** The bounds that no round has kept: what one of them keeps is within the spread. */
export function brokenBy(rounds: Rounds, { peer, bounds }: Setting): string[] {
	return Object.entries(bounds).flatMap(([key, { rate: atLeast, p99: atMost }]) => {
		const name = key as ContestantName;
		const rate = ratioOf(rounds, [name, peer], 'rate');
		const p99 = ratioOf(rounds, [name, peer], 'p99');
		const slow = rate.most < atLeast;
		const late = atMost !== undefined && p99.least > atMost;
		return [
			...(slow ? [`${name}: ${rate.median.toFixed(2)} × the rate of ${peer}`] : []),
			...(late ? [`${name}: ${p99.median.toFixed(2)} × the p99 of ${peer}`] : []),
		];
	});
}
