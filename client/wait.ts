import { createStopError, TagPdfError } from './errors';
import { type Limits, setNewest } from './limits';
import type { Tries } from './retry';
import type { Runtime } from './runtime';
import { type Job, readJobState, type Service } from './service';

interface WaitOptions {
	/** Milliseconds since the epoch; until then transient failures of polls are retried. */
	deadline: number;
	/** When the wait began (epoch ms); now if left out. */
	since?: number;
	/** Called with every state that a poll returns. */
	onState?: (job: Job) => void;
}

/** An awaited job, in its state as last seen. */
interface AwaitedJob extends ExpectedJob, Omit<WaitOptions, keyof ExpectedJob> {
	job: Job;
	/** Tries since the last poll that returned its state. */
	tries?: Tries<Job>;
	resolve: (job: Job) => void;
	reject: (error: unknown) => void;
}

/**
 * Waits for all jobs of a run at one service. One loop polls them, few at a time, in the order of
 * {@link PollPlan}. All waits share one listener for Stop.
 */
export class Watcher {
	private readonly plan: PollPlan<AwaitedJob>;
	private openPolls = 0;
	private isWatching = false;
	private wake = () => {};

	/** @param signal ends all waits */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly signal: AbortSignal | undefined,
	) {
		const { limits, rateGateKey: key } = runtime;
		this.plan = new PollPlan(limits.waiting, recallDurations(key), (duration) =>
			rememberDuration(key, duration, limits.waiting),
		);
	}

	/**
	 * Waits until a job is completed (interface 3), starting from its known state.
	 *
	 * @throws TagPdfError `JOB_FAILED`, `WAIT_TIMEOUT`, or what a poll throws; each names the job
	 */
	async awaitCompletion(known: Job, options: WaitOptions): Promise<Job> {
		options.onState?.(known);
		if (known.status === 'completed') return known;
		if (known.status === 'failed') throw createJobFailedError(known);
		const now = this.runtime.now();
		const submittedAt = this.service.getSubmissionTime(known.id);
		const since = submittedAt ?? options.since ?? now;
		if (now >= options.deadline) throw createWaitTimeoutError(known, now - since);
		const expected = { pages: countPages(known), since, isMeasured: submittedAt !== undefined };
		return await new Promise((resolve, reject) => {
			this.plan.add({ ...options, ...expected, job: known, resolve, reject });
			this.wake();
			if (!this.isWatching) void this.watch();
		});
	}

	private async watch(): Promise<void> {
		this.isWatching = true;
		const wake = () => this.wake();
		this.signal?.addEventListener('abort', wake);
		this.rejectStopped();
		while (this.plan.allJobs.length > 0) {
			await this.pause(this.pollReadyJobs());
			this.rejectStopped();
		}
		this.signal?.removeEventListener('abort', wake);
		this.isWatching = false;
	}

	/** @returns when to look again, in milliseconds since the epoch */
	private pollReadyJobs(): number {
		while (this.openPolls < this.runtime.limits.waiting.pollsAtOnce) {
			const look = this.plan.choosePoll(this.runtime.now());
			if (!look.job) return look.at;
			void this.askForState(look.job);
		}
		return Infinity;
	}

	/** Waits until a time, or until something changes. */
	private async pause(until: number): Promise<void> {
		const over = new AbortController();
		const woken = new Promise<void>((resolve) => {
			this.wake = resolve;
		});
		const ms = Math.max(0, until - this.runtime.now());
		const sleep = until === Infinity ? woken : this.runtime.sleep(ms, over.signal);
		await Promise.race([woken, sleep]);
		over.abort();
	}

	private async askForState(awaited: AwaitedJob): Promise<void> {
		this.openPolls += 1;
		try {
			await this.poll(awaited);
		} catch (error) {
			this.plan.delete(awaited);
			awaited.reject(error);
		}
		this.openPolls -= 1;
		this.wake();
	}

	/** Makes one try. A job whose state cannot be read rests, and the others continue. */
	private async poll(awaited: AwaitedJob): Promise<void> {
		const { deadline, job } = awaited;
		const paid = { jobId: job.id, jobExists: true };
		const callOptions = { signal: this.signal, deadline, retryUntil: deadline };
		awaited.tries ??= this.service.createJobTries(job.id, { job: paid, ...callOptions });
		const tried = await awaited.tries.tryOnce();
		if (tried.state !== 'done') {
			const until = this.runtime.now() + tried.pauseMs;
			if (tried.state === 'held') this.plan.hold(awaited, until);
			else this.plan.pauseJob(awaited, until);
			return;
		}
		awaited.job = tried.value;
		awaited.tries = undefined;
		this.handleState(awaited);
	}

	private handleState(awaited: AwaitedJob): void {
		const { deadline, job, onState, resolve, since } = awaited;
		const now = this.runtime.now();
		onState?.(job);
		if (job.status === 'completed' || job.status === 'failed') {
			this.plan.recordDone(awaited, now);
			if (job.status === 'failed') throw createJobFailedError(job);
			resolve(job);
			return;
		}
		if (now >= deadline) throw createWaitTimeoutError(job, now - since);
		this.plan.recordUnfinished(awaited, now);
	}

	/** Ends the waits without a poll in flight: a poll ends by itself, with its own facts. */
	private rejectStopped(): void {
		if (this.signal?.aborted !== true) return;
		for (const awaited of this.plan.allJobs.filter(({ isPolled }) => isPolled !== true)) {
			this.plan.delete(awaited);
			awaited.reject(createStopError(this.signal, { jobId: awaited.job.id, jobExists: true }));
		}
	}
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
	/** When a poll last found it unfinished. */
	unfinishedAt?: number;
	/** It is not polled before this time. */
	restsUntil?: number;
	isPolled?: boolean;
}

