import { type ExecutionPlan, HEALTHY_RUN, type Settings } from '../plan';
import { isFailed, isSkipped, jobIdOf, jobJsonOf } from '../world/items';
import type { Job } from '../world/jobs';
import { offersRetry } from '../world/n8n';
import {
	type Call,
	callsOfNode,
	credentialOf,
	type Entry,
	type Execution,
	firstEntryOf,
	highestNumberOf,
	maxJobsOf,
	mayHaveChanged,
	type Run,
} from '../world/records';
import { accountOf } from '../world/service';
import type { Charge } from './charges';
import { findOwnEntry, type Scene } from './scene';
import { listTold, type Told } from './told';

/** How long a healthy run waits for a job. */
export const WAIT_S = 600;
/** A job that ends before this is certainly found in that time. */
export const MOST_WAIT_MS = WAIT_S * 1000 - 90_000;

/** Nobody clicks within the second that the service's `Date` leaves open. */
const CLICKING_MS = 5_000;

/** Texts round a time up to a minute. */
const ROUNDING_MS = 60_000;

/** How a run has ended for the document that a text is about. */
interface Outcome {
	code?: string;
	jobId?: string;
	jobNumber?: number;
	isDelivered: boolean;
}

/** Somebody who has read a text, does what it says, and compares what happens. */
export class User {
	private readonly execution: Execution;
	private readonly entry?: Entry;

	constructor(
		private readonly told: Told,
		private readonly life: Scene,
		private readonly advice: string,
	) {
		const { call, index = -1 } = told;
		this.execution = call.execution;
		this.entry = call.entries[index];
	}

	/** Runs the workflow again for the document, or retries its execution, as the text says. */
	async again(way = 'Run again'): Promise<Execution | undefined> {
		return way === 'Run again' ? await this.run({}) : await this.retry();
	}

	/** Runs the workflow with other settings: as it was if it was ended, otherwise for the document alone. */
	async run(changes: Partial<Settings>): Promise<Execution | undefined> {
		const { entry, execution, told } = this;
		if (!entry) return undefined;
		if (told.isThrown) return await this.runFor(execution.entries, changes);
		const maxJobs = [highestNumberOf(told.call, entry)];
		return await this.runFor([entry], { maxJobs, ...changes });
	}

	/** Runs the workflow for all documents of its execution. */
	async runAll(): Promise<Execution | undefined> {
		return await this.runFor(this.execution.entries, {});
	}

	/** Runs the workflow for all but the document. */
	async runOthers(): Promise<void> {
		const { entry, execution } = this;
		const others = execution.entries.filter(({ content }) => content !== entry?.content);
		if (others.length > 0) await this.runFor(others, {});
	}

	/** Clicks Retry. */
	async retry(changes?: Partial<Settings>): Promise<Execution | undefined> {
		const { execution, life } = this;
		await life.pass(CLICKING_MS);
		if (!offersRetry(execution)) {
			this.complain('advises a Retry that is not offered', execution.status);
			return undefined;
		}
		const kind = changes ? 'retryCurrent' : 'retry';
		const changed = { ...execution.settings, ...changes };
		return await life.execute({ ...this.plan(), kind, changed }, { retried: execution });
	}

	/** Waits until a time that the text names, by the service's clock. */
	async waitUntil(time: string): Promise<void> {
		await this.life.pass(Math.max(0, this.getMsUntil(time) + ROUNDING_MS));
	}

	/** Fetches the job that the text, or the item, names. */
	async fetchJob(waits: boolean): Promise<void> {
		const { call, index = -1 } = this.told;
		const id = this.namedId ?? call.jobIds[index];
		const job = this.life.service.jobs.find(this.account, id ?? '');
		if (job) await this.expectFetched(job, waits);
		else this.complain('names no job that exists');
	}

	/** Finds the job of the text's idempotency key in n8n's log, or asks the service's support. */
	async fetchJobOfKey(): Promise<void> {
		const { life, told } = this;
		const key = told.idempotencyKey ?? 'none';
		const lines = life.n8n.executions.flatMap(({ calls }) => calls.flatMap(({ log }) => log));
		const line = lines.find((each) => each.endsWith(`has the idempotency key ${key}`));
		const id = /\bjob:? (job-\d+)/.exec(line ?? '')?.[1];
		const { all } = life.service.jobs;
		const job = all.find((each) => each.id === id && each.account === this.account);
		const ofSupport = all.find((each) => each.key === `${this.account} ${key}`);
		const found = job ?? ofSupport;
		// A service that stores refusals has no job.
		if (found && !life.service.jobs.isOfNoUse(found)) await this.expectFetched(found, true);
	}

