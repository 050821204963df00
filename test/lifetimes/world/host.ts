import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, type INode } from 'n8n-workflow';

import type { Plan } from '../plan';
import { jobIdOf } from './items';
import { parametersOf } from './parameters';
import type { Call, Process } from './records';
import { SERVICE_URL, type Request, type ServiceModel } from './service';
import type { DeduplicationStore } from './store';
import type { Clock } from './clock';
import { Bytes, readAll } from './stream';

/** Milliseconds of a store call, normally and when the store is slow. */
const STORE_MS = 10;
const SLOW_STORE_MS = 5_000;
const BINARY_MS = 10;

const API_KEYS = ['key-of-the-account', 'other-key-of-the-account'];

/** State that all processes of n8n share. */
export interface World {
	plan: Plan;
	clock: Clock;
	service: ServiceModel;
	store: DeduplicationStore;
	files: Map<string, Buffer>;
	trace: (line: string) => void;
	/** Ends the process that an execution runs in. */
	kill: (call: Call) => void;
}

/** Reads the state at each call, because n8n may have been killed meanwhile. */
function isDead({ alive }: Process): boolean {
	return !alive;
}

/** A promise of an ended process, which never settles. */
async function never<T>(): Promise<T> {
	return await new Promise<T>(() => {});
}

/** n8n from the view of one call of the node. */
export class Host {
	readonly node: INode;

	constructor(
		private readonly world: World,
		private readonly process: Process,
		private readonly call: Call,
		private readonly items: INodeExecutionData[],
	) {
		const { operation, execution } = call;
		const { onError, retryOnFail } = execution.settings;
		this.node = {
			id: `node-${operation === 'wait' || operation === 'download' ? operation : 'tag'}`,
			name: 'Tag PDF',
			type: 'n8n-nodes-tag-pdf.tagPdf',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			retryOnFail,
			...(onError === 'stopWorkflow' ? {} : { onError }),
		};
	}

	/** The context that n8n passes to the node. */
	context(): IExecuteFunctions {
		const { call, items, node, world } = this;
		const { execution } = call;
		const parameters = items.map((item, index) => {
			const entry = call.entries[index];
			return parametersOf(call.operation, execution.settings, {
				ownKey: entry?.ownKey ?? '',
				url: entry?.url ?? '',
				jobId: jobIdOf(item),
			});
		});
		const log = (message: string) => {
			call.log.push(message);
			// Executions of a node share its store calls and their failures.
			if (/deduplication store/.test(message)) call.hadStoreTrouble = true;
			world.trace(`      log: ${message}`);
		};
		const context = {
			getInputData: () => items,
			getNodeParameter: (name: string, index: number, fallback?: unknown) =>
				parameters[index]?.get(name) ?? fallback,
			getContext: () => (execution.memory[node.id] ??= {}),
			getCredentials: async () =>
				await this.leave('credential', 0, () => ({
					apiKey: API_KEYS[execution.plan.apiKey],
					baseUrl: SERVICE_URL,
				})),
			getExecutionId: () => execution.id,
			getExecutionCancelSignal: () => execution.stop.signal,
			onExecutionCancellation: (handler: () => void) =>
				execution.stop.signal.addEventListener('abort', handler),
			getInstanceId: () => 'instance',
			getMode: () => execution.mode,
			getNode: () => node,
			getWorkflow: () => ({
				...(world.plan.isUnsaved ? {} : { id: execution.workflowId }),
				name: 'Workflow',
				active: true,
			}),
			getWorkflowDataProxy: () => ({ $runIndex: execution.round }),
			continueOnFail: () => node.onError !== undefined,
			addExecutionHints: ({ message }: { message: string }) => {
				call.hints.push(message);
				world.trace(`      hint: ${message}`);
			},
			logger: { debug: () => {}, info: log, warn: log, error: log },
			sendMessageToUI: () => {},
			helpers: this.helpers(),
		};
		return context as unknown as IExecuteFunctions;
	}

	private helpers() {
		const { call, items, node, world } = this;
		const { files } = world;
		const row = `${call.execution.workflowId}/${node.id}`;
		return {
			httpRequest: async (request: Request & Bounds) => await this.send(request),
			httpRequestWithAuthentication: async (_: string, request: Request & Bounds) =>
				// n8n replaces any other signal with its Stop signal here.
				await this.send({ ...request, abortSignal: undefined }),
			assertBinaryData: (index: number, name: string) => {
				const file = items[index]?.binary?.[name];
				if (!file) throw new NodeOperationError(node, `No binary field ${name}`);
				return file;
			},
			prepareBinaryData: async (content: unknown, fileName: string, mimeType: string) => {
				call.mayHaveClosed = false;
				const bytes = await readAll(content);
				return await this.leave(`store ${fileName}`, BINARY_MS, () => {
					return stored(files, bytes, fileName, mimeType);
				});
			},
			getBinaryStream: async (id: string) =>
				await this.leave('read file', BINARY_MS, () => new Bytes([files.get(id) ?? Buffer.of()])),
			getBinaryMetadata: async (id: string) =>
				await this.leave('look at file', 0, () => ({ fileSize: files.get(id)?.length ?? 0 })),
			checkProcessedAndRecord: async (
				marks: string[],
				_: string,
				{ maxEntries }: { maxEntries: number },
			) =>
				await this.askStore('record', marks, () => {
					for (const mark of marks) if (attemptOf(mark) > 1) call.lookedUp.add(documentOf(mark));
					return world.store.record(row, marks, maxEntries);
				}),
			removeProcessed: async (marks: string[]) =>
				await this.askStore('remove', marks, () => {
					world.store.remove(row, marks);
					for (const mark of marks) call.lookedUp.delete(documentOf(mark));
					if (call.underWay === 1) call.mayHaveClosed = true;
				}),
		};
	}

