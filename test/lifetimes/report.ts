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
	"A life is what happens to 1 to 8 documents, alone or several in an item, in 1 to 20 executions. The compiled node runs in a simulated n8n, on virtual time that covers seconds or months. Executions are killed, stopped, retried with the original or the current workflow, and repeated by n8n's queue. They overlap, run for hours, lose their memory, and survive an update of the package. _Max Jobs per Document_ is 1 to 4, differs between items, and changes between runs. Agents call the node as a tool, and several nodes get the same file in one execution. The service answers a repeated idempotency key (by which it recognizes a repeated submission) with the first job, its stored first answer, or 409. It may store refusals, forget idempotency keys, hide jobs and results, and tell times that differ or have no zone. A firewall may answer instead of the service for a month. The seed decides the documents, the service and every fault.";

const JUDGED =
	"Each life is checked against the rule about [money](../money.md). In one account, a file with the same options has at most as many jobs as the highest _Max Jobs per Document_ of any run, and one more for each idempotency key that the service has forgotten. With _New Job per Execution_, this holds for each execution together with its Retries. A run pays for a file's next job only if the last job has failed, or if the service has told this run that it does not find the job or its result although the job is more than a day old. The checks also cover the credit limit (too much spent, or refused too early), `paid_before`, `job_number`, the note above the output, and each sentence about money. If a text advises something, a simulated user who has read nothing else does it. If no check knows a sentence about money, that is a violation, too.";

const DEFECTS_TEXT =
	"Deliberate defects show what the lives find. `npm run test:lifetimes -- --defects` puts each defect into the node, and looks for a life that reveals it. The unit tests replay one seed for each defect. (A job is followed if the node pays for the file's next job.)";

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
		`\`${command}\` wrote this page ${made}.`,
		LIVES,
		JUDGED,
		['| Counted | In all lives |', '| --- | ---: |', ...rows].join('\n'),
		DEFECTS_TEXT,
		['| Defect | Seed of a life |', '| --- | ---: |', ...defects].join('\n'),
		'The lives do not have these cases: a service that keeps idempotency keys for each API key instead of each account, a service that counts pages differently, and calls of a tool outside of an execution.',
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
		['charges because the service forgot an idempotency key', grouped(totals.underForgottenKeys)],
		['checked statements about money', grouped(claims)],
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