	/** Runs Document → Tag with the file of a job: it must deliver, or say more. */
	async tagFileOfJob(): Promise<void> {
		const { execution, life, told } = this;
		const job = life.service.jobs.find(this.account, told.call.jobIds[told.index ?? 0] ?? '');
		const entry = execution.entries.find(({ content }) => content.content === job?.content);
		if (!entry) return;
		// Its first node is Document → Tag, and it has the credential of the job's workflow.
		const run = await this.runFor([entry], { operation: 'beside' });
		const [first] = run?.calls ?? [];
		const [text] = first ? listTold(first) : [];
		if (!text || this.isHindered(text.code) || text.code === 'WAIT_TIMEOUT') return;
		const helps = /'Max Jobs per Document'|'New Job per Execution'|run again|retry|a new run/i;
		if (!helps.test(text.text)) this.complain('does not help', text.text);
	}

	/** Nothing that the text is about, and that its call had paid for or perhaps paid for, is paid for again. */
	expectNothingPaidTwice(run: Execution | undefined): void {
		if (!run) return;
		const { call, isThrown } = this.told;
		const calls = callsOfNode(call);
		// Another item allows the same file more jobs.
		if (!isThrown && !this.hasHighestNumber) return;
		for (const entry of isThrown ? call.entries : [this.entry]) {
			if (!entry || mayHaveChanged(call.execution, entry)) continue;
			const all = this.life.charges.ofEntry(this.runOf(run), entry);
			const isKnown = all.some(({ call: payer, job }) => {
				return calls.includes(payer) || calls.some(({ told }) => told.has(job));
			});
			// A submission without an answer may have made no job.
			const { jobNumber = 0 } = this.told;
			const again = all.find(
				(charge) => this.isNewIn(run, charge) && (isThrown || charge.number > jobNumber),
			);
			if (isKnown && again) this.complain('pays again', again.job.id);
		}
	}

	expectFree(run: Execution | undefined): void {
		const [paid] = run ? this.listNewCharges(run) : [];
		if (paid) this.complain('is not free', paid.job.id);
	}

	/**
	 * The run is free, and has the job that the text names.
	 *
	 * @param until time by the service's clock
	 */
	expectSameJob(run: Execution | undefined, until?: string): void {
		if (!run || this.cannotJudge(run)) return;
		if (until !== undefined && this.getMsUntil(until) <= ROUNDING_MS) return;
		// Another item allows the same file more jobs.
		if (!this.hasHighestNumber) return;
		// The next answer may have a date, and so show that the job is gone for a day.
		if (this.life.service.plan.sendsDate === 'sometimes') return;
		this.expectFree(run);
		const outcome = this.findOutcome(run);
		const id = this.namedId;
		if (!outcome || id === undefined || this.isHindered(outcome.code)) return;
		// The service may not find an earlier job by now.
		const isMissing = ['NOT_FOUND_YET', 'JOB_NOT_FOUND', 'RESULT_GONE'].includes(
			outcome.code ?? '',
		);
		const { jobs } = this.life.service;
		const job = jobs.find(this.account, outcome.jobId ?? '');
		// An earlier job that the service did not find may be there again.
		const isEarlier = job && job.createdAt < (jobs.find(this.account, id)?.createdAt ?? 0);
		if (job && job.id !== id && !isEarlier && !isMissing) {
			this.complain('has another job', outcome.jobId);
		}
	}

	/** The same, but a job that has failed is followed by another one. */
	expectSameJobUnlessFailed(run: Execution | undefined, until?: string): void {
		const { jobs } = this.life.service;
		const job = jobs.find(this.account, this.namedId ?? '');
		if (job && jobs.stateOf(job) === 'failed') this.expectOneCharge(run);
		else this.expectSameJob(run, until);
	}

