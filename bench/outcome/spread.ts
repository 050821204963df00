/** The median and both extremes. */
export interface Spread {
	median: number;
	least: number;
	most: number;
}

/** @throws Error when there is no figure */
export function computeSpread(figures: readonly number[]): Spread {
	const inOrder = figures.toSorted((a, b) => a - b);
	const [least, most] = [inOrder.at(0), inOrder.at(-1)];
	const median = inOrder[Math.floor((inOrder.length - 1) / 2)];
	if (least === undefined || most === undefined || median === undefined) {
		throw new Error('Nothing was run.');
	}
	return { median, least, most };
}
