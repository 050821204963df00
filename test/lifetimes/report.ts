import Table from 'cli-table3';

import { UNAVOIDABLE } from './checks/ledger';
import type { Totals } from './totals';

/** Seeds that are shown of each kind of violation. */
const SHOWN_SEEDS = 8;

export function violationsIn({ violations }: Totals): number {
	return Object.values(violations).reduce((sum, seeds) => sum + seeds.length, 0);
}

/** The sums of many lives as a table. */
export function tableOf(totals: Totals): string {
	const table = new Table({ style: { head: [], border: [] } });
	const { charges, credits, executions, faults, kills, lives, stops } = totals;
	const rows: Record<string, number> = { lives, executions, kills, stops, faults };
	for (const [name, count] of Object.entries(rows)) table.push([name, grouped(count)]);
	table.push(['charges', `${grouped(charges)} (${grouped(credits)} credits)`]);
	for (const name of Object.keys(UNAVOIDABLE)) {
		table.push([`unavoidable: ${name}`, grouped(totals.excused[name] ?? 0)]);
	}
	const claims = Object.values(totals.claims).reduce((sum, count) => sum + count, 0);
	table.push(['sentences about money', grouped(claims)]);
	table.push([
		'lives with a violation',
		grouped(new Set(Object.values(totals.violations).flat()).size),
	]);
	return table.toString();
}

/** Each kind of violation, with seeds that show it. */
export function violationLines({ violations }: Totals): string[] {
	const kinds = Object.entries(violations).toSorted(([, a], [, b]) => b.length - a.length);
	return kinds.map(([kind, seeds]) => {
		const shown = seeds.toSorted((a, b) => a - b).slice(0, SHOWN_SEEDS);
		return `${kind}: ${seeds.length} lives, e.g. seeds ${shown.join(', ')}`;
	});
}

function grouped(count: number): string {
	return count.toLocaleString('en');
}