	/**
	 * The run pays for at most one job, and has the job of this number, unless an earlier one is of use again.
	 *
	 * @returns whether it has the job of this number
	 */
	expectJob(run: Execution | undefined, number: number): boolean {
		if (!run || this.cannotJudge(run)) return false;
		this.expectOneCharge(run);
		const outcome = this.findOutcome(run);
		if (!outcome || this.isHindered(outcome.code)) return false;
		const isAnother = outcome.jobId !== this.namedId;
		if (isAnother && (outcome.jobNumber ?? 0) >= number) return true;
		const job = this.life.service.jobs.find(this.account, outcome.jobId ?? '');
		const isOfNoUse = job && this.life.service.jobs.stateOf(job) === 'failed';
		const deniedAt = job?.deniedAt ?? 0;
		// A job that the service hides is followed once it is gone for a day.
		const isGone = job && this.life.service.times.canShowADay(job, deniedAt);
		const isHidden = deniedAt >= run.startedAt;
		// Several items with one document do not look at its job together.
		const isAlone = findOwnEntry(this.told.call, this.told.index ?? -1) !== undefined;
		// An answer without a date does not show that a result is gone for a day.
		const isDated = this.life.service.plan.sendsDate !== 'sometimes';
		if (isAlone && (isHidden ? isGone === true && isDated : isOfNoUse === true)) {
			this.complain('does not help', JSON.stringify(outcome));
		}
		return false;
	}

	/** The run pays for one job at most, unless the service's times deceive it. */
	private expectOneCharge(run: Execution | undefined): void {
		const count = run ? this.listNewCharges(run).length : 0;
		if (count > 1 && this.life.service.times.areTrue) this.complain('pays for several jobs');
	}

	/** The run pays for a job of its own; another node of it may have done so before. */
	expectNewJob(run: Execution | undefined): void {
		const outcome = run && this.findOutcome(run);
		if (!outcome || this.isHindered(outcome.code)) return;
		const isPaid = this.life.charges.all.some(
			({ execution, job }) => execution === run && job.content === this.entry?.content.content,
		);
		if (!isPaid) this.complain('pays for no job', outcome.code);
	}

	/** The limit no longer refuses the document. */
	expectNotRefused(run: Execution | undefined): void {
		const outcome = run && this.findOutcome(run);
		if (outcome?.code === 'OVER_CREDIT_LIMIT') this.complain('does not help');
	}

	private async expectFetched(job: Job, waits: boolean): Promise<void> {
		const { life } = this;
		const operation = waits ? 'waitAndDownload' : 'download';
		const changed = { ...this.settings(), operation } as const;
		const credential = credentialOf(this.execution, this.entry);
		const plan = { ...this.plan(), credential, changed };
		const { calls, startedAt } = await life.execute(plan, { jobIds: [job.id] });
		const [output] = calls.at(-1)?.outputs ?? [];
		const isDelivered = output?.binary !== undefined && !isFailed(output);
		const { jobs } = life.service;
		// What becomes of a job is known only at its end.
		const isUnforeseen = jobs.isOfNoUse(job) && job.endsAt >= (this.told.call.endedAt ?? 0);
		const hasEnded = jobs.stateOf(job) === 'completed' && job.endsAt < startedAt + MOST_WAIT_MS;
		const isDue = hasEnded && life.service.isHealed && !isUnforeseen;
		const saysMore = /only 'New Job per Execution'|a new run pays|Document → Tag/i.test(
			this.told.text,
		);
		if (!isDelivered && isDue && !saysMore) this.complain('does not help', job.id);
	}

	private async runFor(
		entries: readonly Entry[],
		changes: Partial<Settings>,
	): Promise<Execution | undefined> {
		if (entries.some((entry) => mayHaveChanged(this.execution, entry))) return undefined;
		await this.life.pass(CLICKING_MS);
		const documents = entries.map(({ index }) => index);
		const changed = { ...this.settings(), ...changes };
		return await this.life.execute({ ...this.plan(), documents, changed });
	}

	private plan(): ExecutionPlan {
		const { copy, credential, rounds } = this.execution.plan;
		return { ...HEALTHY_RUN, copy, credential, rounds };
	}

	private settings(): Settings {
		const { settings } = this.execution;
		return {
			...settings,
			waitSeconds: WAIT_S,
			onError: this.told.isThrown ? settings.onError : 'continueRegularOutput',
			retryOnFail: false,
		};
	}

	/** The job that the text names. */
	private get namedId(): string | undefined {
		return this.told.jobId;
	}

	/** Milliseconds until a time by the service's clock. */
	private getMsUntil(time: string): number {
		const { clock, service } = this.life;
		return Date.parse(`${time.replace(' ', 'T')}Z`) - clock.truth - service.plan.dateAheadMs;
	}

