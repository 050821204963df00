import Table from 'cli-table3';

import { DEFECTS } from './plantedDefects';
import type { Totals } from './totals';

/** Number of seeds shown for each kind of violation. */
const SHOWN_SEEDS = 8;

export function violationsIn({ violations }: Totals): number {
	return Object.values(violations).reduce((sum, seeds) => sum + seeds.length, 0);
}

/** Formats the totals as a table. */
export function tableOf(totals: Totals): string {
	const table = new Table({ style: { head: [], border: [] } });
	table.push(...rowsOf(totals));
	return table.toString();
}

const LIVES =
	"A life has 1 to 8 documents, alone or several in an item, and 1 to 20 executions of the compiled node in a simulated n8n, on virtual time that covers seconds or months. Executions are killed, stopped, retried with the original or the current workflow, and repeated by n8n's queue; they overlap, live for hours, lose their memory, and survive an update of the package. _Max Jobs per Document_ is 1 to 4, differs between items, and changes between runs. Agents call the node as a tool, and several nodes have one file in one execution. The service answers a repeated idempotency key with the first job, its stored first answer, or 409; it may store refusals, forget keys, hide jobs and results, tell times that differ or have no zone, and a firewall may answer for a month. The documents, the service and every fault follow from the seed.";

const JUDGED =
	'Whatever happens, a file with the same options in one account has at most as many jobs as the highest number that any run has allowed, and one more for each idempotency key that the service has forgotten. With _New Job per Execution_, this holds for each first execution. A job is followed only if it has failed, or if the service itself says that it is gone for a day. Also judged are the credit limit in both directions, `paid_before`, `job_number`, the note above the output, and each sentence about money: what a text advises is done, by a user who has read nothing else. A sentence about money that no check knows is a violation. [Money](../money.md) has the rules.';

const DEFECTS_TEXT =
	'Deliberate defects show what the lives find: `npm run test:lifetimes -- --defects` puts each of them into the node, and looks for a life that reveals it. The unit tests replay one seed for each.';

/**
 * Formats the totals as a page of the docs.
 *
 * @param made when, and from which code
 */
export function pageOf(totals: Totals, from: number, made: string): string {
	const command = `npm run test:lifetimes -- --from ${from} --lives ${totals.lives} --page`;
	const rows = rowsOf(totals).map((row) => `| ${row.join(' | ')} |`);
	const defects = DEFECTS.map(({ name, seed }) => `| ${name} | ${seed} |`);
	return [
		'# Simulated lives of workflows',
		`\`${command}\` made this page ${made}.`,
		LIVES,
		JUDGED,
		['| Counted | In all lives |', '| --- | ---: |', ...rows].join('\n'),
		DEFECTS_TEXT,
		['| Defect | Seed of a life |', '| --- | ---: |', ...defects].join('\n'),
		'What the lives do not have: keys that a service keeps for each API key instead of each account, pages that the service counts differently, and calls of a tool outside of an execution.',
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
		['charges under forgotten keys', grouped(totals.underForgottenKeys)],
		['compared claims', grouped(claims)],
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
