import type { Spread } from './spread';
import type { Verdict } from './verdict';

const NUMBERS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export function numeral(figure: number): string {
	return Number.isNaN(figure) ? 'not measured yet, in' : NUMBERS.format(figure);
}

/** The median, and the ends where they differ from it. */
export function spreadText({ median, least, most }: Spread, unit = ''): string {
	const [middle, from, to] = [median, least, most].map(numeral);
	const figure = unit ? `${middle} ${unit}` : `${middle}`;
	return from === to ? figure : `${figure} (${from} to ${to})`;
}

export function boundText({ atLeast, atMost, unit = '' }: Verdict): string {
	const texts = [
		...(atLeast === undefined ? [] : [`at least ${numeral(atLeast)} ${unit}`]),
		...(atMost === undefined ? [] : [`at most ${numeral(atMost)} ${unit}`]),
	];
	return texts.join(', ').trim();
}

export function markdownTable(
	head: readonly string[],
	lines: ReadonlyArray<readonly string[]>,
): string {
	const all = [head, head.map(() => '---'), ...lines];
	return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
