import type { INodeExecutionData } from 'n8n-workflow';

import type { ExecutionPlan, Settings } from '../plan';
import { Controller } from './abort';
import type { Clock } from './clock';
import { Faults } from './faults';
import { isFailed, jobIdOf } from './items';
import { Host, stored, type World } from './host';
import type { NodeModules } from './modules';
import { checkNames, type Operation } from './parameters';
import type { Call, Entry, Execution, Kept, Process } from './records';
import type { Content } from './service';

/** A node of this package in a workflow. */
interface WorkflowNode {
	name: string;
	operation: Operation;
}

/** The nodes of a workflow, in the order in which n8n runs them. */
const WORKFLOWS: Record<Settings['operation'], readonly WorkflowNode[]> = {
	tag: [{ name: 'Tag', operation: 'tag' }],
	submit: [{ name: 'Submit', operation: 'submit' }],
	steps: [
		{ name: 'Submit', operation: 'submit' },
		{ name: 'Wait', operation: 'wait' },
		{ name: 'Download', operation: 'download' },
	],
	beside: [
		{ name: 'Tag', operation: 'tag' },
		{ name: 'Tag again', operation: 'tag' },
		{ name: 'Submit', operation: 'submit' },
		{ name: 'Wait', operation: 'wait' },
		{ name: 'Download', operation: 'download' },
	],
	waitAndDownload: [
		{ name: 'Wait', operation: 'wait' },
		{ name: 'Download', operation: 'download' },
	],
	download: [{ name: 'Download', operation: 'download' }],
};

/** n8n's defaults of Retry On Fail. */
const TRIES = 3;
const BETWEEN_TRIES_MS = 1_000;

/** What an execution begins with, other than its documents. */
export interface Given {
	/** The execution that the user retries. */
	retried?: Execution;
	/** The IDs of jobs that the user has entered, for operations on jobs. */
	jobIds?: string[];
}

/** Receives the events of executions. */
export interface Witness {
	began: (call: Call) => void;
	ended: (call: Call) => void;
	/** Retry On Fail treats its first output as a failure. */
	ranAgain: (call: Call) => void;
	surprised: (what: string) => void;
}

interface Thrown {
	message: string;
	description?: string | null;
	context?: {
		itemIndex?: number;
		data?: { code?: string; idempotency_key?: string; job_id?: string; job_number?: number };
	};
}

type Parts = Pick<World, 'clock' | 'service' | 'trace'>;

/** Models n8n: starts, retries and stops executions, and can be killed. */
export class N8n {
	readonly executions: Execution[] = [];
	readonly files = new Map<string, Buffer>();
	kills = 0;
	/** The processes that are running, by worker. */
	readonly processes = new Map<number, Process>();
	private started = 0;
	private readonly world: World;
	private readonly clock: Clock;

	constructor(
		private readonly modules: NodeModules,
		parts: Parts,
		private readonly random: () => number,
		private readonly witness: Witness,
	) {
		this.clock = parts.clock;
		const kill = (call: Call) => this.kill(call.execution);
		this.world = { ...parts, files: this.files, kill };
	}

	get trace(): (line: string) => void {
		return this.world.trace;
	}

	/** The execution that an execution of this kind repeats. */
	private findRepeated({ kind, worker }: ExecutionPlan): Execution | undefined {
		if (kind === 'run' || kind === 'obey') return undefined;
		const repeated = new Set(this.executions.map(({ repeats }) => repeats));
		return this.executions.findLast((execution) => {
			if (repeated.has(execution)) return false;
			if (execution.status === 'crashed' || kind !== 'rerun') return offersRetry(execution);
			// A worker that is too busy to renew its lock loses the execution to another worker, and goes on.
			return execution.status === 'running' && execution.plan.worker !== worker;
		});
	}

