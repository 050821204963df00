import type { Results } from '../outcome/results';
import { formatBound, formatNumber, renderMarkdownTable } from '../outcome/words';
import type { Verdict } from '../outcome/verdict';

/** A promise to users, and the bound that checks it. */
interface Promised {
	text: string;
	bench: string;
	/** Name of the bound. */
	bound: string;
	/** Only rows with this in their names. */
	rows?: string;
}

/** The promises of docs/performance.md. */
const PROMISES: readonly Promised[] = [
	{
		text: 'Memory that a document of up to 2 GB adds to an idle n8n',
		bench: 'memory',
		bound: 'memory over idle, Tag PDF',
	},
	{
		text: "Speed, compared with n8n's own _Read/Write Files_ node and a plain script together",
		bench: 'throughput',
		bound: 'rate, Tag PDF / (script + Read and Write Files)',
	},
	{
		text: 'Delay until the node finds a job that took 22 seconds',
		bench: 'wait',
		bound: 'found late by, Tag PDF',
		rows: '22 s',
	},
	{
		text: 'Time for 60 documents, compared with a script without any limits',
		bench: 'batch',
		bound: 'time, Tag PDF / script',
		rows: 'in n8n',
	},
	{
		text: 'Polls for each document of these 60',
		bench: 'batch',
		bound: 'polls a document',
		rows: 'in n8n',
	},
	{
		text: 'Time under a rate limit, compared with the shortest time that the limit allows',
		bench: 'limit',
		bound: 'time, Tag PDF / what the limit allows',
	},
	{
		text: 'Work of each of three workers in queue mode, compared with a single worker',
		bench: 'queue',
		bound: 'rate of each of 3 workers / of one alone',
	},
	{
		text: 'Memory for each of 5,000 items',
		bench: 'growth',
		bound: 'memory for an item, 5000',
	},
	{
		text: 'Events a second, compared with a community trigger that does nothing',
		bench: 'trigger',
		bound: 'rate, genuine / floor',
	},
	{ text: 'Memory for Inspect, up to 2 GB', bench: 'inspect', bound: 'memory' },
	{
		text: 'Speed of Inspect, compared with the disk',
		bench: 'inspect',
		bound: "speed, of the disk's",
	},
];

/**
 * Renders the promises with their bounds and the range of the medians.
 *
 * @throws Error when the results lack a bound
 */
export function renderPromises(
	{ benches }: Pick<Results, 'benches'>,
	promises: readonly Promised[] = PROMISES,
): string {
	const lines = promises.map(({ text, bench, bound, rows = '' }) => {
		const verdicts = (benches[bench] ?? [])
			.filter(({ name }) => name.includes(rows))
			.flatMap((row) => row.verdicts)
			.filter(({ what }) => what === bound);
		if (verdicts.length === 0) throw new Error(`There are no results of ${bench}: ${bound}`);
		const bounds = [...new Set(verdicts.map(formatBound))];
		return [text, bounds.join(' or '), formatMedians(verdicts), formatKept(verdicts)];
	});
	return renderMarkdownTable(['promise', 'bound', 'measured', 'kept'], lines);
}

function formatMedians(verdicts: readonly Verdict[]): string {
	const medians = verdicts.map(({ median }) => median);
	const ends = [Math.min(...medians), Math.max(...medians)].map(formatNumber);
	return `${[...new Set(ends)].join(' to ')} ${verdicts[0]?.unit ?? ''}`.trim();
}

function formatKept(verdicts: readonly Verdict[]): string {
	const met = verdicts.filter(({ state }) => state === 'met').length;
	return met === verdicts.length ? 'yes' : `in ${met} of ${verdicts.length} cases`;
}
