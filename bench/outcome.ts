/** The outcome of a bench: runs of contestants, judged against bounds, as a table. */

/** Selection of a bench's rows. */
interface Choice {
	/** Part of the rows' names. */
	matching: string;
	/** Only rows that take a minute or two. */
	quick: boolean;
}

/** A set of measurements. */
export interface Bench {
	title: string;
	/** What is compared, as Markdown. */
	about: string;
	/** Calls `done` for each row, as soon as it has been measured. */
	run: (choice: Choice, done: (row: Row) => void) => Promise<void>;
}

/** Figures of one run of a contestant, by measure. */
export type Run = Readonly<Record<string, number>>;

/** Runs of all contestants in turn. Runs with the same index belong to the same round. */
export type Rounds<Name extends string = string> = Readonly<Record<Name, readonly Run[]>>;

/** One run of each contestant. */
export type Round<Name extends string = string> = Readonly<Record<Name, Run>>;

/** A limit for one figure of the measured rounds. */
export interface Bound<Name extends string = string> {
	/** The figure, e.g. `time, Tag PDF / script`. */
	what: string;
	of: (round: Round<Name>) => number;
	/** Left out for ratios. */
	unit?: string;
	atMost?: number;
	atLeast?: number;
}

/** One measurement: all its contestants, and their judged bounds. */
export interface Row {
	name: string;
	contestants: Array<{ name: string; figures: Readonly<Record<string, string>> }>;
	verdicts: Verdict[];
}

interface Verdict {
	what: string;
	must: string;
	measured: string;
	/** `within spread`: the median misses the bound by no more than the spread of the runs. */
	state: 'met' | 'within spread' | 'missed';
}

interface Spread {
	median: number;
	least: number;
	most: number;
}

const NUMBERS = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });

/** Runs the contestants in turn, so that other load on the machine affects all alike. */
export async function runInTurns<Name extends string>(
	contestants: Readonly<Record<Name, () => Promise<Run>>>,
	count: number,
): Promise<Rounds<Name>> {
	const names = Object.keys(contestants) as Name[];
	const rounds = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Run[]
	>;
	for (let round = 0; round < count; round += 1) {
		for (const name of names) rounds[name].push(await contestants[name]());
	}
	return rounds;
}

/** @param units the units of the measures, in the order in which they are shown */
export function makeRow<Name extends string>(
	name: string,
	rounds: Rounds<Name>,
	units: Readonly<Record<string, string>>,
	bounds: ReadonlyArray<Bound<Name>>,
): Row {
	const contestants = Object.entries<readonly Run[]>(rounds).map(([contestant, runs]) => {
		const figures = Object.entries(units).flatMap(([what, unit]) => {
			if (runs[0]?.[what] === undefined) return [];
			return [[what, formatSpread(computeSpread(runs.map((run) => run[what] ?? NaN)), unit)]];
		});
		return { name: contestant, figures: Object.fromEntries(figures) as Record<string, string> };
	});
	return { name, contestants, verdicts: bounds.map((bound) => judgeBound(bound, rounds)) };
}

/** A bound is missed if the median of the rounds is beyond it by more than their spread. */
function judgeBound<Name extends string>(
	{ what, of, unit = '', atMost = Infinity, atLeast = -Infinity }: Bound<Name>,
	rounds: Rounds<Name>,
): Verdict {
	const spread = computeSpread(groupByRound(rounds).map(of));
	const off = Math.max(spread.median - atMost, atLeast - spread.median);
	const limits = [
		...(atLeast === -Infinity ? [] : [`at least ${NUMBERS.format(atLeast)} ${unit}`.trim()]),
		...(atMost === Infinity ? [] : [`at most ${NUMBERS.format(atMost)} ${unit}`.trim()]),
	];
	return {
		what,
		must: limits.join(', '),
		measured: formatSpread(spread, unit),
		state: off <= 0 ? 'met' : off <= spread.most - spread.least ? 'within spread' : 'missed',
	};
}

/** Groups the runs into one record per round. */
function groupByRound<Name extends string>(rounds: Rounds<Name>): Array<Round<Name>> {
	const entries = Object.entries(rounds) as Array<[Name, readonly Run[]]>;
	const count = Math.min(...entries.map(([, runs]) => runs.length));
	return Array.from({ length: count }, (_, at) => {
		return Object.fromEntries(entries.map(([name, runs]) => [name, runs[at]])) as Round<Name>;
	});
}

/** @throws Error when there is no figure */
function computeSpread(figures: readonly number[]): Spread {
	if (figures.length === 0) throw new Error('Nothing was measured.');
	const inOrder = figures.toSorted((a, b) => a - b);
	const at = (index: number) => inOrder.at(index) ?? NaN;
	return { median: at(Math.floor((inOrder.length - 1) / 2)), least: at(0), most: at(-1) };
}

/** The median, and the extremes if they differ from it. */
function formatSpread({ median, least, most }: Spread, unit = ''): string {
	const [middle = '', from, to] = [median, least, most].map((figure) => NUMBERS.format(figure));
	const figure = `${middle} ${unit}`.trim();
	return from === to ? figure : `${figure} (${from} to ${to})`;
}

/** The rows of a bench as Markdown: a table of figures, and a table of bounds. */
export function renderRows(rows: readonly Row[]): string {
	const lines = rows.flatMap(({ name, contestants }) =>
		contestants.map((contestant) => ({ name, contestant })),
	);
	const measures = [...new Set(lines.flatMap((line) => Object.keys(line.contestant.figures)))];
	const figures = lines.map(({ name, contestant }) => [
		name,
		contestant.name,
		...measures.map((what) => contestant.figures[what] ?? ''),
	]);
	const bounds = rows.flatMap(({ name, verdicts }) =>
		verdicts.map(({ what, must, measured, state }) => [name, what, must, measured, state]),
	);
	return [
		renderTable(['case', 'contestant', ...measures], figures),
		renderTable(['case', 'bound', 'must be', 'measured', 'verdict'], bounds),
	].join('\n\n');
}

function renderTable(head: readonly string[], lines: ReadonlyArray<readonly string[]>): string {
	const widths = head.map((cell, column) =>
		Math.max(3, cell.length, ...lines.map((line) => line[column]?.length ?? 0)),
	);
	const render = (cells: readonly string[]) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	return [head, widths.map((width) => '-'.repeat(width)), ...lines].map(render).join('\n');
}
