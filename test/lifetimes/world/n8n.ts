import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, Plan, Settings } from '../plan';
import { Controller } from './abort';
import type { Clock } from './clock';
import { Faults } from './faults';
import { isFailed, jobIdOf } from './items';
import { Host, stored, type World } from './host';
import type { Change, NodeModules } from './modules';
import { checkNames, type Operation } from './parameters';
import type { Call, Entry, Execution, Process } from './records';
import type { DeduplicationStore } from './store';

/** n8n's defaults of Retry On Fail. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;

/** Receives the events of executions. */
export interface Witness {
	began: (call: Call) => void;
	ended: (call: Call) => void;
	delivered: (call: Call) => void;
	/** Retry On Fail treats its first output as a failure. */
	ranAgain: (call: Call) => void;
	killed: (call: Call) => void;
	surprised: (what: string) => void;
}

interface Thrown {
	message: string;
	description?: string | null;
	context?: { itemIndex?: number };
}

type Parts = Pick<World, 'plan' | 'clock' | 'service' | 'store' | 'trace'>;

/** Models n8n: starts, retries and stops executions, and can be killed. */
export class N8n {
	readonly executions: Execution[] = [];
	readonly files = new Map<string, Buffer>();
	kills = 0;
	private process: Process | undefined;
	private processes = 0;
	private readonly world: World;
	private readonly plan: Plan;
	private readonly clock: Clock;
	readonly store: DeduplicationStore;

	constructor(
		private readonly modules: NodeModules,
		parts: Parts,
		private readonly random: () => number,
		private readonly witness: Witness,
		private readonly change: Change = () => {},
	) {
		this.plan = parts.plan;
		this.clock = parts.clock;
		this.store = parts.store;
		const kill = (call: Call) => this.kill(call);
		this.world = { ...parts, files: this.files, kill };
	}

	get trace(): (line: string) => void {
		return this.world.trace;
	}

	/** The process that is running. */
	get current(): Process | undefined {
		return this.process;
	}

	/** The last failed execution without a retry. */
	private get retriable(): Execution | undefined {
		const retried = new Set(this.executions.map((execution) => execution.retried));
		return this.executions.findLast(
			(execution) =>
				(execution.status === 'error' || execution.status === 'crashed') && !retried.has(execution),
		);
	}

	/** Starts an execution; its status changes when it ends. */
	start(plan: ExecutionPlan, entries: Entry[], settings: Settings): Execution {
		const retried = plan.kind === 'retry' ? this.retriable : undefined;
		const execution = retried
			? this.retryOf(retried, plan)
			: this.newExecution(plan, entries, settings);
		this.executions.push(execution);
		this.clock.restart();
		const { mode, workflowId, number } = execution;
		this.trace(
			`execution ${number} (${mode}${execution.lostMemory ? ', memory lost' : ''}) of ${workflowId}: ${JSON.stringify(execution.settings)}, documents ${execution.entries.map(({ content }) => content.content).join(' ')}`,
		);
		const isBusy = this.executions.some((each) => each !== execution && each.status === 'running');
		if (plan.restarts && !isBusy) this.restart();
		const process = this.ensureProcess();
		execution.process = process;
		this.arrange(execution, process);
		void this.run(execution, process).catch((error: unknown) => {
			this.witness.surprised(`the model of n8n failed: ${String((error as Error).stack)}`);
			this.end(execution, 'error');
		});
		return execution;
	}

	/** Kills the process and everything in it. */
	private kill(call: Call): void {
		if (!this.process) return;
		this.kills += 1;
		this.trace(`    n8n is killed, in ${call.id}`);
		this.endProcess();
		for (const execution of this.executions.filter(({ status }) => status === 'running')) {
			// A call may have returned outputs that n8n has not received yet.
			for (const each of execution.calls) {
				if (each.endedAt === undefined || (each.outputs && !each.isDelivered))
					this.witness.killed(each);
			}
			this.end(execution, 'crashed');
		}
	}

	/** Gives up an execution that does not end. */
	abandon(execution: Execution): void {
		this.endProcess();
		this.end(execution, 'crashed');
	}

	/** Ends remaining calls of stopped executions like a kill. */
	private restart(): void {
		const calls = this.executions.flatMap((execution) => execution.calls);
		const open = calls.filter(({ endedAt }) => endedAt === undefined);
		for (const call of open) this.witness.killed(call);
		if (open.length > 0) this.kills += 1;
		this.endProcess();
	}

