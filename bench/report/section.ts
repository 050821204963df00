import type { Bench } from '../outcome/bench';
import type { Row } from '../outcome/row';
import {
	formatBound,
	renderLines,
	renderMarkdownTable,
	listMeasures,
	formatSpread,
} from '../outcome/words';
import { drawChart } from './chart';

/** A chart's file and its content. */
export interface Image {
	name: string;
	title: string;
	svg: string;
}

/** The charts of a bench. */
export function drawImages(bench: string, { charts }: Bench, rows: readonly Row[]): Image[] {
	return charts.flatMap(({ title, what, rows: matching = '' }, at) => {
		const groups = rows
			.filter(({ name }) => name.includes(matching))
			.map(({ name, figures }) => ({
				name,
				figures: figures.filter((figure) => figure.what === what),
			}));
		if (groups.length === 0) return [];
		const name = charts.length === 1 ? `${bench}.svg` : `${bench}-${at + 1}.svg`;
		return [{ name, title, svg: drawChart({ title, groups }) }];
	});
}

/** Renders everything that a page says about a bench: its charts, its figures, its bounds. */
export function renderSection(
	rows: readonly Row[],
	images: readonly Image[],
	folder: string,
): string {
	const pictures = images.map(
		({ name, title }) => `![${title}, as bars; the table below has the figures](${folder}/${name})`,
	);
	const bounds = rows.some(({ verdicts }) => verdicts.length > 0) ? [boundsOf(rows)] : [];
	return [...pictures, figuresOf(rows), ...bounds].join('\n\n');
}

function figuresOf(rows: readonly Row[]): string {
	const measures = listMeasures(rows.flatMap(({ figures }) => figures));
	const lines = rows.flatMap(({ name, figures }) =>
		renderLines(figures, measures).map((line) => [name, ...line]),
	);
	return renderMarkdownTable(['case', 'contestant', ...measures], lines);
}

function boundsOf(rows: readonly Row[]): string {
	const lines = rows.flatMap(({ name, rounds, load, verdicts }) =>
		verdicts.map((verdict) => [
			name,
			verdict.what,
			formatBound(verdict),
			formatSpread(verdict, verdict.unit),
			verdict.state === 'met' ? 'met' : `**${verdict.state}**`,
			String(rounds),
			load.toFixed(1),
		]),
	);
	return renderMarkdownTable(
		['case', 'bound', 'must be', 'measured', 'verdict', 'rounds', 'load'],
		lines,
	);
}
