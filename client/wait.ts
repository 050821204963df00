import { ofJob, TagPdfError, throwIfStopped } from './errors';
import { waitUnlessAborted } from './http';
import type { Limits } from './limits';
import { chooseMissingTries, isDayOld } from './missing';
import type { Runtime } from './runtime';
import { hasEnded, type Job, readJobState, type Service, toJobFacts } from './service';

/** `startPoll` starts the poll that the plan has chosen. */
type AwaitedJob = ExpectedJob & { startPoll: () => void };

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
		this.plan = new PollPlan(runtime.limits.waiting);
	}

	/**
	 * Waits until a job is completed (interface 3), starting from its known state.
	 *
	 * @param onState called with every state
	 * @throws TagPdfError `JOB_FAILED`, `WAIT_TIMEOUT`, or what a poll throws; each names the job
	 */
	async awaitCompletion(
		known: Job,
		{ since, deadline }: Pick<ExpectedJob, 'since' | 'deadline'>,
		onState?: (job: Job) => void,
	): Promise<Job> {
		const awaited: AwaitedJob = { since, deadline, startPoll: () => {} };
		this.plan.jobs.add(awaited);
		try {
			for (let job = known; ; job = await this.poll(known, awaited)) {
				onState?.(job);
				if (job.status === 'completed') return job;
				if (job.status === 'failed') throw new TagPdfError('JOB_FAILED', toJobFacts(job));
				const waitedMs = this.runtime.now() - since;
				if (since + waitedMs < deadline) continue;
				const isStuck = isDayOld(known.created_at, this.service.lastDate);
				const facts = { ...ofJob(job.id), jobStatus: readJobState(job), waitedMs, isStuck };
				throw new TagPdfError('WAIT_TIMEOUT', facts);
			}
		} finally {
			this.plan.jobs.delete(awaited);
			this.startPolls();
		}
	}

	/** Asks for the state of a job. If it cannot be read, the job rests before the next try, and others are polled. */
	private async poll({ created_at, id: jobId }: Job, awaited: AwaitedJob): Promise<Job> {
		const { runtime, service, signal } = this;
		const { deadline } = awaited;
		const job = ofJob(jobId);
		const { retry } = runtime.limits;
		const missingTries = chooseMissingTries(retry, created_at, service.lastDate, false);
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
		// The last poll is recorded as unsuccessful only here. From now on the plan may choose the job again, so this call
		// must wait for its turn: a chosen job for which no call waits would never be polled.
		if (awaited.isPolled === true) this.plan.recordUnfinished(awaited, runtime.now());
		await waitForTurn();
		const options = { signal, deadline, retryUntil: deadline, missingTries, job, pause };
		const polled = await service.getJob(jobId, options);
		if (hasEnded(polled)) this.plan.recordDone(runtime.now());
		return polled;
	}

	/** Starts the polls that are due, and looks at the plan again when the next one is due. */
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

/** An awaited job; times are milliseconds since the epoch. */
export interface ExpectedJob {
	/** When the wait began. */
	since: number;
	/** Time of its last poll. */
	deadline: number;
	/** It is not polled before this time. */
	restsUntil?: number;
	isPolled?: boolean;
}

/** Rest of a job after an unsuccessful poll, as a share of its wait so far. */
const REST_SHARE = 0.1;
/** Factor by which an unsuccessful poll lengthens the pause between polls. */
const PAUSE_GROWTH = 1.5;
/** Factor by which a successful poll shortens the pause: by less than two unsuccessful polls lengthen it. */
const PAUSE_SHRINKAGE = 1.9;

/**
 * Says which job to poll, and when:
 *
 * 1. A job is first polled half a second after its wait began. If it is not done, it rests for 10 % of its wait.
 * 2. The plan chooses in turn the job that has waited longest and the one that became ready first. So an early job is
 *    not kept waiting by later ones, and a quick job need not wait until all slow ones before it are done.
 * 3. Between two polls there is a pause. A poll that finds its job unfinished lengthens the pause by half, up to 10 %
 *    of the job's wait. A poll that finds its job done nearly halves it. So a large batch needs few polls per document:
 *    at most 3.75 in the batches that the tests simulate.
 * 4. Every job is polled a last time at its deadline.
 */
export class PollPlan<Job extends ExpectedJob> {
	readonly jobs = new Set<Job>();
	/** Pause between two polls, whichever jobs they are for. */
	private pauseMs: number;
	private nextPollAt = 0;
	private polls = 0;

	constructor(private readonly limits: Limits['waiting']) {
		this.pauseMs = limits.pollMinMs;
	}

	/**
	 * @returns the job to poll now; if there is none, `at` is the time to look again (Infinity: when something changes)
	 */
	choosePoll(now: number) {
		const waiting = [...this.jobs].filter(({ isPolled }) => isPolled !== true);
		const isFull = this.jobs.size - waiting.length >= this.limits.pollsAtOnce;
		if (isFull || waiting.length === 0) return { at: Infinity };
		const { firstPollMs } = this.limits;
		const getReadyAt = ({ since, restsUntil = since + firstPollMs }: Job) => restsUntil;
		const ready = findFirst(waiting, getReadyAt);
		const last = findFirst(waiting, ({ deadline }) => deadline);
		const at = Math.min(last.at, Math.max(ready.at, this.nextPollAt));
		if (at > now) return { at };
		this.polls += 1;
		const isReady = (job: Job) => getReadyAt(job) <= now;
		const oldest = findFirst(waiting, (job) => (isReady(job) ? job.since : Infinity));
		const next = this.polls % 2 === 0 ? ready : oldest;
		const { job } = last.at <= now ? last : next;
		job.isPolled = true;
		return { job, at };
	}

	/** A poll has found the job unfinished. */
	recordUnfinished(job: Job, now: number): void {
		const { pollMinMs, pollMaxMs } = this.limits;
		const restMs = Math.min(pollMaxMs, Math.max(pollMinMs, REST_SHARE * (now - job.since)));
		this.pauseJob(job, now + restMs);
		this.pauseMs = Math.min(restMs, Math.max(1, this.pauseMs) * PAUSE_GROWTH);
		this.nextPollAt = now + this.pauseMs;
	}

	/** A poll has found that its job has ended. */
	recordDone(now: number): void {
		this.pauseMs /= PAUSE_SHRINKAGE;
		this.nextPollAt = now + this.pauseMs;
	}

	/** The job is not polled until that time. */
	pauseJob(job: Job, until: number): void {
		job.isPolled = false;
		job.restsUntil = until;
	}
}

/** The first of the jobs with the earliest time. */
function findFirst<Job>(jobs: readonly Job[], getTime: (job: Job) => number) {
	return jobs
		.map((job) => ({ job, at: getTime(job) }))
		.reduce((first, other) => (other.at < first.at ? other : first));
}
