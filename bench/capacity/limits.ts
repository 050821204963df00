import type { Cost } from './cost';

/** A configuration of n8n, and of the service it uses. */
export interface Setting {
	name: string;
	/** Processes that execute workflows. */
	workers: number;
	/** Executions that each process runs at the same time. */
	concurrency: number;
	/** Documents per execution. */
	documents: number;
	/** Max Documents at Once. */
	inFlight: number;
	/** Seconds that the service needs for a document. */
	seconds: number;
	/** Calls that the service allows per minute; its interface names no number. */
	callsAMinute: number;
	/** Megabytes of a document. */
	mb: number;
	/** Megabytes per second of the disk that has the binary store. */
	disk: number;
}

const DAY_SECONDS = 86_400;
/** Disk transfers of a document's bytes: one read from the store, and two writes to it, with the result. */
const COPIES = 3;

/** Returns how many documents a day each part can handle, the scarcest part first. */
export function limitsOf(setting: Setting, cost: Cost): Array<[part: string, documents: number]> {
	const { workers, concurrency, documents, inFlight, seconds, callsAMinute, mb, disk } = setting;
	const processor = cost.document + cost.execution / documents;
	const waiting = workers * concurrency * Math.min(documents, inFlight);
	const parts: Array<[string, number]> = [
		["n8n's processor", (workers * 1_000) / processor],
		['waiting (executions × in flight)', waiting / seconds],
		["the service's rate limit", callsAMinute / 60 / cost.calls],
		["the journal's row, for a node", 1_000 / cost.row],
		['the disk of the binary store', disk / (mb * COPIES)],
	];
	return parts
		.filter(([, each]) => !Number.isNaN(each))
		.map(([part, each]) => [part, each * DAY_SECONDS] as [string, number])
		.toSorted(([, a], [, b]) => a - b);
}
