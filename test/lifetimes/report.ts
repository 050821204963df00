import Table from 'cli-table3';

import { UNAVOIDABLE } from './checks/ledger';
import type { Totals } from './totals';

/** Number of seeds shown for each kind of violation. */
const SHOWN_SEEDS = 8;

export function violationsIn({ violations }: Totals): number {
	return Object.values(violations).reduce((sum, seeds) => sum + seeds.length, 0);
}

const ASSUMPTIONS =
	'A generated PDF has new bytes, so it is another file; lives do not have such documents. If the clocks of the service (`Date` and `created_at`) disagree by more than 45 seconds, jobs take 3 seconds or longer in that life: a client cannot tell an earlier job from its own if the clocks disagree and the job ends at once. If they make a client submit two jobs of a document within seconds, it knows that they are wrong, and follows neither job.';

/** Formats the totals as a table. */
export function tableOf(totals: Totals): string {
	const table = new Table({ style: { head: [], border: [] } });
	table.push(...rowsOf(totals));
	return table.toString();
}

/** Formats the totals as a page of the docs. */
export function pageOf(totals: Totals, from: number): string {
	const command = `npm run test:lifetimes -- --from ${from} --lives ${totals.lives} --page`;
	const rows = rowsOf(totals).map((row) => `| ${row.join(' | ')} |`);
	const reasons = Object.entries(UNAVOIDABLE).map(([name, reason]) => `- **${name}**: ${reason}`);
	return [
		'# Simulated lives of workflows',
		`\`${command}\` makes this page. A life has 1 to 6 documents, alone or several in an item, and 1 to 10 executions of the compiled node on virtual time, with kills, stops, timeouts and faults. Executions begin at the same moment or at any distance, run in two workers, lose their memory, and use the credentials of two accounts; agents call the node as a tool. The service answers a repeated key in one of three ways: with the first job, with its stored first answer, or with 409 to another body. After each life, the charges, limits, outputs and sentences about money are compared with the ledger of the service. [Money](../money.md) has the rules.`,
		['| Counted | In all lives |', '| --- | ---: |', ...rows].join('\n'),
		'What no client can avoid:',
		reasons.join('\n'),
		ASSUMPTIONS,
		'',
	].join('\n\n');
}

function rowsOf(totals: Totals): string[][] {
	const { charges, credits, executions, faults, kills, lives, stops } = totals;
	const claims = Object.values(totals.claims).reduce((sum, count) => sum + count, 0);
	const broken = new Set(Object.values(totals.violations).flat()).size;
	return [
		...Object.entries({ lives, executions, kills, stops, faults }).map(([name, count]) => [
			name,
			grouped(count),
		]),
		['charges', `${grouped(charges)} (${grouped(credits)} credits)`],
		...Object.keys(UNAVOIDABLE).map((name) => [
			`unavoidable: ${name}`,
			grouped(totals.excused[name] ?? 0),
		]),
		['sentences about money', grouped(claims)],
		['lives with a violation', grouped(broken)],
	];
}

/** Formats each kind of violation with seeds that show it. */
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