/** How long a job took, as far as polls can tell. */
export interface Duration {
	pages: number;
	/** In milliseconds; rather too short than too long. */
	ms: number;
}

/** The job to poll now, or when to look again. */
export type PollChoice<Job> = { job: Job } | { job: undefined; at: number };

/** Rest of a job after an unsuccessful poll, as a share of its wait: the largest possible delay. */
const REST_SHARE = 0.1;
/** The same until its wait is a fifth longer than expected. */
const EXPECTED_REST_SHARE = 0.04;
const EXPECTED_PART = 1.2;
/** Part of the expected time after which the first job of a run is polled: the service may be faster now. */
const EARLY_PART = 0.5;
/** Factor from one poll before the expected time to the next. */
const EARLY_GROWTH = 1.5;
/** A job that its first poll finds may have been done before; it counts as this part of its wait. */
const SURE_PART = 0.8;
/** Factor by which an unsuccessful poll lengthens the pause between polls. */
const PAUSE_GROWTH = 1.5;
/** Unsuccessful polls that one successful poll makes up for; so a batch needs less than 3.5 polls per document. */
const UNSUCCESSFUL_POLLS_PER_FOUND = 1.8;

/**
 * Says which job to poll, and when:
 *
 * 1. A job is ready after the time that the quickest of the last ten jobs of about as many pages took; half a
 *    second after its submission if nothing is known. The first job of a run is also polled at a half and at
 *    three quarters of that time.
 * 2. The job that became ready first is polled first.
 * 3. A job that is not done rests for 10 % of its wait; for 4 % about the expected time.
 * 4. Between two polls there is a pause. An unsuccessful poll lengthens it by half, up to 10 % of the wait. A
 *    found job shortens it by as much as about two unsuccessful polls lengthen it.
 * 5. Every job is polled a last time at its deadline.
 */
export class PollPlan<Job extends ExpectedJob> {
	private jobs: Job[] = [];
	private hasFound = false;
	/** From one poll to the next. */
	private pauseMs: number;
	private nextPollAt = 0;

