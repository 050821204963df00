import { Charges } from './checks/charges';
import { checkHealthyRuns, obeyTextsOf } from './checks/healthy';
import { checkLimit } from './checks/limit';
import { checkDeadline, checkOutage, checkSettled } from './checks/liveness';
import { checkNote } from './checks/note';
import { checkFirst, checkOutputs, checkRead } from './checks/outputs';
import type { ClaimCounts, Scene } from './checks/scene';
import { checkSentences } from './checks/sentences';
import type { Violation } from './checks/violation';
import { type DocumentPlan, type ExecutionPlan, HEALTHY_RUN, type Plan } from './plan';
import { Clock } from './world/clock';
import type { NodeModules } from './world/modules';
import { type Given, N8n } from './world/n8n';
import { pdfOf } from './world/pdf';
import { randomFrom } from './world/random';
import type { Call, Entry, Execution } from './world/records';
import { type Content, ServiceModel, sourceUrl } from './world/service';

/** Result of a life. */
export interface Outcome {
	violations: Violation[];
	executions: number;
	kills: number;
	stops: number;
	faults: number;
	charges: number;
	credits: number;
	/** Number of jobs that were paid for because the service had forgotten a key. */
	underForgottenKeys: number;
	claims: ClaimCounts;
	trace: string[];
}

/** n8n's clock (epoch ms) when a life begins. */
const EPOCH = Date.UTC(2026, 10, 20, 12, 0, 0, 250);
/**
 * Maximum duration of an execution without its own pauses: three tries of eight documents in sequence, each held back
 * by the rate limit for 15 minutes, with room for other faults.
 */
const LONGEST_MS = 40_000_000;
/** Maximum time for a stopped execution to end its last request. */
const SETTLE_MS = 300_000;
/** Nodes of the longest workflow, and rounds of the longest loop. */
const MOST_PAUSES = 6;
/** A file that has taken the place of another one behind the same URL. */
const LATER = 100;

/** The life of a workflow, which follows a plan. */
export class Life implements Scene {
	readonly violations: Violation[] = [];
	readonly trace: string[] = [];
	readonly claims: ClaimCounts = new Map();
	readonly clock = new Clock(EPOCH);
	readonly service: ServiceModel;
	readonly charges: Charges;
	readonly n8n: N8n;
	private readonly lateChecks: Array<() => void> = [];
	private readonly calls = new Map<string, Call>();
	private readonly contents: Map<number, Content>;

	constructor(
		readonly plan: Plan,
		modules: NodeModules,
		private readonly isTraced: boolean,
	) {
		const { clock } = this;
		this.contents = contentsOf(plan.documents);
		this.service = new ServiceModel(plan.service, this.contents, clock, randomFrom(plan.chance), {
			charged: (job) => {
				const { account, content, credits, id } = job;
				this.say(
					`      ${id} of account ${account} is charged for document ${content}: ${credits}`,
				);
				checkLimit(this.charges.record(job, this.callOf(job.createdBy)), this);
			},
			told: (caller, job, shown) => this.callOf(caller).told.set(job, shown),
			lost: (caller, content) => this.callOf(caller).lost.add(content),
			read: (caller, place) => checkRead(this.callOf(caller), place, this),
		});
		this.charges = new Charges(this.service, this.report);
		this.n8n = new N8n(
			modules,
			{ clock, service: this.service, trace: this.say },
			randomFrom(plan.chance + 1),
			{
				began: (call) => {
					this.calls.set(call.id, call);
					this.charges.allow(call);
				},
				ended: (call) => this.ended(call),
				ranAgain: (call) => checkFirst(call, this.report),
				surprised: (what) => this.report('the simulation failed', what),
			},
		);
	}

	readonly report = (kind: string, text: string): void => {
		this.violations.push({ kind, text, time: this.clock.time });
		this.say(`!!! ${kind}: ${text}`);
	};

	async live(): Promise<Outcome> {
		const { executions } = this.plan;
		for (const [index, execution] of executions.entries()) {
			await this.begin(execution, executions[index + 1]);
		}
		await this.settle();
		await checkHealthyRuns(this);
		await this.settle();
		checkSettled(this);
		for (const check of this.lateChecks) check();
		return this.outcome();
	}

	/** Begins an execution of the plan, and awaits its end unless the next one overlaps it. */
	private async begin(plan: ExecutionPlan, next: ExecutionPlan | undefined): Promise<void> {
		this.service.addCredits(plan.topUp);
		if (plan.kind === 'obey') await this.obeyLast();
		else {
			const execution = this.start(plan);
			if (next && next.overlapMs >= 0) {
				await this.pass(next.overlapMs);
				return;
			}
			await this.await(execution);
		}
		if (next) await this.pass(next.gapMs);
	}

