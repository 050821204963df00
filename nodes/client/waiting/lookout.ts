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
	/** A poll is under way … */
	asked?: boolean;
	/** … out of turn. */
	probed?: boolean;
}

/** The job to ask for now, or when to look again. */
export type Look<Job> = { job: Job } | { job: undefined; at: number };

/** A probe that finds a job done widens the watch by this much, and a quarter; one in vain narrows it. */
const WIDER = 1;
const WIDER_SHARE = 0.25;
const NARROWER = 0.3;
/** Jobs behind the watched ones that may be probed: as many as so many times those watched, and two. */
const PROBED_SHARE = 2;

/**
 * Says which job to ask for, and when. Jobs are *ready* when the forecast says that they can be
 * done. Of these the *watched* ones, which should be done first, are asked for by turns, and those
 * behind them are not: while the oldest are not done, they are not either. How many have to be
 * watched, since jobs overtake each other, is learned by *probes* of the ones behind.
 */
export class Lookout<Job extends Expected> {
	private readonly jobs = new Set<Job>();
	private readonly forecast = new Forecast();
	private readonly budget: PollBudget;
	private width = 1;
	private nextProbe = 0;

	constructor(private readonly limits: Limits['waiting']) {
		this.budget = new PollBudget(limits);
	}

	get all(): readonly Job[] {
		return [...this.jobs];
	}

	add(job: Job): void {
		this.jobs.add(job);
	}

	delete(job: Job): void {
		this.jobs.delete(job);
	}

	/** @param random a number in [0, 1) */
	look(now: number, random: number): Look<Job> {
		const idle = [...this.jobs].filter(({ asked }) => asked !== true);
		const last = idle.find(({ deadline }) => deadline <= now);
		if (last) return this.turn(last);

		const ready = this.ready(now);
		const watched = ready.slice(0, this.watched);
		const due = watched.find((job) => rested(job, now));
		if (due) return this.turn(due);

		const near = ready.slice(this.watched, this.watched * (1 + PROBED_SHARE) + 2);
		const behind = near.filter((job) => rested(job, now));
		const probe = behind[Math.floor(behind.length * random)];
		if (probe && this.nextProbe <= now) return this.probe(probe, now, random);

		const times = [
			...idle.map(({ deadline }) => deadline),
			...idle.map((job) => this.readyAt(job)),
			...[...watched, ...near].map(({ restsUntil = 0 }) => restsUntil),
			probe ? this.nextProbe : 0,
		];
		const coming = times.filter((at) => at > now);
		return { job: undefined, at: coming.reduce((a, b) => Math.min(a, b), Infinity) };
	}

	/** A poll has found the job as it was; it is waited for further. */
	undone(job: Job, now: number, random: number): void {
		job.asked = false;
		job.undoneAt = now;
		this.budget.count(false);
		job.restsUntil = now + this.pauseMs(job, now, random);
		if (job.probed === true) this.width = Math.max(1, this.width - NARROWER);
	}

	/** A poll has found that the job has ended. */
	done(job: Job, now: number): void {
		this.jobs.delete(job);
		this.budget.count(true);
		if (job.probed === true) this.width += WIDER + this.width * WIDER_SHARE;
		const undoneMs = job.undoneAt === undefined ? undefined : job.undoneAt - job.since;
		this.forecast.learn({ pages: job.pages, undoneMs, doneMs: now - job.since });
	}

	private get watched(): number {
		return Math.floor(this.width);
	}

	/** Those that can be done, in the order in which they should be. */
	private ready(now: number): Job[] {
		const { perPageMs } = this.forecast;
		const rank = ({ since, pages }: Job) => since + pages * perPageMs;
		return [...this.jobs]
			.filter((job) => this.readyAt(job) <= now)
			.sort((a, b) => rank(a) - rank(b));
	}

	/** Once ready, a job stays it, whatever the forecast says later. */
	private readyAt({ pages, restsUntil, since }: Job): number {
		if (restsUntil !== undefined) return 0;
		return since + (this.forecast.expectedMs(pages) ?? this.limits.firstPollMs);
	}

	private turn(job: Job, probed = false): Look<Job> {
		job.asked = true;
		job.probed = probed;
		return { job };
	}

	private probe(job: Job, now: number, random: number): Look<Job> {
		this.nextProbe = now + this.pauseMs(job, now, random);
		return this.turn(job, true);
	}

	private pauseMs({ since }: Job, now: number, random: number): number {
		return this.budget.pauseMs(now - since, this.watched, random);
	}
}

function rested({ asked, restsUntil = 0 }: Expected, now: number): boolean {
	return asked !== true && restsUntil <= now;
}
