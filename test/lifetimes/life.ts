import { checkClaims, checkRead } from './checks/claims';
import { Ledger, type Unavoidable } from './checks/ledger';
import { checkDeadline, checkHealed, checkOutage, checkSettled } from './checks/liveness';
import { checkFirst, checkOutputs } from './checks/outputs';
import type { ClaimCounts, Scene } from './checks/scene';
import type { Violation } from './checks/violation';
import type { DocumentPlan, ExecutionPlan, Plan } from './plan';
import { Clock } from './world/clock';
import type { NodeModules } from './world/modules';
import { N8n } from './world/n8n';
import { pdfOf } from './world/pdf';
import { randomFrom } from './world/random';
import type { Call, Entry, Execution } from './world/records';
import { ServiceModel, sourceUrl, type Content } from './world/service';

/** Result of a life. */
export interface Outcome {
	violations: Violation[];
	executions: number;
	kills: number;
	stops: number;
	faults: number;
	charges: number;
	credits: number;
	/** Number of unavoidable events, by name. */
	excused: ReadonlyMap<Unavoidable, number>;
	claims: ClaimCounts;
	trace: string[];
}

/** n8n's clock (epoch ms) when a life begins. */
const EPOCH = Date.UTC(2026, 10, 20, 12, 0, 0, 250);
/**
 * Maximum duration of an execution: three tries of six documents in sequence, each held back by the rate limit for
 * 15 minutes, with room for other faults.
 */
const LONGEST_MS = 20_000_000;
/** Maximum time for a stopped execution to end its last request. */
const SETTLE_MS = 300_000;

/** The life of a workflow, which follows a plan. */
export class Life implements Scene {
	readonly violations: Violation[] = [];
	readonly trace: string[] = [];
	readonly claims: ClaimCounts = new Map();
	readonly clock = new Clock(EPOCH);
	readonly service: ServiceModel;
	readonly ledger: Ledger;
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
		this.service = new ServiceModel(plan.service, this.contents, clock, randomFrom(plan.chance));
		this.ledger = new Ledger(this.service, this.report);
		this.service.onCharge = (job) => {
			const { account, content, credits, id } = job;
			this.say(`      ${id} of account ${account} is charged for document ${content}: ${credits}`);
			this.ledger.charged(job, this.callOf(job.createdBy));
		};
		this.service.onTold = (caller, job) => this.callOf(caller).sawJobs.add(job);
		this.service.onRead = (caller, place) => checkRead(this.callOf(caller), place, this);
		this.n8n = new N8n(
			modules,
			{ clock, service: this.service, trace: this.say },
			randomFrom(plan.chance + 1),
			{
				began: (call) => this.calls.set(call.id, call),
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
			await this.execute(execution, executions[index + 1]);
		}
		await this.settle();
		await checkHealed(this);
		await this.settle();
		checkSettled(this);
		for (const check of this.lateChecks) check();
		this.ledger.checkCounts();
		return this.outcome();
	}

	/** Runs an execution to its end, or until an overlapping execution starts. */
	async execute(plan: ExecutionPlan, next?: ExecutionPlan): Promise<Execution> {
		const settings = { ...this.plan.settings, ...plan.changed };
		const execution = this.n8n.start(plan, this.entriesOf(plan), settings);
		if (next && next.overlapMs >= 0) {
			await this.pass(next.overlapMs);
			return execution;
		}
		await this.await(execution);
		if (next) await this.pass(next.gapMs);
		return execution;
	}

	entriesOf({ documents }: Pick<ExecutionPlan, 'documents'>): Entry[] {
		const all = this.plan.documents;
		const chosen = documents.filter((index) => index < all.length);
		const places = chosen.length > 0 ? chosen : all.map((_, index) => index);
		return places.flatMap((index, place) => {
			const content = this.contents.get(contentAt(all, index));
			if (!content) return [];
			const isOfOtherAccount = all[index]?.isOfOtherAccount === true;
			return [
				{ content, isOfOtherAccount, place, url: sourceUrl(content, place, this.clock.time) },
			];
		});
	}

	private async await(execution: Execution): Promise<void> {
		const isDone = () => execution.status !== 'running';
		if (await this.clock.until(isDone, this.clock.time + LONGEST_MS)) return;
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
		checkClaims(call, this);
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
		return {
			violations: this.violations,
			executions: executions.length,
			kills,
			stops: executions.filter(({ status }) => status === 'stopped').length,
			faults: executions.reduce((sum, { faults }) => sum + faults.met, 0),
			charges: this.service.jobs.length,
			credits: this.service.jobs.reduce((sum, { credits }) => sum + credits, 0),
			excused: this.ledger.excused,
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

function contentsOf(documents: readonly DocumentPlan[]): Map<number, Content> {
	return new Map(
		documents.flatMap((plan, index) => {
			if (contentAt(documents, index) !== index) return [];
			const pdf = pdfOf({ content: index, pages: plan.pages, isTagged: plan.isTagged });
			return [[index, { ...plan, content: index, pdf }] as const];
		}),
	);
}
