import Table from 'cli-table3';
import type { Row } from './row';
import { boundText, linesOf, measuresOf, spreadText } from './words';

/** A row as the terminal shows it: a line for each contestant, a line for each bound. */
export function tableOf({ name, rounds, figures, verdicts }: Row): string {
	const style = { head: [], border: [] };
	const measures = measuresOf(figures);
	const table = new Table({ head: [`${name}, ${rounds} ×`, ...measures], style });
	table.push(...linesOf(figures, measures));
	const bounds = verdicts.map((verdict) => {
		const { what, unit, state } = verdict;
		return `  ${state}: ${what}: ${spreadText(verdict, unit)}; ${boundText(verdict)}`;
	});
	return [table.toString(), ...bounds].join('\n');
}
