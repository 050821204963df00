import { createStopError, TagPdfError } from '../errors';
import type { Tries } from '../retry';
import type { Runtime } from '../runtime';
import { readJobState, type Job, type Service } from '../service';
import { recallDurations, rememberDuration } from './forecast';
import { PollScheduler, type ExpectedJob } from './pollScheduler';

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
 * `pollScheduler.ts`. All waits share one listener for Stop.
 */
export class Watcher {
	private readonly scheduler: PollScheduler<AwaitedJob>;
	/** Polls in flight, with and without slow ones. */
	private openPolls = 0;
	private countedPolls = 0;
	private isWatching = false;
	private wake = () => {};

	/** @param signal ends all waits */
	constructor(
		private readonly runtime: Runtime,
		private readonly service: Service,
		private readonly signal: AbortSignal | undefined,
	) {
		const { limits, rateGateKey: key } = runtime;
		const bounds = limits.waiting;
		const earlier = recallDurations(key, runtime.now(), bounds);
		this.scheduler = new PollScheduler(bounds, earlier, (duration) =>
			rememberDuration(key, duration, runtime.now(), bounds),
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
		const expected = { pages: countPages(known), since, isNew: submittedAt !== undefined };
		return await new Promise((resolve, reject) => {
			this.scheduler.add({ ...options, ...expected, job: known, resolve, reject });
			this.wake();
			if (!this.isWatching) void this.watch();
		});
	}

	private async watch(): Promise<void> {
		this.isWatching = true;
		const wake = () => this.wake();
		this.signal?.addEventListener('abort', wake);
		this.rejectStopped();
		while (this.scheduler.allJobs.length > 0) {
			await this.pause(this.pollReadyJobs());
			this.rejectStopped();
		}
		this.signal?.removeEventListener('abort', wake);
		this.isWatching = false;
	}

	/** @returns when to look again, in milliseconds since the epoch */
	private pollReadyJobs(): number {
		const { pollsAtOnce, mostPolls } = this.runtime.limits.waiting;
		while (this.countedPolls < pollsAtOnce && this.openPolls < mostPolls) {
			const look = this.scheduler.choosePoll(this.runtime.now());
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
		const endCount = this.countPoll();
		try {
			await this.poll(awaited);
		} catch (error) {
			this.scheduler.delete(awaited);
			awaited.reject(error);
		}
		endCount();
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
			if (tried.state === 'held') this.scheduler.hold(awaited, until);
			else this.scheduler.pauseJob(awaited, until);
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
			this.scheduler.recordDone(awaited, now);
			if (job.status === 'failed') throw createJobFailedError(job);
			resolve(job);
			return;
		}
		if (now >= deadline) throw createWaitTimeoutError(job, now - since);
		this.scheduler.recordUndone(awaited, now);
	}

	/** Includes a poll in the count until its answer arrives, or until the poll is slow. */
	private countPoll(): () => void {
		const over = new AbortController();
		this.openPolls += 1;
		this.countedPolls += 1;
		let counts = true;
		const release = () => {
			if (counts) this.countedPolls -= 1;
			counts = false;
			this.wake();
		};
		void this.runtime.sleep(this.runtime.limits.waiting.slowPollMs, over.signal).then(release);
		return () => {
			this.openPolls -= 1;
			over.abort();
			release();
		};
	}

	/** Ends the waits without a poll in flight: a poll ends by itself, with its own facts. */
	private rejectStopped(): void {
		if (this.signal?.aborted !== true) return;
		for (const awaited of this.scheduler.allJobs.filter(({ poll }) => !poll)) {
			this.scheduler.delete(awaited);
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
