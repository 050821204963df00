import type { Figure } from './row';
import type { Spread } from './spread';
import type { Verdict } from './verdict';

const NUMBERS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

export function formatNumber(figure: number): string {
	return Number.isNaN(figure) ? 'not measured yet, in' : NUMBERS.format(figure);
}

/** The median, and the extremes if they differ from it. */
export function formatSpread({ median, least, most }: Spread, unit = ''): string {
	const [middle, from, to] = [median, least, most].map(formatNumber);
	const figure = unit ? `${middle} ${unit}` : `${middle}`;
	return from === to ? figure : `${figure} (${from} to ${to})`;
}

export function listMeasures(figures: readonly Figure[]): string[] {
	return [...new Set(figures.map(({ what }) => what))];
}

/** Table lines, one per contestant: its name and its figures. Cells of missing measures are empty. */
export function renderLines(figures: readonly Figure[], measures: readonly string[]): string[][] {
	return [...new Set(figures.map(({ contestant }) => contestant))].map((contestant) => {
		const cells = measures.map((measure) => {
			const found = figures.find((each) => each.contestant === contestant && each.what === measure);
			return found ? formatSpread(found, found.unit) : '';
		});
		return [contestant, ...cells];
	});
}

export function formatBound({ atLeast, atMost, unit = '' }: Verdict): string {
	const bound = (words: string, figure: number | undefined) =>
		figure === undefined ? [] : [`${words} ${formatNumber(figure)} ${unit}`.trim()];
	return [...bound('at least', atLeast), ...bound('at most', atMost)].join(', ');
}

export function renderMarkdownTable(
	head: readonly string[],
	lines: ReadonlyArray<readonly string[]>,
): string {
	const all = [head, head.map(() => '---'), ...lines];
	return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
