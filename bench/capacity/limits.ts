import type { Cost } from './cost';

/** How n8n is set up, and what it talks to. */
export interface Setting {
	name: string;
	/** Processes that execute workflows. */
	workers: number;
	/** Executions that each of them runs at the same time. */
	concurrency: number;
	/** Documents of an execution. */
	documents: number;
	/** Max Documents at Once. */
	inFlight: number;
	/** Seconds of the service for a document. */
	seconds: number;
	/** Calls that the service takes in a minute; its interface names none. */
	callsAMinute: number;
	/** Megabytes of a document. */
	mb: number;
	/** Megabytes a second of the disk that the binary store is on. */
	disk: number;
}

const DAY_SECONDS = 86_400;
/** Of its bytes: read from the store once, and written to it twice, with the result. */
const COPIES = 3;

/** Documents a day that each part has room for, the scarcest first. */
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
