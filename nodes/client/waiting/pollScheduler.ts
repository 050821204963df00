import type { Limits } from '../limits';
import { Forecast, type Duration } from './forecast';

/** An awaited job; times are milliseconds since the epoch. */
export interface ExpectedJob {
	pages: number;
	/** When the wait began. */
	since: number;
	/** Time of its last poll. */
	deadline: number;
	/** Whether it was submitted at `since`. Only then the forecast learns from its duration. */
	isNew?: boolean;
	/** When a poll before its expected time last found it unfinished … */
	earlyAt?: number;
	/** … and when a later poll did. */
	undoneAt?: number;
	/** It is not polled before this time. */
	restsUntil?: number;
	/** The poll in flight. */
	poll?: 'early' | 'regular';
}

/** The job to poll now, or when to look again. */
export type PollChoice<Job> = { job: Job } | { job: undefined; at: number };

/** Rest of a job after an unsuccessful poll, as a share of its wait: the largest possible delay. */
const REST_SHARE = 0.1;
/** The same for a job that is awaited alone, until it is a tenth later than the forecast. */
const REST_SHARE_ALONE = 0.03;
/** Part of the forecast after which a job is first polled early. */
const EARLY_PART = 0.45;
/**
 * Factor by which an unsuccessful poll lengthens the pause between polls, and the wait until the next early
 * poll.
 */
const PAUSE_GROWTH = 1.5;
/** Unsuccessful polls that one successful poll makes up for. */
const UNSUCCESSFUL_POLLS_PER_FOUND = 2.5;

/**
 * Says which job to poll, and when:
 *
 * 1. A job is ready when the forecast says that it can be done; half a second after its submission
 *    if nothing is known.
 * 2. The scheduler polls the job that became ready first.
 * 3. A job that is not done rests for 10 % of its wait, then it is ready again. A job that is awaited alone
 *    is polled from 97 % of the forecast on, and rests for 3 % until 110 % of it. A job whose state cannot
 *    be read rests until its next retry.
 * 4. Between two polls there is a pause. An unsuccessful poll lengthens it by half, up to 10 % of the wait.
 *    A found job shortens it by as much as 2.5 unsuccessful polls lengthen it. A large batch therefore
 *    needs at most 3.5 polls per document.
 * 5. The first job of a run, and each job that is awaited alone, is also polled at 45 % and at 68 % of the
 *    forecast: the service may have become faster.
 * 6. Every job is polled a last time at its deadline.
 */
export class PollScheduler<Job extends ExpectedJob> {
	private jobs: Job[] = [];
	private hasFound = false;
	/** From one poll to the next. */
	private pauseMs: number;
	private nextPollAt = 0;
	private readonly forecast: Forecast;

	/**
	 * @param earlier durations that other runs have learned
	 * @param onLearned is told the duration of the first job that this run finds
	 */
	constructor(
		private readonly limits: Limits['waiting'],
		earlier: readonly Duration[] = [],
		private readonly onLearned: (duration: Duration) => void = () => {},
	) {
		this.forecast = new Forecast(limits.rememberedJobs, earlier);
		this.pauseMs = this.forecast.isKnown ? 0 : limits.pollMinMs;
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
			if (job.poll) continue;
			if (job.deadline <= now) return this.startPoll(job, now);
			const readyAt = this.computeReadyAt(job);
			deadline = Math.min(deadline, job.deadline);
			if (readyAt >= nextAt) continue;
			next = job;
			nextAt = readyAt;
		}
		const at = Math.max(nextAt, this.nextPollAt);
		return next && at <= now
			? this.startPoll(next, now)
			: { job: undefined, at: Math.min(at, deadline) };
	}

	/** A poll has found the job unfinished. */
	recordUndone(job: Job, now: number): void {
		const rest = this.computeShareOfWait(job, now, REST_SHARE);
		const restAlone = this.computeShareOfWait(job, now, REST_SHARE_ALONE);
		if (job.poll === 'early') {
			job.earlyAt = now;
			const nextEarlyAt = job.since + PAUSE_GROWTH * (now - job.since);
			this.pauseJob(job, Math.min(this.computeExpectedAt(job), nextEarlyAt));
		} else {
			job.undoneAt = now;
			this.pauseJob(job, now + (this.mayMatchForecast(job, now) ? restAlone : rest));
		}
		this.pauseMs = Math.min(rest, Math.max(1, this.pauseMs) * PAUSE_GROWTH);
		this.nextPollAt = now + this.pauseMs;
	}

	/** A poll has found that the job has ended. */
	recordDone(job: Job, now: number): void {
		this.delete(job);
		this.pauseMs /= PAUSE_GROWTH ** UNSUCCESSFUL_POLLS_PER_FOUND;
		this.nextPollAt = now + this.pauseMs;
		const atLeastMs = measureSureMs(job, now);
		if (job.isNew === true && atLeastMs !== undefined) {
			const duration = { pages: job.pages, atLeastMs };
			this.forecast.learn(duration);
			if (!this.hasFound) this.onLearned(duration);
		}
		this.hasFound = true;
	}

	/** The job is not polled until that time: its state could not be read. */
	pauseJob(job: Job, until: number): void {
		job.poll = undefined;
		job.restsUntil = until;
	}

	/** No job is polled until that time: the service would refuse every poll. */
	hold(job: Job, until: number): void {
		this.pauseJob(job, this.computeReadyAt(job));
		this.nextPollAt = until;
	}

	private startPoll(job: Job, now: number): PollChoice<Job> {
		job.poll = now < this.computeExpectedAt(job) ? 'early' : 'regular';
		return { job };
	}

	private computeReadyAt(job: Job): number {
		if (job.restsUntil !== undefined) return job.restsUntil;
		const isFirst = !this.hasFound && job === this.jobs[0];
		const isEarly = isFirst || this.jobs.length === 1;
		const ms = (this.computeExpectedAt(job) - job.since) * (isEarly ? EARLY_PART : 1);
		return job.since + Math.max(this.limits.firstPollMs, ms);
	}

	/** Whether the job is awaited alone, and may still end about when the forecast says. */
	private mayMatchForecast(job: Job, now: number): boolean {
		const latest = (1 + REST_SHARE) * this.forecast.predictMs(job.pages);
		return this.jobs.length === 1 && now - job.since <= latest;
	}

	/** A job that is awaited alone is polled slightly before its forecast, to confirm the forecast. */
	private computeExpectedAt({ pages, since }: Job): number {
		const share = this.jobs.length === 1 ? 1 - REST_SHARE_ALONE : 1;
		return since + share * this.forecast.predictMs(pages);
	}

	private computeShareOfWait({ since }: Job, now: number, share: number): number {
		const { pollMinMs, pollMaxMs } = this.limits;
		return Math.round(Math.min(pollMaxMs, Math.max(pollMinMs, share * (now - since))));
	}
}

/** Longest time for which a job found now was certainly not done; undefined if unknown. */
function measureSureMs(job: ExpectedJob, now: number): number | undefined {
	const { since, earlyAt, poll, restsUntil, undoneAt } = job;
	if (undoneAt !== undefined) return undoneAt - since;
	if (earlyAt !== undefined) return earlyAt - since;
	// Its state could not be read before, so it may have been done for a long time.
	if (restsUntil !== undefined) return undefined;
	if (poll === 'early') return (now - since) / 2;
	// If its first poll finds it, it may have been done for a while.
	return (now - since) * (1 - REST_SHARE_ALONE);
}
