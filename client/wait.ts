import { TagPdfError, throwIfStopped } from './errors';
import { waitUnlessAborted } from './http';
import type { Limits } from './limits';
import { type Duration, getKeyMemory } from './retry';
import type { Runtime } from './runtime';
import { hasEnded, type Job, readJobState, type Service } from './service';

interface WaitOptions {
	/** Milliseconds since the epoch; until then transient failures of polls are retried. */
	deadline: number;
	/** When the wait began (epoch ms); now if left out. */
	since?: number;
	/** Called with every state that a poll returns. */
	onState?: (job: Job) => void;
}

interface AwaitedJob extends ExpectedJob {
	/** Starts the poll that the plan has chosen. */
	startPoll: () => void;
}

/**
 * Waits for all jobs of a run at one service. Each wait polls its own job, but only when the
 * {@link PollPlan} of all has chosen it.
 */
export class Watcher {
	private readonly plan: PollPlan<AwaitedJob>;
	/** Cancels the next look at the plan. */
	private nextLook = new AbortController();

	/** @param signal ends all waits */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly signal: AbortSignal | undefined,
	) {
		const { limits, rateGateKey } = runtime;
		this.plan = new PollPlan(limits.waiting, getKeyMemory(rateGateKey).durations);
	}

	/**
	 * Waits until a job is completed (interface 3), starting from its known state.
	 *
	 * @throws TagPdfError `JOB_FAILED`, `WAIT_TIMEOUT`, or what a poll throws; each names the job
	 */
	async awaitCompletion(known: Job, { deadline, onState, ...options }: WaitOptions): Promise<Job> {
		onState?.(known);
		if (hasEnded(known)) return throwIfFailed(known);
		const submittedAt = this.service.getSubmissionTime(known.id);
		const since = submittedAt ?? options.since ?? this.runtime.now();
		const throwIfLate = (job: Job) => {
			const waitedMs = this.runtime.now() - since;
			if (since + waitedMs >= deadline) throw createWaitTimeoutError(job, waitedMs);
		};
		throwIfLate(known);
		const times = { since, deadline, isMeasured: submittedAt !== undefined };
		const awaited = { ...times, pages: countPages(known), startPoll: () => {} };
		this.plan.add(awaited);
		try {
			for (;;) {
				const job = await this.poll(known.id, awaited);
				onState?.(job);
				if (hasEnded(job)) {
					this.plan.recordDone(awaited, this.runtime.now());
					return throwIfFailed(job);
				}
				throwIfLate(job);
				this.plan.recordUnfinished(awaited, this.runtime.now());
			}
		} finally {
			this.plan.delete(awaited);
			this.startPolls();
		}
	}

	/** Asks for the state of a job. If it cannot be read, the job rests before the next try, and others are polled. */
	private async poll(jobId: string, awaited: AwaitedJob): Promise<Job> {
		const { runtime, service, signal } = this;
		const { deadline } = awaited;
		const job = { jobId, jobExists: true };
		const waitForTurn = async () => {
			await waitUnlessAborted(signal, (resolve) => {
				awaited.startPoll = resolve;
				this.startPolls();
			});
			throwIfStopped(signal, job);
		};
		const pause = async (ms: number) => {
			this.plan.pauseJob(awaited, runtime.now() + ms);
			await waitForTurn();
		};
		await waitForTurn();
		return await service.getJob(jobId, { signal, deadline, retryUntil: deadline, job, pause });
	}

	/** Starts the polls that are due, and looks again when the next one is. */
	private startPolls(): void {
		this.nextLook.abort();
		let look = this.plan.choosePoll(this.runtime.now());
		for (; look.job; look = this.plan.choosePoll(this.runtime.now())) look.job.startPoll();
		if (look.at === Infinity) return;
		const { signal } = (this.nextLook = new AbortController());
		void this.runtime.sleep(Math.max(0, look.at - this.runtime.now()), signal).then(() => {
			if (!signal.aborted) this.startPolls();
		});
	}
}

function throwIfFailed(job: Job): Job {
	if (job.status === 'failed') throw createJobFailedError(job);
	return job;
}

export function createJobFailedError(job: Job): TagPdfError {
	const { id: jobId, status: jobStatus } = job;
	const used: unknown = job.credits_used;
	const charged = typeof used === 'number' ? { creditsUsed: used } : {};
	return new TagPdfError('JOB_FAILED', { jobId, jobExists: true, jobStatus, ...charged });
}

function createWaitTimeoutError(job: Job, waitedMs: number): TagPdfError {
	const jobStatus = readJobState(job);
	return new TagPdfError('WAIT_TIMEOUT', { jobId: job.id, jobExists: true, jobStatus, waitedMs });
}

/** A page costs one credit (interface 8). Without a valid count, the document counts as one page. */
function countPages({ credits_used: credits }: Job): number {
	const pages: unknown = credits;
	return typeof pages === 'number' && pages > 0 && pages < Infinity ? pages : 1;
}

/** An awaited job; times are milliseconds since the epoch. */
export interface ExpectedJob {
	pages: number;
	/** When the wait began. */
	since: number;
	/** Time of its last poll. */
	deadline: number;
	/** Whether other jobs learn from its duration: it was submitted at `since`, and no poll of it has failed. */
	isMeasured: boolean;
	/** It is not polled before this time. */
	restsUntil?: number;
	isPolled?: boolean;
}

/** The job to poll now, or when to look again. */
export type PollChoice<Job> = { job: Job } | { job: undefined; at: number };

