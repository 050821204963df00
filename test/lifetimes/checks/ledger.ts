import type { Execution, Call } from '../world/records';
import type { Job, ServiceModel } from '../world/service';
import type { Report } from './violation';

/** Charges that nothing can avoid, each with its reason. */
export const UNAVOIDABLE = {
	'no store':
		'The store of n8n did not answer, so that nothing outlives the execution: a document is paid for once per execution.',
	'closed before n8n saved':
		'n8n was killed between closing the journal and its own saving: the document counts as delivered, and a new run pays for it.',
	'another API key':
		'The API key in the credential has changed: it may be of another account, so that nothing known of the old one counts.',
	'written down, not sent':
		'An earlier run ended between its journal entry and its request. The job made now fails or is gone, and counts as one of the earlier run: the same execution pays for the next attempt.',
	'killed in a lookup':
		'n8n was killed while the node looked at the journal. What the lookup inserted stays, so that an attempt counts as sent: the fourth one after three failures.',
	'not seen after a crash':
		'A Retry of an execution that crashed cannot count a job that had failed before, or whose document it can no longer read: Credits to Spend at Most does not count it.',
} as const;

export type Unavoidable = keyof typeof UNAVOIDABLE;

export interface Charge {
	job: Job;
	call: Call;
	execution: Execution;
	/** Executions that n8n went on with its outputs of this job in. */
	deliveredTo?: Execution;
	/** The journal may say that it was delivered although n8n has lost it. */
	mayBeClosed: boolean;
	/** It counts as one of an earlier run. */
	countsAsEarlier?: boolean;
}

/** Attempts at a document that may fail one after the other. */
const MOST_LOST = 3;

/** What each document was charged, and whether it may have been. */
export class Ledger {
	/** Unavoidable charges by their name. */
	readonly excused = new Map<Unavoidable, number>();
	private wasKilledInLookup = false;
	private readonly byDocument = new Map<string, Charge[]>();
	private readonly byJob = new Map<string, Charge>();

	constructor(
		private readonly service: ServiceModel,
		private readonly isUnsaved: boolean,
		private readonly report: Report,
		private readonly executions: () => readonly Execution[],
	) {}

	chargeOf(jobId: string): Charge | undefined {
		return this.byJob.get(jobId);
	}

	get all(): Charge[] {
		return [...this.byJob.values()];
	}

	/** Charges that an execution can know of: since its memory was lost last. */
	knownTo(execution: Execution): Charge[] {
		return this.ofFamily(execution.family).filter(
			(charge) => charge.execution.number >= execution.remembersFrom,
		);
	}

	/** Charges of an execution and of those that it was retried by or retries. */
	ofFamily(family: string): Charge[] {
		return this.all.filter(({ execution }) => execution.family === family);
	}

	/** Whether an execution and its retries have all had the same API key. */
	hasOneKey({ family, plan }: Execution): boolean {
		const own = this.executions().filter((each) => each.family === family);
		return own.every((each) => each.plan.apiKey === plan.apiKey);
	}

	ofCall(call: Call): Charge[] {
		return this.all.filter((charge) => charge.call === call);
	}

	/** The charges of a content, by whatever execution with the same identity. */
	of(identity: string): readonly Charge[] {
		return this.byDocument.get(identity) ?? [];
	}

	charged(job: Job, call: Call): void {
		const { execution } = call;
		const identity = identityOf(call, job);
		const before = this.byDocument.get(identity) ?? [];
		const charge = { job, call, execution, mayBeClosed: false };
		this.checkOnce(before, charge);
		this.checkLost(before, charge);
		this.byDocument.set(identity, [...before, charge]);
		this.byJob.set(job.id, charge);
	}

	delivered(jobId: string, execution: Execution): void {
		const charge = this.byJob.get(jobId);
		if (charge) charge.deliveredTo ??= execution;
	}

	/** n8n was killed: the journal may have been closed, or changed by a lookup. */
	lost(call: Call): void {
		if (call.isLookingUp) this.wasKilledInLookup = true;
		if (!call.mayHaveClosed) return;
		for (const id of call.sawJobs) {
			const charge = this.byJob.get(id);
			if (charge) charge.mayBeClosed = true;
		}
	}

