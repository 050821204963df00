import type { JobRecord, Sandbox, SeenRequest } from '../../sandbox';

/** Measurements of a contestant from the sandbox's records. */
export interface Seen {
	/** Milliseconds from the first request to the end of the last one. */
	ms: number;
	/** Polls per document, on average. */
	polls: number;
	/** Maximum number of concurrent requests. */
	atOnce: number;
	/** Milliseconds from each job's completion to the poll that found it, and the job's own duration. */
	delays: Array<{ ms: number; jobMs: number }>;
}

/** One run of a contestant on a row. */
export interface Run extends Seen {
	/** Documents that came back. */
	delivered: number;
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

function delayOf({ createdAt, finishedAt }: JobRecord, last?: SeenRequest) {
	if (finishedAt === null || !last) return { ms: Infinity, jobMs: 0 };
	return { ms: Math.max(0, last.at - finishedAt), jobMs: finishedAt - createdAt };
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
