import { PRODUCT_LIMITS } from '../../client/limits';
import { type ExpectedJob, PollPlan } from '../../client/wait';

/** A batch, and how the service processes it; times in milliseconds. */
export interface Batch {
	documents: number;
	/** Returns the time that the next document takes. `random` returns numbers in [0, 1), the same in each run. */
	document: (random: () => number) => number;
	/** Jobs processed at the same time, in the order of their submission. */
	atOnce?: number;
	/** Maximum number of jobs that are submitted and not yet found. */
	inFlight?: number;
	submitMs?: number;
}

interface Simulated extends ExpectedJob {
	doneAt: number;
	polls: number;
	foundAt: number;
}

const POLL_MS = 20;
const { waiting: LIMITS } = PRODUCT_LIMITS;

/**
 * Simulates a service that processes jobs, and the plan that chooses the job to poll.
 * No real time passes.
 */
export function simulate(batch: Batch, seed: number): Report {
	const { documents, inFlight = 1_000, submitMs = 20 } = batch;
	const random = generator(seed);
	const plan = new PollPlan<Simulated>(LIMITS);
	const submit = submitter(batch, random);
	const polls: Array<{ job: Simulated; endsAt: number }> = [];
	const found: Simulated[] = [];
	let submitted = 0;
	let nextSubmission = 0;
	for (let now = 0; found.length < documents;) {
		while ((polls[0]?.endsAt ?? Infinity) <= now) {
			const job = polls.shift()?.job as Simulated;
			if (job.doneAt > now) {
				plan.recordUnfinished(job, now);
				continue;
			}
			plan.recordDone(now);
			plan.jobs.delete(job);
			found.push(Object.assign(job, { foundAt: now }));
		}
		const maySubmit = submitted < documents && submitted - found.length < inFlight;
		if (maySubmit && nextSubmission <= now) {
			plan.jobs.add(submit(now));
			submitted += 1;
			nextSubmission = now + submitMs;
			continue;
		}
		let look = plan.choosePoll(now);
		for (; look.job; look = plan.choosePoll(now)) {
			look.job.polls += 1;
			polls.push({ job: look.job, endsAt: now + POLL_MS });
		}
		const times = [polls[0]?.endsAt ?? Infinity, look.at, maySubmit ? nextSubmission : Infinity];
		now = Math.max(now, Math.min(...times));
	}
	return new Report(found);
}

/** Returns a function that gives each document to the slot that is free first. */
function submitter({ atOnce, document, documents }: Batch, random: () => number) {
	const places = Array<number>(Math.min(atOnce ?? documents, documents)).fill(0);
	return (now: number): Simulated => {
		const ms = document(random);
		const place = places.indexOf(Math.min(...places));
		const doneAt = Math.max(now, places[place] ?? 0) + ms;
		places[place] = doneAt;
		return { since: now, deadline: Infinity, doneAt, polls: 0, foundAt: Infinity };
	};
}

/** Result of a simulation. */
class Report {
	/** Polls per document: average and maximum. */
	readonly polls: number;
	readonly mostPolls: number;
	/** Total time, and the shortest possible total time. */
	readonly ms: number;
	readonly idealMs: number;
	/** Milliseconds from completion to discovery, the shortest first. */
	readonly delays: number[];

	constructor(documents: Simulated[]) {
		const delay = ({ doneAt, foundAt }: Simulated) => foundAt - doneAt;
		const polls = documents.map((document) => document.polls);
		this.polls = polls.reduce((sum, count) => sum + count, 0) / documents.length;
		this.mostPolls = Math.max(...polls);
		this.ms = Math.max(...documents.map(({ foundAt }) => foundAt));
		this.idealMs = Math.max(...documents.map(({ doneAt }) => doneAt));
		this.delays = documents.map(delay).toSorted((a, b) => a - b);
	}

	/** Returns the delay at a quantile; `share` is in [0, 1]. */
	delay(share: number): number {
		return this.delays[Math.floor((this.delays.length - 1) * share)] ?? 0;
	}

	toString(): string {
		const seconds = (ms: number) => (ms / 1_000).toFixed(1);
		return (
			`${this.polls.toFixed(2)} polls a document (most ${this.mostPolls}), ` +
			`${seconds(this.ms)} s (ideal ${seconds(this.idealMs)} s), ` +
			`delay ${seconds(this.delay(0.5))} / ${seconds(this.delay(0.95))} / ${seconds(this.delay(1))} s (p50 / p95 / most)`
		);
	}
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
