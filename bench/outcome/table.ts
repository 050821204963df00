import Table from 'cli-table3';
import type { Row } from './row';
import { formatBound, renderLines, listMeasures, formatSpread } from './words';

/** A row as the terminal shows it: a line for each contestant, a line for each bound. */
export function renderTable({ name, rounds, figures, verdicts }: Row): string {
	const style = { head: [], border: [] };
	const measures = listMeasures(figures);
	const table = new Table({ head: [`${name}, ${rounds} ×`, ...measures], style });
	table.push(...renderLines(figures, measures));
	const bounds = verdicts.map((verdict) => {
		const { what, unit, state } = verdict;
		return `  ${state}: ${what}: ${formatSpread(verdict, unit)}; ${formatBound(verdict)}`;
	});
	return [table.toString(), ...bounds].join('\n');
}
