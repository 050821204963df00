import type { Moment } from './kill';

/** How the first run ends. */
export interface Ending {
	title: string;
	/** A kill, or another event that leaves a document undelivered. */
	by: Moment | 'stop' | 'timeout' | 'neighbour' | 'nothing';
	/** The submission has arrived. */
	hasJob: boolean;
	/** The node has returned the result. */
	delivered?: true;
}

const ENDINGS: Ending[] = [
	{ title: 'killed at the upload', by: { call: 'store', when: 'after' }, hasJob: false },
	{
		title: 'killed before the submission arrives',
		by: { call: 'submitJob', when: 'before' },
		hasJob: false,
	},
	{
		title: "killed before the submission's answer",
		by: { call: 'submitJob', when: 'after' },
		hasJob: true,
	},
	{ title: 'killed in the wait', by: { call: 'getJob', when: 'before' }, hasJob: true },
	{
		title: 'killed before the download',
		by: { call: 'getResult', when: 'after' },
		hasJob: true,
	},
	{ title: 'killed in the download', by: { call: 'save', when: 'before' }, hasJob: true },
	{ title: 'killed after the download', by: { call: 'save', when: 'after' }, hasJob: true },
	{ title: 'stopped in the wait', by: 'stop', hasJob: true },
	{ title: 'Wait Timeout', by: 'timeout', hasJob: true },
	{ title: 'a neighbour item fails', by: 'neighbour', hasJob: true },
	{ title: 'delivered', by: 'nothing', hasJob: true, delivered: true },
];

/** How the document is run again. */
export const NEXTS = ['Retry', 'run by hand', 'next event', 'two at once'] as const;
export type Next = (typeof NEXTS)[number];

/** State of the job when the document is run again. */
export const FATES = ['processing', 'completed', 'failed', 'result gone'] as const;
export type Fate = (typeof FATES)[number];

export interface Cell {
	ending: Ending;
	/** Undefined if there is no job. */
	fate: Fate | undefined;
	next: Next;
}

/** Possible fates of a job after each ending of a run. */
function fatesOf({ by, hasJob, delivered }: Ending): Array<Fate | undefined> {
	if (!hasJob) return [undefined];
	// A document that was downloaded or returned has a completed job.
	const isOver =
		delivered === true ||
		by === 'neighbour' ||
		(typeof by === 'object' && by.call !== 'submitJob' && by.call !== 'getJob');
	return isOver ? ['completed', 'result gone'] : [...FATES];
}

export const CELLS: Cell[] = ENDINGS.flatMap((ending) =>
	fatesOf(ending).flatMap((fate) => NEXTS.map((next) => ({ ending, fate, next }))),
);

export function nameCell({ ending, fate, next }: Cell): string {
	return `${ending.title}, ${fate ?? 'no job'}, ${next}`;
}