	private endProcess(): void {
		if (this.process) this.process.alive = false;
		this.process = undefined;
	}

	private ensureProcess(): Process {
		if (this.process) return this.process;
		const { clock, random } = this;
		const process = { alive: true, number: ++this.processes } as Process;
		const sleep = async (ms: number) => await clock.sleep(ms, process);
		const now = () => clock.wall;
		const passed = () => clock.time;
		const node = this.modules.load({ now, passed, random, sleep }, (file, exports, machine) => {
			this.lowerLimits(exports);
			this.change(file, exports, machine);
		});
		checkNames(node);
		process.node = node as unknown as Process['node'];
		this.process = process;
		this.trace(`  process ${process.number} starts`);
		return process;
	}

	/** Lowers the limits of the node, so that small lives reach what otherwise only large lives reach. */
	private lowerLimits({ PRODUCT_LIMITS: limits }: Record<string, unknown>): void {
		if (this.plan.remembered === 0 || limits === undefined) return;
		const { submission } = limits as { submission: { remembered?: number } };
		if (submission.remembered !== undefined) submission.remembered = this.plan.remembered;
	}

	private newExecution(plan: ExecutionPlan, entries: Entry[], settings: Settings): Execution {
		const number = this.executions.length + 1;
		const id = `execution-${number}`;
		return {
			id,
			number,
			plan,
			settings,
			family: id,
			mode: 'trigger',
			lostMemory: false,
			remembersFrom: number,
			workflowId: `workflow-${plan.copy}`,
			memory: {},
			entries,
			stop: new Controller(),
			left: 0,
			status: 'running',
			calls: [],
			faults: this.faultsOf(plan),
			startedAt: this.clock.time,
			round: 0,
		};
	}

	private retryOf(retried: Execution, plan: ExecutionPlan): Execution {
		const hasCrashed = retried.status === 'crashed';
		const { entries, family, settings, submitted, workflowId } = retried;
		const made = this.newExecution(plan, entries, settings);
		return {
			...made,
			family,
			mode: 'retry',
			workflowId,
			plan: { ...plan, copy: retried.plan.copy, rounds: retried.plan.rounds },
			retried,
			lostMemory: hasCrashed || retried.lostMemory,
			remembersFrom: hasCrashed ? made.number : retried.remembersFrom,
			memory: hasCrashed ? {} : (JSON.parse(JSON.stringify(retried.memory)) as typeof made.memory),
			round: hasCrashed ? 0 : retried.round,
			submitted,
		};
	}

	private faultsOf({ faults, outageAt }: ExecutionPlan): Faults {
		const from = outageAt < 0 ? undefined : this.clock.time + outageAt;
		return new Faults(faults, this.clock, from);
	}

	private arrange(execution: Execution, process: Process): void {
		const { clearsStore, clockShiftMs, ending } = execution.plan;
		if (clearsStore) this.store.clear();
		if (clockShiftMs !== 0) {
			this.clock.after(1_000, { alive: true }, () => {
				this.trace(`    n8n's clock is set by ${clockShiftMs} ms`);
				this.clock.offset += clockShiftMs;
			});
		}
		if (ending.kind !== 'timeout') return;
		this.clock.after(ending.ms, process, () => {
			if (execution.status !== 'running') return;
			this.trace('    workflow timeout');
			execution.stop.abort();
		});
	}

	private async run(execution: Execution, process: Process): Promise<void> {
		const { entries, plan, settings, stop } = execution;
		stop.signal.addEventListener('abort', () => this.end(execution, 'stopped'), { once: true });
		if (settings.operation === 'steps') {
			await this.runSteps(execution, process);
			return;
		}
		const rounds = Math.min(plan.rounds, entries.length);
		for (; execution.round < rounds; execution.round += 1) {
			const own = entries.filter((_, index) => index % rounds === execution.round);
			const items = own.map((entry) => this.itemOf(entry, settings));
			const outputs = await this.runNode(execution, process, settings.operation, own, items);
			if (!outputs) return;
		}
		this.end(execution, 'success');
	}

	/** Submit → Job: Wait → Job: Download, with the progress saved after each node. */
	private async runSteps(execution: Execution, process: Process): Promise<void> {
		const { entries, settings } = execution;
		const items = entries.map((entry) => this.itemOf(entry, settings));
		execution.submitted ??= await this.runNode(execution, process, 'submit', entries, items);
		if (!execution.submitted) return;
		let jobs: INodeExecutionData[] | undefined = withoutFailed(execution.submitted);
		for (const operation of ['wait', 'download'] as const) {
			if (jobs.length === 0) break;
			jobs = await this.runNode(execution, process, operation, [], jobs);
			if (!jobs) return;
			jobs = withoutFailed(jobs);
		}
		this.end(execution, 'success');
	}

