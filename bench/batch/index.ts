import Table from 'cli-table3';
import { ROWS, type Row } from './rows';
import { run } from './run';
import type { Run } from '../contestants/seen';

/** What a row came to; `broken` names the bounds that were not kept. */
interface Result {
	row: Row;
	node: Run;
	script?: Run;
	ratio?: number;
	late: number;
	broken: string[];
}

/**
 * Batches of documents through the node, beside a bare script that has no bound at all.
 *
 * @param matching part of the names of the rows to run
 * @returns the bounds that were not kept
 */
export async function batch(matching: string): Promise<string[]> {
	const results: Result[] = [];
	for (const row of ROWS.filter(({ name }) => name.includes(matching))) {
		const result = await measure(row);
		results.push(result);
		console.error(`${row.name}: done`);
	}
	console.log(tableOf(results));
	return results.flatMap(({ row, broken }) => broken.map((bound) => `${row.name}: ${bound}`));
}

/** Turn by turn, so that what else this machine does meets both alike. */
async function measure(row: Row): Promise<Result> {
	const node: Run[] = [];
	const script: Run[] = [];
	for (let round = 0; round < row.rounds; round += 1) {
		if (row.script) script.push(await run('script', row));
		node.push(await run('node', row));
	}
	return judged(row, median(node), row.script ? median(script) : undefined);
}

function judged(row: Row, node: Run, script?: Run): Result {
	const { delay, late: mostLate, polls, ratio: mostRatio } = row.bounds;
	const ratio = script && node.ms / script.ms;
	const late = node.delays.filter(({ ms, jobMs }) => ms > Math.max(1_000, jobMs / 10)).length;
	const share = late / row.documents;
	const checks: Array<[kept: boolean, bound: string]> = [
		[node.delivered === row.documents, `${node.delivered} of ${row.documents} delivered`],
		[node.atOnce <= 10, `${node.atOnce} requests at once`],
		[ratio === undefined || ratio <= (mostRatio ?? Infinity), `${ratio?.toFixed(2)} × the script`],
		[node.polls <= (polls ?? Infinity), `${node.polls.toFixed(2)} polls a document`],
		[share <= (mostLate ?? Infinity), `${percent(share)} found late`],
		[
			!delay || node.delays.every(({ ms, jobMs }) => ms <= Math.max(delay.ms, jobMs * delay.share)),
			`found ${node.delays[0]?.ms} ms late`,
		],
	];
	const broken = checks.filter(([kept]) => !kept).map(([, bound]) => bound);
	return { row, node, script, ratio, late: share, broken };
}

/** The run with the median time, or the better of the two in the middle. */
function median(runs: Run[]): Run {
	const inOrder = runs.toSorted((a, b) => a.ms - b.ms);
	const middle = inOrder[Math.floor((inOrder.length - 1) / 2)];
	if (!middle) throw new Error('Nothing was run.');
	return middle;
}

function tableOf(results: Result[]): string {
	const head = [
		'batch',
		'script',
		'node',
		'ratio',
		'polls',
		'delay p50 / p95',
		'late',
		'at once',
		'',
	];
	const table = new Table({ head, style: { head: [], border: [] } });
	for (const { row, node, script, ratio, late, broken } of results) {
		const delays = node.delays.map(({ ms }) => ms).toSorted((a, b) => a - b);
		table.push([
			row.name,
			script ? seconds(script.ms) : '',
			seconds(node.ms),
			ratio?.toFixed(2) ?? '',
			node.polls.toFixed(2),
			`${seconds(quantile(delays, 0.5))} / ${seconds(quantile(delays, 0.95))}`,
			percent(late),
			node.atOnce,
			broken.length === 0 ? 'kept' : broken.join(', '),
		]);
	}
	return table.toString();
}

function quantile(sorted: number[], share: number): number {
	return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

function seconds(ms: number): string {
	return `${(ms / 1_000).toFixed(2)} s`;
}

function percent(share: number): string {
	return `${(share * 100).toFixed(1)} %`;
}