	async execute(plan: ExecutionPlan, given?: Given): Promise<Execution> {
		const execution = this.start(plan, given);
		await this.await(execution);
		return execution;
	}

	private start(plan: ExecutionPlan, given?: Given): Execution {
		const settings = { ...this.plan.settings, ...plan.changed };
		return this.n8n.start(plan, this.entriesOf(plan), settings, given);
	}

	/** The user does what the texts of the last execution say. */
	private async obeyLast(): Promise<void> {
		await this.settle();
		const last = this.n8n.executions.at(-1);
		if (!last) await this.execute(HEALTHY_RUN);
		// n8n shows no text of a stopped execution.
		else if (last.status !== 'stopped') await obeyTextsOf(last, this);
	}

	private entriesOf({ documents }: Pick<ExecutionPlan, 'documents'>): Entry[] {
		const all = this.plan.documents;
		const chosen = documents.filter((index) => index < all.length);
		const indexes = chosen.length > 0 ? chosen : [...all.keys()];
		return indexes.flatMap((index, place) => {
			const content = this.contents.get(contentAt(all, index));
			if (!content) return [];
			const isOfOtherAccount = all[index]?.isOfOtherAccount === true;
			const url = sourceUrl(content, place, this.clock.time);
			return [{ content, index, isOfOtherAccount, place, url }];
		});
	}

	private async await(execution: Execution): Promise<void> {
		const isDone = () => execution.status !== 'running';
		const longest = LONGEST_MS + MOST_PAUSES * execution.plan.pauseMs;
		if (await this.clock.until(isDone, this.clock.time + longest)) return;
		this.report('an execution does not end', `execution ${execution.number}`);
		this.n8n.abandon(execution);
	}

	private async settle(): Promise<void> {
		for (const execution of this.n8n.executions) {
			if (execution.status === 'running') await this.await(execution);
		}
		await this.pass(SETTLE_MS);
	}

	judgeAtEnd(check: () => void): void {
		this.lateChecks.push(check);
	}

	async pass(ms: number): Promise<void> {
		const end = this.clock.time + ms;
		await this.clock.until(() => this.clock.time >= end, end);
		this.clock.time = Math.max(this.clock.time, end);
	}

	private ended(call: Call): void {
		checkSentences(call, this);
		for (const hint of call.hints) checkNote(call, hint, this);
		checkDeadline(call, this.report);
		checkOutage(call, this);
		if (call.outputs) checkOutputs(call, this);
	}

	private callOf(id: string): Call {
		const call = this.calls.get(id);
		if (!call) throw new Error(`No call ${id}`);
		return call;
	}

	private readonly say = (line: string): void => {
		if (this.isTraced)
			this.trace.push(`${(this.clock.time / 1000).toFixed(2).padStart(9)} ${line}`);
	};

	private outcome(): Outcome {
		const { executions, kills } = this.n8n;
		const { all } = this.service.jobs;
		return {
			violations: this.violations,
			executions: executions.length,
			kills,
			stops: executions.filter(({ status }) => status === 'stopped').length,
			faults: executions.reduce((sum, { faults }) => sum + faults.met, 0),
			charges: all.length,
			credits: all.reduce((sum, { credits }) => sum + credits, 0),
			underForgottenKeys: this.charges.underForgottenKeys,
			claims: this.claims,
			trace: this.trace,
		};
	}
}

/** Content of a document: its own content or that of an earlier document. */
function contentAt(documents: readonly DocumentPlan[], index: number): number {
	const { sameAs = index } = documents[index] ?? {};
	return sameAs < index ? contentAt(documents, sameAs) : index;
}

/** The files of a life, by their numbers. */
function contentsOf(documents: readonly DocumentPlan[]): Map<number, Content> {
	const contents = new Map<number, Content>();
	for (const [index, plan] of documents.entries()) {
		if (contentAt(documents, index) !== index) continue;
		const later = createContent(index + LATER, plan);
		const changes = plan.changesAfterMs < NEVER_MS;
		contents.set(index, { ...createContent(index, plan), ...(changes ? { later } : {}) });
		if (changes) contents.set(later.content, later);
	}
	return contents;
}

const NEVER_MS = 1e12;

function createContent(content: number, plan: DocumentPlan): Content {
	const { isTagged, pages } = plan;
	return { ...plan, content, pdf: pdfOf({ content, pages, isTagged }) };
}