	/** @returns the items for the next node; undefined if the execution has ended */
	private async runNode(
		execution: Execution,
		process: Process,
		operation: Operation,
		entries: Entry[],
		items: INodeExecutionData[],
	): Promise<INodeExecutionData[] | undefined> {
		const tries = execution.settings.retryOnFail ? TRIES : 1;
		for (let attempt = 1; ; attempt += 1) {
			if (attempt > 1) await this.clock.pause(BETWEEN_TRIES_MS, process);
			if (execution.status !== 'running') return undefined;
			const call = this.newCall(execution, operation, entries, items);
			await this.callNode(process, call, items);
			this.witness.ended(call);
			if (hasEnded(execution)) return undefined;
			const mayTryAgain = attempt < tries;
			if (call.error) {
				if (mayTryAgain) continue;
				if (execution.settings.onError !== 'stopWorkflow') return [];
				this.end(execution, 'error');
				return undefined;
			}
			// n8n checks only the first item for an error.
			if (mayTryAgain && isTruthy(call.outputs?.[0]?.json.error)) {
				this.trace('    n8n runs the node again for the error in the first item');
				this.witness.ranAgain(call);
				continue;
			}
			call.isDelivered = true;
			this.witness.delivered(call);
			if (execution.plan.ending.kind === 'killAtReturn') {
				this.kill(call);
				return undefined;
			}
			return call.outputs;
		}
	}

	private async callNode(process: Process, call: Call, items: INodeExecutionData[]) {
		this.trace(`  ${call.id}: ${call.operation}`);
		const context = new Host(this.world, process, call, items).context();
		try {
			const [outputs] = await process.node.execute.call(context);
			call.outputs = outputs ?? [];
			this.trace(`  ${call.id} returns ${call.outputs.map(shown).join(' | ')}`);
		} catch (error) {
			const { context: where, message, description } = error as Thrown;
			call.error = { message, description: description ?? '', itemIndex: where?.itemIndex };
			this.trace(`  ${call.id} throws ${message} — ${description ?? ''}`);
		}
		call.endedAt = this.clock.time;
	}

	private newCall(
		execution: Execution,
		operation: Operation,
		entries: Entry[],
		items: INodeExecutionData[],
	): Call {
		const call: Call = {
			id: `call-${execution.number}.${execution.calls.length + 1}`,
			execution,
			operation,
			entries,
			jobIds: entries.length > 0 ? [] : items.map(jobIdOf),
			startedAt: this.clock.time,
			hints: [],
			log: [],
			isDelivered: false,
			sawJobs: new Set(),
			underWay: 0,
			mayHaveClosed: false,
			lookedUp: new Set(),
			hadStoreTrouble: false,
		};
		execution.calls.push(call);
		this.clock.restart();
		this.witness.began(call);
		return call;
	}

	private itemOf(entry: Entry, settings: Settings): INodeExecutionData {
		return (entry.item ??= this.newItem(entry, settings));
	}

	private newItem({ content, place }: Entry, { source }: Settings): INodeExecutionData {
		const fileName = `document-${content.content}.pdf`;
		// Input data may contain an error of another node.
		const json = { place, error: 'of another node' };
		if (source === 'url') return { json };
		if (source === 'store') {
			const file = stored(this.files, content.pdf, fileName, 'application/pdf');
			return { json, binary: { data: file } };
		}
		const data = content.pdf.toString('base64');
		return { json, binary: { data: { data, fileName, mimeType: 'application/pdf' } } };
	}

	private end(execution: Execution, status: Execution['status']): void {
		if (execution.status !== 'running') return;
		execution.status = status;
		execution.endedAt = this.clock.time;
		this.trace(`execution ${execution.number}: ${status}`);
	}
}

function hasEnded({ status }: Execution): boolean {
	return status !== 'running';
}

function withoutFailed(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.filter((item) => !isFailed(item) && jobIdOf(item) !== '');
}

function isTruthy(value: unknown): boolean {
	return value !== undefined && value !== null && value !== false;
}

function shown(item: INodeExecutionData): string {
	const { error, id, job, skipped } = item.json as Record<string, { message?: string }>;
	return error?.message ?? JSON.stringify(skipped ?? id ?? job);
}