	private checkOnce(before: readonly Charge[], charge: Charge): void {
		const { execution, job } = charge;
		const name = `document ${job.content} as ${job.id}`;
		const own = before.find((earlier) => earlier.execution === execution);
		if (own && this.mayCountAsEarlier(own)) {
			own.countsAsEarlier = true;
			this.excuse('written down, not sent');
			return;
		}
		if (own) {
			this.report('charged twice in one execution', `${name}, after ${own.job.id}`);
			return;
		}
		if (execution.settings.scope === 'customOnce' && before.length > 0) {
			this.report('a key with one job got another', name);
		}
		for (const earlier of before) {
			if (!this.service.isLost(earlier.job)) this.checkOpen(earlier, charge, before);
		}
	}

	/** Whether an earlier run may have written the attempt down and not sent it, or got no job for it. */
	mayCountAsEarlier({ execution, job }: Charge): boolean {
		const wasTried = this.executions().some(
			({ entries, number }) =>
				number < execution.number && entries.some(({ content }) => content.content === job.content),
		);
		return wasTried && this.service.isLost(job);
	}

	/** A job that could still be delivered is charged for again. */
	private checkOpen(earlier: Charge, charge: Charge, before: readonly Charge[]): void {
		const { execution, job } = charge;
		const isForGood = execution.settings.scope !== 'delivery';
		const isSame = earlier.execution.family === execution.family;
		// A manual Retry is no new run.
		if (!isForGood && earlier.deliveredTo && !isSame) return;
		if (!isForGood && earlier.mayBeClosed) {
			this.excuse('closed before n8n saved');
			return;
		}
		const own = before.filter((each) => each.execution.family === execution.family);
		const wasStoreless = [earlier, charge, ...own].some(({ call }) => call.hadStoreTrouble);
		// Two keys may be of two accounts: what is remembered of one says nothing of the other.
		const hasOtherKey = earlier.execution.plan.apiKey !== execution.plan.apiKey;
		if (!isForGood && hasOtherKey) {
			this.excuse('another API key');
			return;
		}
		const forgets = !isSame || execution.lostMemory;
		if (!isForGood && forgets && (this.isUnsaved || wasStoreless)) {
			this.excuse('no store');
			return;
		}
		this.report(
			earlier.deliveredTo ? 'delivered and paid for again' : 'paid for twice',
			`document ${job.content} as ${job.id} in ${charge.call.id}, although ${earlier.job.id} of ${earlier.call.id} is ${this.service.stateOf(earlier.job)}`,
		);
	}

	private checkLost(before: readonly Charge[], { execution, job, call }: Charge): void {
		const row = before.toReversed();
		const end = row.findIndex(
			({ deliveredTo, job: each, mayBeClosed }) =>
				deliveredTo !== undefined || mayBeClosed || !this.service.isLost(each),
		);
		const lost = row.slice(0, end < 0 ? row.length : end);
		if (lost.length < MOST_LOST) return;
		const isStoreless = [...lost, { call }].some((each) => each.call.hadStoreTrouble);
		if (this.isUnsaved || isStoreless) {
			this.excuse('no store');
			return;
		}
		if (this.wasKilledInLookup && lost.length === MOST_LOST) {
			this.excuse('killed in a lookup');
			return;
		}
		this.report(
			'more than three failed attempts in a row',
			`document ${job.content} as ${job.id} in execution ${execution.number}, after ${lost.length}: ${lost.map((each) => each.job.id).join(', ')}`,
		);
	}

	/** Whether the store may no longer know of a charge, or never has. */
	isForgetful({ call }: Charge): boolean {
		const wasCleared = this.executions().some(({ plan }) => plan.clearsStore);
		return this.isUnsaved || call.hadStoreTrouble || wasCleared;
	}

	/** Counts a charge that nothing can avoid. */
	excuse(name: Unavoidable): void {
		this.excused.set(name, (this.excused.get(name) ?? 0) + 1);
	}
}

/** The document that a job is of, as Avoid Paying Twice says. */
export function identityOf(
	{ execution, entries }: Call,
	{ content, options }: Pick<Job, 'content' | 'options'>,
): string {
	switch (execution.settings.scope) {
		case 'delivery':
			return `${execution.workflowId} ${content} ${options}`;
		case 'content':
			return `content ${content} ${options}`;
		case 'custom':
		case 'customOnce': {
			const entry = entries.find((each) => each.content.content === content);
			return `key ${entry?.ownKey}`;
		}
	}
}