/** Rest of a job after an unsuccessful poll, as a share of its wait: the largest possible delay. */
const REST_SHARE = 0.1;
/** The same until 1.2 times the expected wait. */
const EXPECTED_REST_SHARE = 0.03;
const EXPECTED_PART = 1.2;
/** Part of the expected time after which the first job of a run is polled: the service may be faster now. */
const EARLY_PART = 0.5;
/** Its rest before the expected time. */
const EARLY_REST_SHARE = 0.5;
/** A job was done some time before a poll finds it; it counts as this part of its wait. */
const SURE_PART = 0.92;
/** Factor by which an unsuccessful poll lengthens the pause between polls. */
const PAUSE_GROWTH = 1.5;
/** Factor by which a successful poll shortens it: less than two unsuccessful polls lengthen it. */
const PAUSE_SHRINKAGE = 2.1;

/**
 * Says which job to poll, and when:
 *
 * 1. A job is ready after the time that the quickest of the last ten jobs of about as many pages took; half a
 *    second after its submission if nothing is known. The first job of a run is also polled at a half and at
 *    three quarters of that time.
 * 2. The job that became ready first is polled first.
 * 3. A job that is not done rests for 10 % of its wait; for 3 % about the expected time.
 * 4. Between two polls there is a pause. An unsuccessful poll lengthens it by half, up to 10 % of the wait. A
 *    found job halves it. So a batch needs less than 3.5 polls per document.
 * 5. Every job is polled a last time at its deadline.
 */
export class PollPlan<Job extends ExpectedJob> {
	private jobs: Job[] = [];
	private hasFound = false;
	private readonly durations: Duration[];
	/** From one poll to the next. */
	private pauseMs: number;
	private nextPollAt = 0;

	/** @param earlier durations that earlier runs have learned, the oldest first. The first job of this run is added. */
	constructor(
		private readonly limits: Limits['waiting'],
		private readonly earlier: Duration[],
	) {
		this.durations = [...earlier];
		this.pauseMs = earlier.length > 0 ? 0 : limits.pollMinMs;
	}

	add(job: Job): void {
		this.jobs.push(job);
	}

	delete(job: Job): void {
		this.jobs = this.jobs.filter((other) => other !== job);
	}

	choosePoll(now: number): PollChoice<Job> {
		const waiting = this.jobs.filter(({ isPolled }) => isPolled !== true);
		const isFull = this.jobs.length - waiting.length >= this.limits.pollsAtOnce;
		if (isFull || waiting.length === 0) return { job: undefined, at: Infinity };
		const ready = findFirst(waiting, (job) => this.computeReadyAt(job));
		const last = findFirst(waiting, ({ deadline }) => deadline);
		const next = { job: ready.job, at: Math.max(ready.at, this.nextPollAt) };
		const { job, at } = last.at <= Math.max(now, next.at) ? last : next;
		if (at > now) return { job: undefined, at };
		job.isPolled = true;
		return { job };
	}

	/** A poll has found the job unfinished. */
	recordUnfinished(job: Job, now: number): void {
		const waited = now - job.since;
		const expected = this.predictMs(job.pages);
		const share = waited <= EXPECTED_PART * expected ? EXPECTED_REST_SHARE : REST_SHARE;
		const early = Math.min(EARLY_REST_SHARE * waited, expected - waited);
		this.rest(job, now + Math.max(this.limitPause(share * waited), early));
		const longest = this.limitPause(REST_SHARE * waited);
		this.pauseMs = Math.min(longest, Math.max(1, this.pauseMs) * PAUSE_GROWTH);
		this.nextPollAt = now + this.pauseMs;
	}

	/** A poll has found that the job has ended. */
	recordDone(job: Job, now: number): void {
		this.pauseMs /= PAUSE_SHRINKAGE;
		this.nextPollAt = now + this.pauseMs;
		if (job.isMeasured) {
			const duration = { pages: job.pages, ms: SURE_PART * (now - job.since) };
			this.learn(this.durations, duration);
			if (!this.hasFound) this.learn(this.earlier, duration);
		}
		this.hasFound = true;
	}

	private learn(durations: Duration[], duration: Duration): void {
		durations.push(duration);
		durations.splice(0, durations.length - this.limits.rememberedJobs);
	}

	/** The job is not polled until that time: its state could not be read. */
	pauseJob(job: Job, until: number): void {
		job.isMeasured = false;
		this.rest(job, until);
	}

	private rest(job: Job, until: number): void {
		job.isPolled = false;
		job.restsUntil = until;
	}

	private computeReadyAt(job: Job): number {
		if (job.restsUntil !== undefined) return job.restsUntil;
		const part = !this.hasFound && job === this.jobs[0] ? EARLY_PART : 1;
		return job.since + Math.max(this.limits.firstPollMs, part * this.predictMs(job.pages));
	}

	/** Time of the quickest known job of about as many pages; less for fewer pages. 0 if none is known. */
	private predictMs(pages: number): number {
		const times = this.durations.map(({ pages: known, ms }) => ({
			factor: Math.max(known / pages, pages / known),
			ms: ms * Math.min(1, pages / known),
		}));
		const nearest = Math.min(...times.map(({ factor }) => factor));
		const alike = times.filter(({ factor }) => factor <= ALIKE * nearest);
		return alike.length === 0 ? 0 : Math.min(...alike.map(({ ms }) => ms));
	}

	private limitPause(ms: number): number {
		return Math.round(Math.min(this.limits.pollMaxMs, Math.max(this.limits.pollMinMs, ms)));
	}
}

/** Numbers of pages that differ less count as equal. */
const ALIKE = 1.1;

/** The first of the jobs with the earliest time. */
function findFirst<Job>(jobs: readonly Job[], getTime: (job: Job) => number) {
	return jobs
		.map((job) => ({ job, at: getTime(job) }))
		.reduce((first, other) => (other.at < first.at ? other : first));
}
