import type { IBinaryData, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, type INode } from 'n8n-workflow';

import { jobIdOf } from './items';
import { parametersOf } from './parameters';
import {
	credentialOf,
	firstEntryOf,
	isNewJob,
	maxJobsOf,
	type Call,
	type Process,
} from './records';
import { API_KEYS, SERVICE_URL, type Request, type ServiceModel } from './service';
import type { Clock } from './clock';
import { Bytes, readAll } from './stream';

const BINARY_MS = 10;

/** State that all processes of n8n share. */
export interface World {
	clock: Clock;
	service: ServiceModel;
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
		const { execution } = call;
		const { onError, retryOnFail } = execution.settings;
		this.node = {
			id: `node-${call.node}`,
			name: call.node,
			// n8n generates another node type for tools.
			type: `n8n-nodes-tag-pdf.tagPdf${execution.plan.tools === 'none' ? '' : 'Tool'}`,
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
			const entry = firstEntryOf(call, index);
			return parametersOf(call.operation, execution.settings, {
				isNew: entry !== undefined && isNewJob(execution, entry),
				maxJobs: maxJobsOf(execution, entry ?? { place: 0 }),
				url: entry?.url ?? '',
				jobId: jobIdOf(item),
			});
		});
		const log = (message: string) => {
			call.log.push(message);
			world.trace(`      log: ${message}`);
		};
		const context = {
			getInputData: () => items,
			getNodeParameter: (name: string, index: number, fallback?: unknown) =>
				parameters[index]?.get(name) ?? fallback,
			getContext: () => (execution.memory[node.id] ??= {}),
			getCredentials: async (_: string, index: number) =>
				await this.leave('credential', 0, () => ({
					apiKey: API_KEYS[credentialOf(execution, firstEntryOf(call, index))],
					baseUrl: SERVICE_URL,
				})),
			getExecutionId: () => execution.id,
			getExecutionCancelSignal: () => execution.stop.signal,
			onExecutionCancellation: (handler: () => void) =>
				execution.stop.signal.addEventListener('abort', handler),
			getInstanceId: () => 'instance',
			getMode: () => execution.mode,
			getNode: () => node,
			getWorkflow: () => ({ id: execution.workflowId, name: 'Workflow', active: true }),
			getWorkflowDataProxy: () => ({ $runIndex: call.run }),
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
		const { items, node, world } = this;
		const { files } = world;
		return {
			httpRequest: async (request: Request & Bounds) => await this.send(request),
			httpRequestWithAuthentication: async (
				_: string,
				request: Request & Bounds,
				{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: { apiKey: string } } },
			) =>
				// n8n replaces any other signal with its Stop signal here.
				await this.send({ ...request, apiKey: data.apiKey, abortSignal: undefined }),
			assertBinaryData: (index: number, name: string) => {
				const file = items[index]?.binary?.[name];
				if (!file) throw new NodeOperationError(node, `No binary field ${name}`);
				return file;
			},
			prepareBinaryData: async (content: unknown, fileName: string, mimeType: string) => {
				const bytes = await readAll(content);
				return await this.leave(`store ${fileName}`, BINARY_MS, () => {
					return stored(files, bytes, fileName, mimeType);
				});
			},
			getBinaryStream: async (id: string) =>
				await this.leave('read file', BINARY_MS, () => new Bytes([files.get(id) ?? Buffer.of()])),
			getBinaryMetadata: async (id: string) =>
				await this.leave('look at file', 0, () => ({ fileSize: files.get(id)?.length ?? 0 })),
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
		const { process, world } = this;
		const { execution } = this.call;
		if (!process.alive) return await never();
		const number = execution.left++;
		world.trace(`    ${number}: ${name}`);
		this.interrupt(number, 'before');
		if (isDead(process)) return await never();
		try {
			return await work();
		} finally {
			this.interrupt(number, 'after');
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

	private async send(request: Request & Bounds): Promise<unknown> {
		const { call, process, world } = this;
		const path = request.url.replace(/^https:\/\/(\w+)\.test/, '$1').replace(/\?.*/, '');
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
