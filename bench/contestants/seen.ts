import type { JobRecord, Sandbox, SeenRequest } from '../../sandbox';

/** Measurements of a contestant from the sandbox's records. */
export interface Seen {
	/** Milliseconds from the first request to the end of the last one. */
	ms: number;
	/** Polls per document, on average. */
	polls: number;
	/** Maximum number of concurrent requests. */
	atOnce: number;
	/** Milliseconds from each job's completion to the poll that found it. */
	delays: number[];
}

export function summarizeRequests({ jobs, requests }: Pick<Sandbox, 'jobs' | 'requests'>): Seen {
	const polls = requests.filter(({ step }) => step === 'getJob');
	const found = new Map(polls.map((poll) => [poll.path.split('/').at(-1), poll]));
	const ends = requests.map(({ at, tookMs }) => at + (tookMs ?? 0));
	return {
		ms: Math.max(...ends) - Math.min(...requests.map(({ at }) => at)),
		polls: polls.length / jobs.length,
		atOnce: countMostAtOnce(requests),
		delays: jobs.map((job) => delayOf(job, found.get(job.id))),
	};
}

function delayOf({ finishedAt }: JobRecord, last?: SeenRequest): number {
	return finishedAt === null || !last ? Infinity : Math.max(0, last.at - finishedAt);
}

/** Two requests do not overlap if one ends in the millisecond in which the other begins. */
export function countMostAtOnce(requests: readonly SeenRequest[]): number {
	const changes = requests
		.flatMap(({ at, tookMs }) => [
			{ at, by: 1 },
			{ at: at + (tookMs ?? 0), by: -1 },
		])
		.toSorted((a, b) => a.at - b.at || a.by - b.by);
	let now = 0;
	let most = 0;
	for (const { by } of changes) {
		now += by;
		most = Math.max(most, now);
	}
	return most;
}