	/**
	 * Starts an execution; its status changes when it ends.
	 *
	 * @param entries its documents, unless it repeats another execution
	 * @param settings those of the workflow now
	 * @param given what it begins with, if that does not follow from its kind
	 */
	start(
		plan: ExecutionPlan,
		entries: Entry[],
		settings: Settings,
		{ jobIds = [], retried = this.findRepeated(plan) }: Given = {},
	): Execution {
		const execution = retried
			? this.repeat(retried, plan, settings)
			: this.begin(plan, entries, settings);
		if (jobIds.length > 0) execution.outputs.given = jobIds.map((id) => ({ json: { id } }));
		this.executions.push(execution);
		this.clock.restart();
		const { ancestors, id, mode, workflowId, number } = execution;
		const known = ancestors.map((each) => each.number).join(' ');
		this.trace(
			`execution ${number} = ${id} (${mode}, knows ${known || 'nothing'}) of ${workflowId}: ${JSON.stringify(execution.settings)}, documents ${execution.entries.map(({ content }) => content.content).join(' ')}`,
		);
		const isBusy = this.executions.some(
			(each) => each !== execution && each.status === 'running' && each.plan.worker === plan.worker,
		);
		if (plan.restarts && !isBusy) this.endProcess(plan.worker);
		const process = this.ensureProcess(plan.worker);
		execution.process = process;
		this.arrange(execution, process);
		void this.run(execution, process).catch((error: unknown) => {
			this.witness.surprised(`the model of n8n failed: ${String((error as Error).stack)}`);
			this.end(execution, 'error');
		});
		return execution;
	}

	/** Kills the process of an execution and everything in it. */
	private kill({ process, plan }: Execution): void {
		if (process?.alive !== true) return;
		this.kills += 1;
		this.trace(`    worker ${plan.worker} is killed`);
		this.endProcess(plan.worker);
		for (const execution of this.executions) {
			if (execution.process === process) this.end(execution, 'crashed');
		}
	}

	/** Gives up an execution that does not end. */
	abandon(execution: Execution): void {
		this.endProcess(execution.plan.worker);
		this.end(execution, 'crashed');
	}

	/** Ends a process, with the remaining calls of stopped executions. */
	private endProcess(worker: number): void {
		const process = this.processes.get(worker);
		if (process) process.alive = false;
		this.processes.delete(worker);
	}

	private ensureProcess(worker: number): Process {
		const running = this.processes.get(worker);
		if (running) return running;
		const { clock, random } = this;
		const process = { alive: true, number: ++this.started } as Process;
		const sleep = async (ms: number) => await clock.sleep(ms, process);
		const now = () => clock.wall;
		const passed = () => clock.time;
		const node = this.modules.start(worker, { now, passed, random, sleep });
		checkNames(node);
		process.node = node as unknown as Process['node'];
		this.processes.set(worker, process);
		this.trace(`  process ${process.number} starts as worker ${worker}`);
		return process;
	}

	/** A tool gets no files, and an agent has no steps. */
	private begin(plan: ExecutionPlan, entries: Entry[], settings: Settings): Execution {
		if (plan.tools === 'none') return this.newExecution(plan, entries, settings);
		if (WORKFLOWS[settings.operation].length > 1)
			return this.newExecution({ ...plan, tools: 'none' }, entries, settings);
		return this.newExecution(plan, entries, { ...settings, source: 'url' });
	}

	private newExecution(
		plan: ExecutionPlan,
		entries: Entry[],
		settings: Settings,
		kept?: Kept,
	): Execution {
		const number = this.executions.length + 1;
		const id = `execution-${number}`;
		const began = kept ?? { memory: {}, ancestors: [], firstIds: {}, round: 0, outputs: {} };
		return {
			...copyOf(began),
			id,
			number,
			plan,
			settings,
			mode: 'trigger',
			began: copyOf(began),
			workflowId: `workflow-${plan.copy}`,
			entries,
			stop: new Controller(),
			left: 0,
			status: 'running',
			alive: true,
			calls: [],
			faults: this.faultsOf(plan),
			startedAt: this.clock.time,
		};
	}

	/** A manual Retry keeps the memory of an execution that has failed; a crash takes it with it. */
	private repeat(repeats: Execution, given: ExecutionPlan, current: Settings): Execution {
		const { ancestors, began, entries, id, mode, status, workflowId } = repeats;
		const { copy, rounds, tools } = repeats.plan;
		const plan = { ...given, copy, rounds, tools };
		if (given.kind === 'rerun') {
			const made = this.newExecution(plan, entries, repeats.settings, began);
			return { ...made, id, mode, workflowId, repeats };
		}
		const settings =
			given.kind === 'retryCurrent' ? ofSameNodes(current, repeats) : repeats.settings;
		const kept = { ...repeats, ancestors: [...ancestors, repeats] };
		const known = status === 'crashed' ? undefined : plan.updates ? toOtherVersion(kept) : kept;
		const made = this.newExecution(plan, entries, settings, known);
		return { ...made, mode: 'retry', workflowId, repeats };
	}

	private faultsOf({ faults, outageAt }: ExecutionPlan): Faults {
		const from = outageAt < 0 ? undefined : this.clock.time + outageAt;
		return new Faults(faults, this.clock, from);
	}

