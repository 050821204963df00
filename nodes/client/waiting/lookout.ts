import type { Limits } from '../limits';
import { Forecast } from './forecast';
import { PollBudget } from './pollBudget';

/** A job that is waited for; times are milliseconds since the epoch. */
export interface Expected {
	pages: number;
	since: number;
	/** When it is asked for a last time. */
	deadline: number;
	/** When it was last seen unfinished. */
	undoneAt?: number;
	/** Before which it is not asked for again. */
	restsUntil?: number;
	/** The last poll could not tell its state. */
	unreadable?: boolean;
	/** A poll is under way … */
	asked?: boolean;
	/** … out of turn. */
	probed?: boolean;
}

/** The job to ask for now, or when to look again. */
export type Look<Job> = { job: Job } | { job: undefined; at: number };

/** A probe that finds a job done widens the watch by this much, and by half; one in vain narrows it. */
const WIDER = 2;
const WIDER_SHARE = 0.5;
const NARROWER = 0.5;
/** Between two probes, of the pause between two polls of the job that was probed. */
const PROBE_PAUSE = 0.3;
/** Jobs behind the watched ones that may be probed: as many as so many times those watched, and two. */
const PROBED_SHARE = 2;

/**
 * Says which job to ask for, and when. Jobs are *ready* when the forecast says that they can be
 * done. Of these the *watched* ones, which should be done first, are asked for by turns, and those
 * behind them are not: while the oldest are not done, they are not either. How many have to be
 * watched, since jobs overtake each other, is learned by *probes* of the ones behind.
 */
export class Lookout<Job extends Expected> {
	/** In the order in which they should be done. */
	private jobs: Job[] = [];
	private inOrder = true;
	/** Jobs that have been asked for and were not seen to be done. */
	private askedJobs = 0;
	/** No deadline is earlier than this, in milliseconds since the epoch. */
	private firstDeadline = Infinity;
	private readonly forecast = new Forecast();
	private readonly budget: PollBudget;
	private width = 1;
	/** Finds since the last poll in vain: so many more are asked for before the first has answered. */
	private streak = 0;
	private nextProbe = 0;
	private heldUntil = 0;

	constructor(private readonly limits: Limits['waiting']) {
		this.budget = new PollBudget(limits);
	}

	get all(): readonly Job[] {
		return this.jobs;
	}

	add(job: Job): void {
		const last = this.jobs.at(-1);
		if (last && this.rank(job) < this.rank(last)) this.inOrder = false;
		this.jobs.push(job);
		this.firstDeadline = Math.min(this.firstDeadline, job.deadline);
	}

	delete(job: Job): void {
		this.jobs = this.jobs.filter((other) => other !== job);
		if (job.restsUntil !== undefined) this.askedJobs -= 1;
	}

	/** @param random a number in [0, 1) */
	look(now: number, random: number): Look<Job> {
		this.sort();
		const overdue = this.overdue(now);
		if (overdue) return this.turn(overdue);
		if (now < this.heldUntil) {
			return { job: undefined, at: Math.min(this.heldUntil, this.firstDeadline) };
		}
		const watched = Math.floor(this.width) + this.streak;
		const behind: Job[] = [];
		let ready = 0;
		let due: Job | undefined;
		let at = this.firstDeadline;
		let asked = this.askedJobs;
		for (const job of this.jobs) {
			const readyAt = this.readyAt(job);
			if (readyAt > now) {
				at = Math.min(at, readyAt);
				// Those that have not been asked for become ready in their order.
				if (asked === 0) break;
				continue;
			}
			if (job.restsUntil !== undefined) asked -= 1;
			// A job that cannot be read says nothing of the jobs behind it.
			if (job.unreadable !== true) ready += 1;
			if (ready > watched * (1 + PROBED_SHARE) + 2) break;
			if (job.asked === true) continue;
			if (!rested(job, now)) at = Math.min(at, job.restsUntil ?? now);
			else if (ready > watched) behind.push(job);
			else due ??= job;
		}
		if (due) return this.turn(due);
		const probe = behind[Math.floor(behind.length * random)];
		if (!probe) return { job: undefined, at };
		if (this.nextProbe > now) return { job: undefined, at: Math.min(at, this.nextProbe) };
		this.nextProbe = now + PROBE_PAUSE * this.pauseMs(probe, now, random);
		return this.turn(probe, true);
	}

	/** A poll has found the job as it was; it is waited for further. */
	undone(job: Job, now: number, random: number): void {
		job.undoneAt = now;
		job.unreadable = false;
		this.streak = 0;
		this.budget.count(false);
		this.rest(job, now + this.pauseMs(job, now, random));
		if (job.probed === true) this.width = Math.max(1, this.width - NARROWER);
	}

	/** A poll could not tell the state of the job, which is not asked for before that time. */
	failed(job: Job, restsUntil: number): void {
		job.unreadable = true;
		this.rest(job, restsUntil);
	}

	/** The service refuses every poll until that time: only a job at its deadline is asked for. */
	hold(job: Job, until: number): void {
		job.asked = false;
		this.heldUntil = until;
		this.firstDeadline = Math.min(this.firstDeadline, job.deadline);
	}

	/** A poll has found that the job has ended. */
	done(job: Job, now: number): void {
		this.delete(job);
		this.streak = Math.min(this.streak + 1, this.limits.pollsAtOnce - 1);
		this.budget.count(true);
		if (job.probed === true) this.width += WIDER + this.width * WIDER_SHARE;
		const undoneMs = job.undoneAt === undefined ? undefined : job.undoneAt - job.since;
		const { perPageMs } = this.forecast;
		this.forecast.learn({ pages: job.pages, undoneMs, doneMs: now - job.since });
		if (this.forecast.perPageMs !== perPageMs) this.inOrder = false;
	}

	private rest(job: Job, until: number): void {
		if (job.restsUntil === undefined) this.askedJobs += 1;
		job.asked = false;
		job.restsUntil = until;
		// While it was under way, the deadlines were those of the others.
		this.firstDeadline = Math.min(this.firstDeadline, job.deadline);
	}

	private sort(): void {
		if (this.inOrder) return;
		this.jobs.sort((a, b) => this.rank(a) - this.rank(b));
		this.inOrder = true;
	}

	/** When it should be done, beside other jobs. */
	private rank({ since, pages }: Job): number {
		return since + pages * this.forecast.perPageMs;
	}

	/** A job that is to be asked for a last time. */
	private overdue(now: number): Job | undefined {
		if (this.firstDeadline > now) return undefined;
		const open = this.jobs.filter(({ asked }) => asked !== true);
		this.firstDeadline = Math.min(...open.map(({ deadline }) => deadline));
		return open.find(({ deadline }) => deadline <= now);
	}

	/** Once it has been asked for, a job stays ready, whatever the forecast says later. */
	private readyAt({ pages, restsUntil, since }: Job): number {
		if (restsUntil !== undefined) return 0;
		return since + (this.forecast.expectedMs(pages) ?? this.limits.firstPollMs);
	}

	private turn(job: Job, probed = false): Look<Job> {
		job.asked = true;
		job.probed = probed;
		return { job };
	}

	private pauseMs({ since }: Job, now: number, random: number): number {
		return this.budget.pauseMs(now - since, Math.floor(this.width), random);
	}
}

function rested({ restsUntil = 0 }: Expected, now: number): boolean {
	return restsUntil <= now;
}
