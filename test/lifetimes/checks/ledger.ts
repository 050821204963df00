import type { Execution, Call } from '../world/records';
import type { Job, ServiceModel } from '../world/service';
import type { Plan } from '../plan';
import type { History } from './history';
import type { Report } from './violation';

/** Charges that the node cannot avoid, with the reasons. */
export const UNAVOIDABLE = {
	'no store':
		'The store of n8n did not answer, was full or was cleared, so that nothing outlives the execution: a document is paid for once per execution.',
	'closed before n8n saved':
		'n8n was killed between closing the journal and its own saving: the document counts as delivered, and a new run pays for it.',
	'another API key':
		'The API key in the credential has changed: it may be of another account, so that nothing known of the old one counts.',
	'written down, not sent':
		'An earlier run ended between its journal entry and its request. The job made now fails or is gone, and counts as one of the earlier run: the same execution pays for the next attempt. It is sent again without asking for the balance.',
	'submitted by another run':
		'A Retry of an execution that crashed counts as a new run: if another run has submitted the document since, the Retry pays for it.',
	'marks of a lookup':
		'n8n was killed while the node looked at the journal, or another run looked at the same time. The marks that a lookup inserts make an attempt count as sent: the fourth one after three failures, or one that a Retry pays for although the document is delivered.',
	'not seen after a crash':
		'A Retry of an execution that crashed cannot count a job that had failed before, one of One Job Only, or one whose document it can no longer read or another run has submitted since: Credits to Spend at Most does not count it.',
} as const;

export type Unavoidable = keyof typeof UNAVOIDABLE;

export interface Charge {
	job: Job;
	call: Call;
	execution: Execution;
	/** Execution in which n8n received the output for this job and continued. */
	deliveredTo?: Execution;
	/** The journal may say "delivered" although n8n has lost the output. */
	mayBeClosed: boolean;
	/** The node counts it as a charge of an earlier run. */
	countsAsEarlier?: boolean;
}

/** Maximum number of failed attempts in a row for a document. */
const MOST_LOST = 3;

/** The charges of each document, and whether each charge was allowed. */
export class Ledger {
	/** Number of unavoidable charges, by name. */
	readonly excused = new Map<Unavoidable, number>();
	private wasKilled = false;
	private wasKilledInLookup = false;
	private readonly byDocument = new Map<string, Charge[]>();
	private readonly byJob = new Map<string, Charge>();

	constructor(
		private readonly service: ServiceModel,
		private readonly plan: Pick<Plan, 'isUnsaved' | 'storeEntries'>,
		private readonly report: Report,
		readonly history: History,
	) {}

	chargeOf(jobId: string): Charge | undefined {
		return this.byJob.get(jobId);
	}

	get all(): Charge[] {
		return [...this.byJob.values()];
	}

	/** Charges that an execution can know: those since its memory was last lost. */
	knownTo(execution: Execution): Charge[] {
		return this.ofFamily(execution.family).filter(
			(charge) => charge.execution.number >= execution.remembersFrom,
		);
	}

	/** Charges of an execution and its manual retries. */
	ofFamily(family: string): Charge[] {
		return this.all.filter(({ execution }) => execution.family === family);
	}

	ofCall(call: Call): Charge[] {
		return this.all.filter((charge) => charge.call === call);
	}

	/** All charges with the same identity, from any execution. */
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

	/** Records a kill: the journal may have been closed, or changed by a lookup. */
	lost(call: Call): void {
		this.wasKilled = true;
		if (call.lookedUp.size > 0) this.wasKilledInLookup = true;
		if (!call.mayHaveClosed && !call.outputs) return;
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
		// A delivery ends the attempts before it.
		const last = before.findLastIndex(({ deliveredTo }) => deliveredTo !== undefined);
		for (const earlier of before.slice(Math.max(0, last))) {
			if (!this.service.isLost(earlier.job)) this.checkOpen(earlier, charge);
		}
	}

	/** Whether a kill can make the node count a charge as one of an earlier run. */
	countsAsEarlier(charge: Charge): boolean {
		return charge.countsAsEarlier === true || (this.wasKilled && this.mayCountAsEarlier(charge));
	}

