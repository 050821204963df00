import type { Results } from '../outcome/results';
import { renderMarkdownTable, formatNumber } from '../outcome/words';
import { costOf } from './cost';
import { simulate, type Day } from './day';
import { limitsOf, type Setting } from './limits';

const COMMON = { seconds: 5, callsAMinute: 600, mb: 1, disk: 100 };

const SETTINGS: Setting[] = [
	{
		name: 'one process, a document each',
		workers: 1,
		concurrency: 10,
		documents: 1,
		inFlight: 60,
		...COMMON,
	},
	{
		name: 'one process, batches of 100',
		workers: 1,
		concurrency: 1,
		documents: 100,
		inFlight: 60,
		...COMMON,
	},
	{
		name: '2 workers, a document each',
		workers: 2,
		concurrency: 10,
		documents: 1,
		inFlight: 60,
		...COMMON,
	},
	{
		name: '4 workers, a document each',
		workers: 4,
		concurrency: 10,
		documents: 1,
		inFlight: 60,
		...COMMON,
	},
	{
		name: '4 workers, batches of 100',
		workers: 4,
		concurrency: 2,
		documents: 100,
		inFlight: 60,
		...COMMON,
	},
];

const WORKING_DAYS = 22;
/** Documents of a month, within working hours. They arrive fifty at a time, as mail and scans do. */
const MONTHS: Array<{ documents: number; slots: number[] }> = [
	{ documents: 10_000, slots: [1, 10] },
	{ documents: 100_000, slots: [10, 60] },
	{ documents: 1_000_000, slots: [20, 60, 120] },
];
const DAY = { hours: 10, burst: 50, seconds: [2, 120] } as const;

/** Renders the calculations of docs/scaling.md as Markdown. */
export function capacity(results: Results): Record<'cost' | 'limits' | 'days', string> {
	const cost = costOf(results);
	const costs = [
		["n8n's processor, for a document", `${formatNumber(cost.document)} ms`],
		["n8n's processor, for an execution", `${formatNumber(cost.execution)} ms`],
		["calls to the service's API, for a document", formatNumber(cost.calls)],
		["the journal's full row, for a document that comes alone", `${formatNumber(cost.row)} ms`],
	];
	const limits = SETTINGS.map((setting) => {
		const [first, second] = limitsOf(setting, cost);
		return [
			setting.name,
			...[first, second].flatMap((limit) => [limit?.[0] ?? '', formatNumber(limit?.[1] ?? NaN)]),
		];
	});
	return {
		cost: renderMarkdownTable(['what a document takes', 'how much'], costs),
		limits: renderMarkdownTable(
			['n8n', 'gives way first', 'documents a day', 'then', 'documents a day'],
			limits,
		),
		days: renderMarkdownTable(
			[
				'documents a month',
				'worked on at a time',
				'wait, median',
				'99 of 100 wait at most',
				'done after the last came',
			],
			MONTHS.flatMap(({ documents, slots }) => slots.map((count) => dayRow(documents, count))),
		),
	};
}

function dayRow(month: number, slots: number): string[] {
	const day: Day = { ...DAY, documents: Math.ceil(month / WORKING_DAYS), slots };
	const { median, most, late } = simulate(day);
	const times = [median, most, Math.max(0, late)].map((seconds) => `${formatNumber(seconds)} s`);
	return [formatNumber(month), String(slots), ...times];
}