	private arrange(execution: Execution, process: Process): void {
		const { clockShiftMs, ending } = execution.plan;
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
		const [first, ...others] = WORKFLOWS[settings.operation];
		if (!first) throw new Error('A workflow has no node');
		if (others.length > 0 || !takesDocuments(first)) {
			await this.runNodes(execution, process, [first, ...others]);
			return;
		}
		if (plan.tools !== 'none') {
			await this.runTools(execution, process, first);
			return;
		}
		const rounds = Math.min(plan.rounds, entries.length);
		for (; execution.round < rounds; execution.round += 1) {
			const own = entries.filter((_, index) => index % rounds === execution.round);
			const groups = groupsOf(own, settings);
			const outputs = await this.runNode(execution, process, first, groups);
			if (!outputs) return;
			if (await this.hasEndedAfterPause(execution)) return;
		}
		this.end(execution, 'success');
	}

	/** An agent calls its tool for all documents at once. */
	private async runTools(
		execution: Execution,
		process: Process,
		node: WorkflowNode,
	): Promise<void> {
		const { entries, plan } = execution;
		const calls = entries.map(async (entry, index) => {
			const run = plan.tools === 'ownRuns' ? index : 0;
			return await this.runNode(execution, process, node, [[entry]], undefined, run);
		});
		const outputs = await Promise.all(calls);
		this.end(execution, outputs.every(Boolean) ? 'success' : 'error');
	}

	/** Nodes that tag or submit have the documents; the others have the jobs of the node before them. */
	private async runNodes(
		execution: Execution,
		process: Process,
		nodes: readonly WorkflowNode[],
	): Promise<void> {
		const { entries, outputs, settings } = execution;
		let before = outputs.given ?? [];
		for (const node of nodes) {
			const hasDocuments = takesDocuments(node);
			if (!outputs[node.name] && (hasDocuments || before.length > 0)) {
				const groups = hasDocuments ? groupsOf(entries, settings) : [];
				const items = hasDocuments ? undefined : before;
				const made = await this.runNode(execution, process, node, groups, items, 0);
				if (!made) return;
				outputs[node.name] = made;
				if (await this.hasEndedAfterPause(execution)) return;
			}
			before = withoutFailed(outputs[node.name] ?? []);
		}
		this.end(execution, 'success');
	}

	/** Another node lets the execution wait, without work in its process. */
	private async hasEndedAfterPause(execution: Execution): Promise<boolean> {
		const { pauseMs } = execution.plan;
		if (pauseMs > 0) await this.clock.pause(pauseMs, execution);
		return hasEnded(execution);
	}