	/** Whether an earlier run may have recorded the attempt without sending it or getting a job. */
	mayCountAsEarlier(charge: Charge): boolean {
		const wasTried = this.history.wasTriedBeside(charge) || this.history.wasTriedBefore(charge);
		return wasTried && this.service.isLost(charge.job);
	}

	/** Whether a run that was killed, or a lookup beside this run, may have recorded the attempt without sending it. */
	mayBeSentAgain(execution: Execution, job: Job): boolean {
		const wasTriedBefore = this.wasKilled && this.history.wasTriedBefore({ execution, job });
		return wasTriedBefore || this.history.wasTriedBeside({ execution, job });
	}

	/** Checks a new charge that was made although an earlier job could still be delivered. */
	private checkOpen(earlier: Charge, charge: Charge): void {
		const { execution, job } = charge;
		const isForGood = execution.settings.scope !== 'delivery';
		const isSame = earlier.execution.family === execution.family;
		// A manual Retry does not count as a new run.
		if (!isForGood && earlier.deliveredTo && !isSame) return;
		if (!isForGood && earlier.mayBeClosed) {
			this.excuse('closed before n8n saved');
			return;
		}
		const wasStoreless = this.isForgetful(earlier.execution) || this.isForgetful(execution);
		// Two keys may belong to two accounts, so records of one key say nothing about the other.
		const hasOtherKey = earlier.execution.plan.apiKey !== execution.plan.apiKey;
		// Without its memory, a Retry cannot tell its own execution from the run that submitted the document.
		const isOfOthers = earlier.deliveredTo && earlier.deliveredTo.family !== execution.family;
		if (!isForGood && execution.lostMemory && (isOfOthers || this.history.wasTriedSince(earlier))) {
			this.excuse('submitted by another run');
			return;
		}
		if (!isForGood && execution.lostMemory && this.wasKilledInLookup) {
			this.excuse('marks of a lookup');
			return;
		}
		if (!isForGood && hasOtherKey) {
			this.excuse('another API key');
			return;
		}
		const forgets = !isSame || execution.lostMemory;
		if (!isForGood && forgets && wasStoreless) {
			this.excuse('no store');
			return;
		}
		this.report(
			earlier.deliveredTo ? 'delivered and paid for again' : 'paid for twice',
			`document ${job.content} as ${job.id} in ${charge.call.id}, although ${earlier.job.id} of ${earlier.call.id} is ${this.service.stateOf(earlier.job)}`,
		);
	}

	private checkLost(before: readonly Charge[], { execution, job }: Charge): void {
		const row = before.toReversed();
		const end = row.findIndex(
			({ deliveredTo, job: each, mayBeClosed }) =>
				deliveredTo !== undefined || mayBeClosed || !this.service.isLost(each),
		);
		const lost = row.slice(0, end < 0 ? row.length : end);
		if (lost.length < MOST_LOST) return;
		const isStoreless = [...lost, { execution }].some((each) =>
			this.history.hadStoreTrouble(each.execution),
		);
		if (this.plan.isUnsaved || isStoreless) {
			this.excuse('no store');
			return;
		}
		const isBesideOthers = this.history.wasTriedSince({ execution, job });
		if ((this.wasKilledInLookup || isBesideOthers) && lost.length === MOST_LOST) {
			this.excuse('marks of a lookup');
			return;
		}
		this.report(
			'more than three failed attempts in a row',
			`document ${job.content} as ${job.id} in execution ${execution.number}, after ${lost.length}: ${lost.map((each) => each.job.id).join(', ')}`,
		);
	}

	/** Whether the store may have lost the charges of an execution or never had them. */
	isForgetful(execution: Execution): boolean {
		// If the row is full, the mark of a lookup outlives the older marks of the document.
		const mayBeIncomplete = this.plan.storeEntries > 0 && this.wasKilled;
		return (
			this.plan.isUnsaved ||
			this.history.hadStoreTrouble(execution) ||
			this.history.hadClearedStore ||
			mayBeIncomplete
		);
	}

	/** Counts an unavoidable charge. */
	excuse(name: Unavoidable): void {
		this.excused.set(name, (this.excused.get(name) ?? 0) + 1);
	}
}

/** Identity of a job's document, as defined by Avoid Paying Twice. */
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
