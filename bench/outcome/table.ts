import Table from 'cli-table3';
import type { Row } from './row';
import { boundText, spreadText } from './words';

/** A row as the terminal shows it: a line for each contestant, a line for each bound. */
export function tableOf({ name, rounds, figures, verdicts }: Row): string {
	const style = { head: [], border: [] };
	const measures = [...new Set(figures.map(({ what }) => what))];
	const table = new Table({ head: [`${name}, ${rounds} ×`, ...measures], style });
	for (const contestant of new Set(figures.map((figure) => figure.contestant))) {
		const cells = measures.map((measure) => {
			const found = figures.find((each) => each.contestant === contestant && each.what === measure);
			return found ? spreadText(found, found.unit) : '';
		});
		table.push([contestant, ...cells]);
	}
	const bounds = verdicts.map((verdict) => {
		const { what, unit, state } = verdict;
		return `  ${state}: ${what}: ${spreadText(verdict, unit)}; ${boundText(verdict)}`;
	});
	return [table.toString(), ...bounds].join('\n');
}