	/**
	 * @param groups documents of each item; empty for operations on jobs
	 * @returns the items for the next node; undefined if the execution has ended
	 */
	private async runNode(
		execution: Execution,
		process: Process,
		node: WorkflowNode,
		groups: Entry[][],
		items = groups.map((group) => this.itemOf(group, execution.settings)),
		run = execution.round,
	): Promise<INodeExecutionData[] | undefined> {
		const { plan, settings } = execution;
		const tries = settings.retryOnFail ? TRIES : 1;
		for (let attempt = 1; ; attempt += 1) {
			if (attempt > 1) await this.clock.pause(BETWEEN_TRIES_MS, process);
			if (execution.status !== 'running') return undefined;
			const call = this.newCall(execution, node, groups, items, run);
			await this.callNode(process, call, items);
			this.witness.ended(call);
			if (hasEnded(execution)) return undefined;
			const mayTryAgain = attempt < tries;
			if (call.error) {
				if (mayTryAgain) continue;
				if (settings.onError !== 'stopWorkflow') return [];
				// An agent gets the error and goes on.
				if (plan.tools === 'none') this.end(execution, 'error');
				return undefined;
			}
			// n8n checks only the first item for an error.
			if (mayTryAgain && isTruthy(call.outputs?.[0]?.json.error)) {
				this.trace('    n8n runs the node again for the error in the first item');
				this.witness.ranAgain(call);
				continue;
			}
			if (plan.ending.kind === 'killAtReturn') {
				this.kill(execution);
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
			const { data, itemIndex } = where ?? {};
			call.error = {
				message,
				description: description ?? '',
				code: data?.code,
				idempotencyKey: data?.idempotency_key,
				jobId: data?.job_id,
				jobNumber: data?.job_number,
				itemIndex,
			};
			this.trace(`  ${call.id} throws ${message} — ${description ?? ''}`);
		}
		call.endedAt = this.clock.time;
	}

	private newCall(
		execution: Execution,
		{ name, operation }: WorkflowNode,
		groups: Entry[][],
		items: INodeExecutionData[],
		run: number,
	): Call {
		const entries = groups.flat();
		const call: Call = {
			id: `call-${execution.number}.${execution.calls.length + 1}`,
			execution,
			node: name,
			operation,
			entries,
			itemOf: groups.flatMap((group, index) => group.map(() => index)),
			jobIds: entries.length > 0 ? [] : items.map(jobIdOf),
			run,
			startedAt: this.clock.time,
			hints: [],
			log: [],
			told: new Map(),
			lost: new Set(),
			readPlaces: new Set(),
		};
		execution.calls.push(call);
		execution.firstIds[name] ??= execution.id;
		this.clock.restart();
		this.witness.began(call);
		return call;
	}

	private itemOf(group: Entry[], settings: Settings): INodeExecutionData {
		const [first] = group;
		if (!first) throw new Error('An item has no document');
		return (first.item ??= this.newItem(group, first, settings));
	}

	/** An item; one with several PDFs has a picture, too, and its second PDF does not say that it is one. */
	private newItem(group: Entry[], { place }: Entry, settings: Settings): INodeExecutionData {
		// Input data may contain an error of another node.
		const json = { place, error: 'of another node' };
		if (settings.source === 'url') return { json };
		const file = (bytes: Buffer, fileName: string, mimeType: string) =>
			settings.source === 'store'
				? stored(this.files, bytes, fileName, mimeType)
				: { data: bytes.toString('base64'), fileName, mimeType };
		if (settings.filesPerItem === 1) {
			const [{ content }] = group as [Entry];
			return { json, binary: { data: file(content.pdf, nameOf(content), 'application/pdf') } };
		}
		const files = group.map(({ content }, index) => {
			const isUnknown = index === 1;
			const name = isUnknown ? 'attachment' : nameOf(content);
			const type = isUnknown ? 'application/octet-stream' : 'application/pdf';
			return [`file_${index}`, file(content.pdf, name, type)] as const;
		});
		const picture = file(Buffer.from('A picture'), 'picture.png', 'image/png');
		return { json, binary: Object.fromEntries([['picture', picture], ...files]) };
	}

	private end(execution: Execution, status: Execution['status']): void {
		if (execution.status !== 'running') return;
		execution.status = status;
		execution.alive = false;
		execution.endedAt = this.clock.time;
		this.trace(`execution ${execution.number}: ${status}`);
	}
}

function nameOf({ content }: Content): string {
	return `document-${content}.pdf`;
}

/** The documents of each item; a URL leads to one. */
function groupsOf(entries: readonly Entry[], { filesPerItem, source }: Settings): Entry[][] {
	const size = source === 'url' ? 1 : filesPerItem;
	const starts = entries.flatMap((_, index) => (index % size === 0 ? [index] : []));
	return starts.map((start) => entries.slice(start, start + size));
}

function takesDocuments({ operation }: WorkflowNode): boolean {
	return operation === 'tag' || operation === 'submit';
}

/** n8n offers Retry for executions that have failed. */
export function offersRetry({ status }: Execution): boolean {
	return status === 'error' || status === 'crashed';
}

/** The workflow as it is now. Its nodes and their sources are those of before, or there is nothing to continue. */
function ofSameNodes(current: Settings, { settings }: Execution): Settings {
	const { filesPerItem, operation, source } = settings;
	return { ...current, filesPerItem, operation, source };
}

/** A copy whose memory is read from n8n's database. */
function copyOf({ ancestors, firstIds, memory, outputs, round }: Kept): Kept {
	const copy = JSON.parse(JSON.stringify(memory)) as Kept['memory'];
	return { ancestors, firstIds: { ...firstIds }, memory: copy, outputs: { ...outputs }, round };
}

/** What another version of the package would have stored. Only the ID of the first execution has the same form. */
function toOtherVersion(kept: Kept): Kept {
	const memory = Object.entries(kept.memory).map(([node, data]) => {
		const { ledger } = data as { ledger?: { firstExecutionId: string } };
		const documents = { 'a document': { job: 'in another form' } };
		const other = { version: 0, firstExecutionId: ledger?.firstExecutionId, documents };
		return [node, ledger ? { ...data, ledger: other } : data];
	});
	return { ...kept, ancestors: [], memory: Object.fromEntries(memory) as Kept['memory'] };
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