	private get account(): number {
		return accountOf(credentialOf(this.execution, this.entry));
	}

	private listNewCharges(run: Execution): Charge[] {
		if (!this.entry) return [];
		return this.life.charges
			.ofEntry(this.runOf(run), this.entry)
			.filter((charge) => this.isNewIn(run, charge));
	}

	/**
	 * Whether nobody can say what became of the text's document: its URL gives another file now, the service has forgotten
	 * one of its keys, or the run has it in two accounts.
	 */
	private cannotJudge(run: Execution): boolean {
		const { account, entry, execution } = this;
		if (!entry) return false;
		const isOfTwoAccounts = execution.entries.some(
			(each) =>
				each.content === entry.content && accountOf(credentialOf(execution, each)) !== account,
		);
		return isOfTwoAccounts || mayHaveChanged(run, entry) || this.hasForgottenKey(run);
	}

	/** The service has forgotten a key of the document, so that no text can be true. */
	private hasForgottenKey(run: Execution): boolean {
		if (!this.entry) return false;
		const { charges, service } = this.life;
		return charges
			.ofEntry(this.runOf(run), this.entry)
			.some(({ isUnderForgottenKey, job }) => isUnderForgottenKey || !service.findKey(job));
	}

	/** Whether no other item of the text's call allows the document more jobs. */
	private get hasHighestNumber(): boolean {
		const { entry, execution } = this;
		const { call, index = -1 } = this.told;
		if (!entry) return true;
		const first = firstEntryOf(call, call.itemOf[index] ?? 0) ?? entry;
		return maxJobsOf(execution, first) === highestNumberOf(call, entry);
	}

	private findOutcome(run: Execution): Outcome | undefined {
		const { entry, told } = this;
		const findIndex = ({ entries }: Call) =>
			entries.findIndex(({ content }) => content === entry?.content);
		const call = run.calls.findLast((each) => each.node === told.call.node && findIndex(each) >= 0);
		const output = call?.outputs?.[findIndex(call)];
		if (!call || !output) return this.findThrown(call);
		if (isSkipped(output)) return undefined;
		if (isFailed(output)) {
			const { error } = output.json as {
				error: { code: string; job_id?: string; job_number?: number };
			};
			const { code, job_id: jobId, job_number: jobNumber } = error;
			return { code, jobId, jobNumber, isDelivered: false };
		}
		const { job_number: jobNumber } = jobJsonOf(output) as { job_number?: number };
		return { jobId: jobIdOf(output), jobNumber, isDelivered: true };
	}

	/** The outcome of a run that was ended, if it was ended by the document. */
	private findThrown(call: Call | undefined): Outcome | undefined {
		const thrown = call && listTold(call).find(({ isThrown }) => isThrown);
		const entry = call?.entries[thrown?.index ?? -1];
		if (!thrown || entry?.content !== this.entry?.content) return undefined;
		const { code, jobId, jobNumber } = thrown;
		return { code, jobId, jobNumber, isDelivered: false };
	}

	/** Whether something else than the rule about jobs has ended the run. */
	private isHindered(code = ''): boolean {
		const { isHealed, plan, times } = this.life.service;
		const hindrances: Record<string, boolean> = {
			CONFLICT: plan.repeat === 'conflict' || plan.createsForMs > 0,
			NOT_ENOUGH_CREDITS: plan.storesRefusals,
			INVALID_REQUEST: plan.storesRefusals,
			OVER_CREDIT_LIMIT: this.execution.settings.maximum > 0,
			// The service's times may say that the job was made just now.
			JOB_FAILED: !times.areTrue,
			SOURCE_UNAVAILABLE: true,
			ALREADY_TAGGED: true,
		};
		return code !== '' && (!isHealed || hindrances[code] === true);
	}

	private complain(kind: string, details = ''): void {
		const { call, text } = this.told;
		this.life.report(`advice "${this.advice}" ${kind}`, `${call.id}: ${details}: ${text}`);
	}

	/** The node of the text in another execution. */
	private runOf(execution: Execution): Run {
		return { execution, node: this.told.call.node };
	}

	/** Whether the node has paid for it in an execution, and not because the service had forgotten a key. */
	private isNewIn(execution: Execution, { call, isUnderForgottenKey }: Charge): boolean {
		return (
			call.execution === execution && call.node === this.told.call.node && !isUnderForgottenKey
		);
	}
}