	/**
	 * @param durations of earlier jobs, the oldest first
	 * @param onLearned is told the duration of the first job that this run finds
	 */
	constructor(
		private readonly limits: Limits['waiting'],
		private durations: readonly Duration[] = [],
		private readonly onLearned: (duration: Duration) => void = () => {},
	) {
		this.pauseMs = durations.length > 0 ? 0 : limits.pollMinMs;
	}

	get allJobs(): readonly Job[] {
		return this.jobs;
	}

	add(job: Job): void {
		this.jobs.push(job);
	}

	delete(job: Job): void {
		this.jobs = this.jobs.filter((other) => other !== job);
	}

	choosePoll(now: number): PollChoice<Job> {
		let deadline = Infinity;
		let nextAt = Infinity;
		let next: Job | undefined;
		for (const job of this.jobs) {
			if (job.isPolled === true) continue;
			if (job.deadline <= now) return startPoll(job);
			deadline = Math.min(deadline, job.deadline);
			const readyAt = this.computeReadyAt(job);
			if (readyAt >= nextAt) continue;
			next = job;
			nextAt = readyAt;
		}
		const at = Math.max(nextAt, this.nextPollAt);
		return next && at <= now ? startPoll(next) : { job: undefined, at: Math.min(at, deadline) };
	}

	/** A poll has found the job unfinished. */
	recordUnfinished(job: Job, now: number): void {
		const waited = now - job.since;
		const expected = this.predictMs(job.pages);
		const share = waited <= EXPECTED_PART * expected ? EXPECTED_REST_SHARE : REST_SHARE;
		job.unfinishedAt = now;
		const early = job.since + Math.min(expected, EARLY_GROWTH * waited);
		this.rest(job, Math.max(now + this.limitPause(share * waited), early));
		const longest = this.limitPause(REST_SHARE * waited);
		this.pauseMs = Math.min(longest, Math.max(1, this.pauseMs) * PAUSE_GROWTH);
		this.nextPollAt = now + this.pauseMs;
	}

	/** A poll has found that the job has ended. */
	recordDone(job: Job, now: number): void {
		this.delete(job);
		this.pauseMs /= PAUSE_GROWTH ** UNSUCCESSFUL_POLLS_PER_FOUND;
		this.nextPollAt = now + this.pauseMs;
		if (job.isMeasured) {
			const { pages, since, unfinishedAt = since } = job;
			const duration = { pages, ms: Math.max(unfinishedAt - since, SURE_PART * (now - since)) };
			this.durations = [...this.durations, duration].slice(-this.limits.rememberedJobs);
			if (!this.hasFound) this.onLearned(duration);
		}
		this.hasFound = true;
	}

	/** The job is not polled until that time: its state could not be read. */
	pauseJob(job: Job, until: number): void {
		job.isMeasured = false;
		this.rest(job, until);
	}

	/** No job is polled until that time: the service would refuse every poll. */
	hold(job: Job, until: number): void {
		this.pauseJob(job, this.computeReadyAt(job));
		this.nextPollAt = until;
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

function startPoll<Job extends ExpectedJob>(job: Job): PollChoice<Job> {
	job.isPolled = true;
	return { job };
}

type Bounds = Pick<Limits['waiting'], 'rememberedJobs' | 'rememberedKeys'>;

/** By the hash of API key and address, the latest used last. */
const durationsByKey = new Map<string, readonly Duration[]>();

/** Durations of jobs that earlier runs of this process have learned. */
export function recallDurations(key: string): readonly Duration[] {
	return durationsByKey.get(key) ?? [];
}

export function rememberDuration(key: string, duration: Duration, bounds: Bounds): void {
	const durations = [...recallDurations(key), duration].slice(-bounds.rememberedJobs);
	setNewest(durationsByKey, key, durations, bounds.rememberedKeys);
}