	/** A call to the outside, during which n8n may be killed or stopped. */
	private async leave<T>(name: string, ms: number, effect: () => T): Promise<T> {
		return await this.leaving(name, async () => {
			if (ms > 0) await this.world.clock.pause(ms, this.process);
			return effect();
		});
	}

	private async leaving<T>(name: string, work: () => Promise<T>): Promise<T> {
		const { call, process, world } = this;
		const { execution } = call;
		if (!process.alive) return await never();
		const number = execution.left++;
		world.trace(`    ${number}: ${name}`);
		this.interrupt(number, 'before');
		if (isDead(process)) return await never();
		call.underWay += 1;
		try {
			return await work();
		} finally {
			this.interrupt(number, 'after');
			call.underWay -= 1;
			if (isDead(process)) await never();
		}
	}

	private interrupt(number: number, side: 'before' | 'after'): void {
		const { call, process, world } = this;
		const { ending } = call.execution.plan;
		if (!process.alive || (ending.kind !== 'kill' && ending.kind !== 'stop')) return;
		if (ending.call !== number || ending.side !== side) return;
		if (ending.kind === 'kill') world.kill(call);
		else if (call.execution.status === 'running') {
			world.trace('    Stop');
			call.execution.stop.abort();
		}
	}

	private async askStore<T>(what: string, marks: string[], effect: () => T): Promise<T> {
		const { call, world } = this;
		const name = `${what} ${marks.join(', ')}`;
		return await this.leaving(name, async () => {
			const health = world.plan.isUnsaved ? 'refusing' : call.execution.plan.store;
			if (health !== 'good') call.hadStoreTrouble = true;
			await world.clock.pause(health === 'slow' ? SLOW_STORE_MS : STORE_MS, this.process);
			if (health === 'hanging') return await never();
			if (health === 'refusing') throw new Error('The database does not answer');
			return effect();
		});
	}

	private async send(request: Request & Bounds): Promise<unknown> {
		const { call, process, world } = this;
		const path = request.url.replace(/^https:\/\/(\w+)\.test/, '$1').replace(/\?.*/, '');
		call.mayHaveClosed = false;
		return await this.leaving(`${request.method ?? 'GET'} ${path}`, async () => {
			const answer = world.service.answer(request, call.execution.faults, call.id);
			const response = await this.unlessEnded(request, answer);
			world.trace(`      ${path}: ${response.statusCode}`);
			if (isDead(process)) return await never();
			return response;
		});
	}

	/** Models n8n's HTTP client: ends with Stop, with the node's signal, and after the node's timeout. */
	private async unlessEnded<T>(
		{ abortSignal, timeout = 0 }: Bounds,
		answer: Promise<T | undefined>,
	): Promise<T> {
		const { call, process, world } = this;
		const stop = call.execution.stop.signal;
		return await new Promise<T>((resolve, reject) => {
			const end = (code: string) => {
				stop.removeEventListener('abort', cancel);
				abortSignal?.removeEventListener('abort', cancel);
				reject(Object.assign(new Error(code), { code }));
			};
			const cancel = () => end('ERR_CANCELED');
			stop.addEventListener('abort', cancel, { once: true });
			abortSignal?.addEventListener('abort', cancel, { once: true });
			if (stop.aborted || abortSignal?.aborted === true) cancel();
			answer.then(
				(response) => {
					if (response === undefined) {
						world.clock.after(timeout, process, () => end('ECONNABORTED'));
						return;
					}
					stop.removeEventListener('abort', cancel);
					abortSignal?.removeEventListener('abort', cancel);
					resolve(response);
				},
				(error: unknown) => end((error as { code?: string }).code ?? 'UNKNOWN'),
			);
		});
	}
}

interface Bounds {
	abortSignal?: {
		aborted: boolean;
		addEventListener(type: 'abort', listener: () => void, options: { once: true }): void;
		removeEventListener(type: 'abort', listener: () => void): void;
	};
	timeout?: number;
}

export function stored(
	files: Map<string, Buffer>,
	bytes: Buffer,
	fileName: string,
	mimeType: string,
): IBinaryData {
	const id = `filesystem-v2:${files.size}`;
	files.set(id, bytes);
	const fileSize = String(bytes.length);
	return { data: 'filesystem-v2', id, fileName, mimeType, fileSize, bytes: bytes.length };
}

/** Document of a mark of the journal, which is `<document> <attempt> <what>`. */
function documentOf(mark: string): string {
	return mark.slice(0, mark.indexOf(' '));
}

function attemptOf(mark: string): number {
	return Number(mark.split(' ')[1]);
}
