import { accountOf, type Job, type ServiceModel } from '../world/service';
import { credentialOf, isNewJob, type Call, type Entry, type Execution } from '../world/records';
import type { Report } from './violation';

/** What no client can avoid, with the reasons. */
export const UNAVOIDABLE = {
	'key forgotten':
		'The service has forgotten the idempotency key of a job, so that it makes a new one under the same key.',
	'repeated key refused':
		'The service refuses a repeated key with another upload. Nothing is charged, and the item fails with `CONFLICT`.',
	'failed job not refunded':
		'The service keeps the credits of a job that has failed or is gone. A later run pays for the next job.',
	'memory lost':
		'n8n has lost the memory of an execution, and the limit started from zero: the executions together spent more than Max Credits per Execution.',
} as const;

export type Unavoidable = keyof typeof UNAVOIDABLE;

export interface Charge {
	job: Job;
	call: Call;
	execution: Execution;
}

/** Maximum number of failed jobs in a row, and of keys, for a document. */
const MOST_FAILED = 3;
const MOST_KEYS = 10;

/** The charges of each document, and whether each charge was allowed. */
export class Ledger {
	/** Number of unavoidable events, by name. */
	readonly excused = new Map<Unavoidable, number>();
	private readonly byDocument = new Map<string, Charge[]>();
	private readonly byJob = new Map<Job, Charge>();

	constructor(
		private readonly service: ServiceModel,
		private readonly report: Report,
	) {}

	chargeOf(job: Job): Charge | undefined {
		return this.byJob.get(job);
	}

	get all(): Charge[] {
		return [...this.byJob.values()];
	}

	/** Charges that an execution can know: its own, and those that its memory covers. */
	knownTo(execution: Execution): Charge[] {
		return this.all.filter(
			(charge) => charge.execution === execution || execution.ancestors.includes(charge.execution),
		);
	}

	ofCall(call: Call): Charge[] {
		return this.all.filter((charge) => charge.call === call);
	}

	/** All charges of an item's document, from any execution. */
	ofItem(execution: Execution, entry: Entry): readonly Charge[] {
		const options = JSON.stringify({ ocr: execution.settings.ocr, embed_fonts: false });
		const account = accountOf(credentialOf(execution, entry));
		const { content } = entry.content;
		return this.byDocument.get(this.identify(execution, { account, content, options })) ?? [];
	}

	charged(job: Job, call: Call): void {
		const { execution } = call;
		const identity = this.identify(execution, job);
		const before = this.byDocument.get(identity) ?? [];
		const charge = { job, call, execution };
		this.checkOnce(before, charge);
		this.checkWalk(before, charge);
		this.byDocument.set(identity, [...before, charge]);
		this.byJob.set(job, charge);
		this.checkLimit(charge);
	}

	/** Counts something that no client can avoid. */
	excuse(name: Unavoidable): void {
		this.excused.set(name, (this.excused.get(name) ?? 0) + 1);
	}

	/** The same account, file and job options; with New Job per Execution, also the same first execution. */
	private identify(
		execution: Execution,
		{ account, content, options }: Pick<Job, 'account' | 'content' | 'options'>,
	): string {
		const entry = execution.entries.find((each) => each.content.content === content);
		const isNew = entry !== undefined && isNewJob(execution, entry);
		const own = isNew ? ` ${execution.workflowId} ${execution.firstId}` : '';
		return `${account} ${content} ${options}${own}`;
	}

	/** Another charge is allowed only if no earlier job can be delivered. */
	private checkOnce(before: readonly Charge[], { call, execution, job }: Charge): void {
		const name = `document ${job.content} as ${job.id} in ${call.id}`;
		const isKnown = (earlier: Charge) => !this.service.hasForgottenKeyOf(earlier.job);
		if (!before.every(isKnown)) this.excuse('key forgotten');
		const known = before.filter(isKnown);
		const own = known.find((earlier) => earlier.execution === execution);
		if (own) this.report('two new jobs in one execution', `${name}, after ${own.job.id}`);
		// A service that has forgotten a key makes a second job under it, which those who know the first do not ask for.
		const isSecond = (used: Job) =>
			before.some((each) => each.job !== used && each.job.key === used.key);
		if (isSecond(job)) return;
		for (const earlier of known) {
			if (isSecond(earlier.job)) continue;
			if (this.service.isLost(earlier.job)) {
				if (this.service.chargeOf(earlier.job) > 0) this.excuse('failed job not refunded');
				continue;
			}
			const state = this.service.stateOf(earlier.job);
			this.report('paid for twice', `${name}, ${earlier.job.id} of ${earlier.call.id} is ${state}`);
		}
	}

	/** At the end: one charge for each document, and one more for each job that was lost or whose key was forgotten. */
	checkCounts(): void {
		for (const [identity, charges] of this.byDocument) {
			const lost = charges.filter(({ job }) => this.service.isLost(job));
			const forgotten = charges.filter(({ job }) => this.service.hasForgottenKeyOf(job));
			if (charges.length > 1 + lost.length + forgotten.length) {
				this.report('more charges than the rule allows', `${identity}: ${charges.length}`);
			}
		}
	}

	private checkWalk(before: readonly Charge[], { call, job }: Charge): void {
		const name = `document ${job.content} as ${job.id} in ${call.id}`;
		const last = before.slice(-MOST_FAILED);
		const isFailed = (earlier: Charge) =>
			this.service.stateOf(earlier.job) === 'failed' &&
			!this.service.hasForgottenKeyOf(earlier.job);
		if (last.length === MOST_FAILED && last.every(isFailed)) {
			this.report('more than three failed jobs in a row', name);
		}
		if (before.length >= MOST_KEYS) this.report('more than ten keys', name);
	}

	/** Checks Max Credits per Execution against the service's ledger. */
	private checkLimit({ execution, job }: Charge): void {
		const { maximum } = execution.settings;
		if (maximum === 0) return;
		const sumOf = (charges: readonly Charge[]) =>
			charges.reduce((sum, each) => sum + this.service.chargeOf(each.job), 0);
		// Who asks again under a forgotten key gets a second job, and cannot know of the first.
		const known = this.knownTo(execution);
		const last = new Map(known.map((charge) => [charge.job.key, charge]));
		const spent = sumOf([...last.values()]);
		if (spent > maximum) {
			const text = `execution ${execution.number} has spent ${spent} of ${maximum}, with ${job.id}`;
			this.report('Max Credits per Execution exceeded', text);
			return;
		}
		const family = listRepeated(execution);
		if (sumOf(this.all.filter((charge) => family.includes(charge.execution))) > maximum) {
			this.excuse('memory lost');
		}
	}
}

/** An execution and those that it repeats, one after the other. */
function listRepeated(execution: Execution): Execution[] {
	const { repeats } = execution;
	return repeats ? [execution, ...listRepeated(repeats)] : [execution];
}
