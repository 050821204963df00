import type { DocumentPlan, ServicePlan } from '../plan';
import type { Clock } from './clock';
import type { ServiceTimes } from './times';

/** A job, with data that only the model knows. */
export interface Job {
	/** Unique in its account only. */
	id: string;
	account: number;
	key: string;
	content: number;
	options: string;
	pages: number;
	filename: string;
	fate: DocumentPlan['fate'];
	/** True time of submission and of the end. */
	createdAt: number;
	endsAt: number;
	/** The call of the node that is charged. */
	createdBy: string;
	credits: number;
	/** The first answer, for a service that repeats it. */
	firstAnswer?: ShownJob;
	/** True time at which the service last said that the job, or its result, does not exist. */
	deniedAt?: number;
}

/** A job as the service shows it. */
export interface ShownJob {
	id: string;
	status: 'processing' | 'completed' | 'failed';
	filename: string;
	credits_used: number;
	options: object;
	created_at: string;
}

/** How long a result exists if it expires in the life. */
const RESULT_LASTS_MS = 3_000_000;

/** The jobs of all accounts, and what becomes of them in the course of time. */
export class Jobs {
	readonly all: Job[] = [];
	private readonly byId = new Map<string, Job>();

	constructor(
		private readonly plan: ServicePlan,
		private readonly clock: Clock,
		private readonly times: ServiceTimes,
	) {}

	find(account: number, id: string): Job | undefined {
		return this.byId.get(`${account} ${id}`);
	}

	/** Creates a job. Its fate is that of its document, unless the document has had enough such jobs. */
	create(
		{ fate, fatedJobs, jobMs, pages }: DocumentPlan,
		own: Pick<Job, 'account' | 'content' | 'createdBy' | 'filename' | 'key' | 'options'>,
	): Job {
		const ofAccount = this.all.filter(({ account }) => account === own.account);
		const before = ofAccount.filter(({ content }) => content === own.content).length;
		const fateOfJob = before < fatedJobs ? fate : 'completes';
		const { time } = this.clock;
		const job: Job = {
			...own,
			id: `job-${ofAccount.length + 1}`,
			pages,
			fate: fateOfJob,
			createdAt: time,
			endsAt: fateOfJob === 'failsAtOnce' ? time : time + jobMs,
			credits: pages,
		};
		this.all.push(job);
		this.byId.set(`${own.account} ${job.id}`, job);
		return job;
	}

	/** What has become of a job. */
	stateOf({ endsAt, fate }: Job): 'processing' | 'completed' | 'failed' | 'deleted' {
		if (fate === 'neverEnds' || this.clock.time < endsAt) return 'processing';
		if (fate === 'fails' || fate === 'failsAtOnce') return 'failed';
		return fate === 'vanishes' ? 'deleted' : 'completed';
	}

	/** Whether the service does not find a job now. */
	isMissing(job: Job): boolean {
		return this.stateOf(job) === 'deleted' || this.isHidden(job, 'job');
	}

	/** How the service answers now if it is asked for the result of a job that it finds. */
	resultOf(job: Job): 'notReady' | 'there' | 'notFound' | 'expired' | 'notInStorage' {
		const { endsAt, fate } = job;
		if (this.stateOf(job) !== 'completed') return 'notReady';
		if (this.isHidden(job, 'result')) return 'notFound';
		const hasExpired = this.clock.time > endsAt + RESULT_LASTS_MS;
		if (fate === 'expires' && hasExpired) return 'expired';
		if (fate === 'isForgotten' && hasExpired) return 'notFound';
		return fate === 'resultVanishes' ? 'notInStorage' : 'there';
	}

	/** Whether a job delivers no result now, although its time is over. */
	isOfNoUse(job: Job): boolean {
		if (this.isMissing(job) || this.stateOf(job) === 'failed') return true;
		return !['notReady', 'there'].includes(this.resultOf(job));
	}

	/** Credits that a job has cost in the end; a failed job may be refunded. */
	chargeOf(job: Job): number {
		return this.plan.refundsFailed && this.stateOf(job) === 'failed' ? 0 : job.credits;
	}

	show(job: Job): ShownJob {
		const state = this.stateOf(job);
		return {
			id: job.id,
			// A repeated key may still name a job that has been deleted.
			status: state === 'deleted' ? 'completed' : state,
			filename: job.filename,
			credits_used: state === 'processing' ? this.countUntilNow(job) : this.chargeOf(job),
			options: JSON.parse(job.options) as object,
			created_at: this.times.tellCreatedAt(job),
			...(this.plan.sendsErrorField ? { error: null } : {}),
		};
	}

	private countUntilNow({ createdAt, credits, endsAt }: Job): number {
		switch (this.plan.counts) {
			case 'atOnce':
				return credits;
			case 'late':
				return 0;
			case 'slowly': {
				const share = (this.clock.time - createdAt) / Math.max(1, endsAt - createdAt);
				return Math.floor(credits * Math.min(1, share));
			}
		}
	}

	private isHidden({ createdAt }: Job, what: 'job' | 'result'): boolean {
		const { hides } = this.plan;
		const age = this.clock.time - createdAt;
		return hides.what === what && age >= hides.fromMs && age < hides.fromMs + hides.forMs;
	}
}
