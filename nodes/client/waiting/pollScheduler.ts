import type { Limits } from '../limits';
import { Forecast, type Duration } from './forecast';

/** A job that is waited for; times are milliseconds since the epoch. */
export interface Expected {
	pages: number;
	/** When the wait began. */
	since: number;
	/** When it is asked for a last time. */
	deadline: number;
	/** Whether it was submitted at `since`: only then its time tells how long the next job takes. */
	isNew?: boolean;
	/** When a poll before its expected time last found it unfinished … */
	earlyAt?: number;
	/** … and when a later poll did. */
	undoneAt?: number;
	/** Before which it is not asked for again. */
	restsUntil?: number;
	/** The poll under way. */
	poll?: 'early' | 'regular';
}

/** The job to ask for now, or when to look again. */
export type Look<Job> = { job: Job } | { job: undefined; at: number };

/** Rest of a job after a poll in vain, as a share of its wait: it is found so much too late at most. */
const REST_SHARE = 0.1;
/** The same for a job that is waited for alone, as long as it is not a tenth later than the forecast. */
const REST_SHARE_ALONE = 0.03;
/** Part of the forecast at which the first job of a run is asked for as well. */
const EARLY_PART = 0.45;
/** A poll in vain lengthens by this factor: the pause between two polls, and the wait from one early poll to the next. */
const PAUSE_GROWTH = 1.5;
/** Polls in vain that a found job makes up for. */
const VAIN_PER_FOUND = 2.5;

/**
 * Says which job to ask for, and when:
 *
 * 1. A job is ready when the forecast says that it can be done; half a second after its submission
 *    if nothing is known.
 * 2. Of the ready jobs, the scheduler asks for the one that became ready first.
 * 3. A job that is not done rests for 10 % of its wait, then it is ready again. A job that is waited for
 *    alone is asked for from 97 % of the forecast on, and rests for 3 % up to 110 % of it. A job whose state
 *    cannot be read rests for as long as its retries say.
 * 4. Between two polls there is a pause. A poll in vain makes it longer by half, up to 10 % of the wait. A
 *    found job makes it shorter by as much as 2.5 polls in vain have made it longer, so a large batch
 *    costs 3.5 polls a document at most.
 * 5. Until a run has found a job, it also asks for its first one at 45 % and at 68 % of that time: the
 *    service may have become faster.
 * 6. Every job is asked for a last time at its deadline.
 */
export class PollScheduler<Job extends Expected> {
	private jobs: Job[] = [];
	private hasFound = false;
	/** From one poll to the next. */
	private pauseMs: number;
	private nextPollAt = 0;
	private readonly forecast: Forecast;

	/**
	 * @param earlier durations that other runs have learned
	 * @param learned is told the duration of the first job that this run finds
	 */
	constructor(
		private readonly limits: Limits['waiting'],
		earlier: readonly Duration[] = [],
		private readonly learned: (duration: Duration) => void = () => {},
	) {
		this.forecast = new Forecast(limits.rememberedJobs, earlier);
		this.pauseMs = this.forecast.isKnown ? 0 : limits.pollMinMs;
	}

	get all(): readonly Job[] {
		return this.jobs;
	}

	add(job: Job): void {
		this.jobs.push(job);
	}

	delete(job: Job): void {
		this.jobs = this.jobs.filter((other) => other !== job);
	}

	look(now: number): Look<Job> {
		let deadline = Infinity;
		let nextAt = Infinity;
		let next: Job | undefined;
		for (const job of this.jobs) {
			if (job.poll) continue;
			if (job.deadline <= now) return this.startPoll(job, now);
			const readyAt = this.readyAt(job);
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
		const rest = this.shareOfWait(job, now, REST_SHARE);
		const restAlone = this.shareOfWait(job, now, REST_SHARE_ALONE);
		if (job.poll === 'early') {
			job.earlyAt = now;
			const nextEarlyAt = job.since + PAUSE_GROWTH * (now - job.since);
			this.rest(job, Math.min(this.expectedAt(job), nextEarlyAt));
		} else {
			job.undoneAt = now;
			this.rest(job, now + (this.isAsForecast(job, now) ? restAlone : rest));
		}
		this.pauseMs = Math.min(rest, Math.max(1, this.pauseMs) * PAUSE_GROWTH);
		this.nextPollAt = now + this.pauseMs;
	}

	/** A poll has found that the job has ended. */
	recordDone(job: Job, now: number): void {
		this.delete(job);
		this.pauseMs /= PAUSE_GROWTH ** VAIN_PER_FOUND;
		this.nextPollAt = now + this.pauseMs;
		if (job.isNew === true) {
			const duration = { pages: job.pages, atLeastMs: measureSureMs(job, now) };
			this.forecast.learn(duration);
			if (!this.hasFound) this.learned(duration);
		}
		this.hasFound = true;
	}

	/** The job is not asked for until that time: its state could not be read. */
	rest(job: Job, until: number): void {
		job.poll = undefined;
		job.restsUntil = until;
	}

	/** No job is asked for until that time: the service would refuse every poll. */
	hold(job: Job, until: number): void {
		job.poll = undefined;
		this.nextPollAt = until;
	}

	private startPoll(job: Job, now: number): Look<Job> {
		job.poll = now < this.expectedAt(job) ? 'early' : 'regular';
		return { job };
	}

	private readyAt(job: Job): number {
		if (job.restsUntil !== undefined) return job.restsUntil;
		const isFirst = !this.hasFound && job === this.jobs[0];
		const ms = (this.expectedAt(job) - job.since) * (isFirst ? EARLY_PART : 1);
		return job.since + Math.max(this.limits.firstPollMs, ms);
	}

	/** Whether the job is waited for alone, and may still take about as long as the forecast says. */
	private isAsForecast(job: Job, now: number): boolean {
		const latest = (1 + REST_SHARE) * this.forecast.earliestMs(job.pages);
		return this.jobs.length === 1 && now - job.since <= latest;
	}

	/** A job that is waited for alone is asked for a little before its forecast: a poll in vain there confirms it. */
	private expectedAt({ pages, since }: Job): number {
		const share = this.jobs.length === 1 ? 1 - REST_SHARE_ALONE : 1;
		return since + share * this.forecast.earliestMs(pages);
	}

	private shareOfWait({ since }: Job, now: number, share: number): number {
		const { pollMinMs, pollMaxMs } = this.limits;
		return Math.round(Math.min(pollMaxMs, Math.max(pollMinMs, share * (now - since))));
	}
}

/** The longest time for which a job that was found now was surely not done. */
function measureSureMs({ since, earlyAt, undoneAt, poll }: Expected, now: number): number {
	if (undoneAt !== undefined) return undoneAt - since;
	if (earlyAt !== undefined) return earlyAt - since;
	if (poll === 'early') return (now - since) / 2;
	// Found when it was first asked for, it may have been done for a while.
	return (now - since) * (1 - REST_SHARE_ALONE);
}
