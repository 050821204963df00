/**
 * Runs the compiled nodes of this package in n8n-core's own engine, without an n8n server: for
 * the tests and for `npm run demo`.
 *
 *     const engine = await createEngine({ binaryMode: 'filesystem', credentials: { tagPdfApi } });
 *     const execution = await engine.run({
 *       nodes: [{ type: 'tagPdf', parameters: { operation: 'tag' }, retryOnFail: true }],
 *       items: [{ binary: { data: { content, fileName: 'a.pdf', mimeType: 'application/pdf' } } }],
 *     });
 *     await readBinary(execution.items()[0]);
 *     await engine.close();
 */
import { createRunExecutionData, type INodeType } from 'n8n-workflow';
import { additionalData } from './host/additionalData';
import { testCredential } from './host/credentialTest';
import { type CredentialData, EngineCredentials } from './host/credentials';
import type { Execution } from './execution';
import { type StartItem, storeItems } from './items';
import { EngineNodeTypes } from './host/nodeTypes';
import { loadPackage } from './host/package';
import { dataForRetry } from './retry';
import { type RunOptions, type RunningExecution, startRun } from './runner';
import { type BinaryMode, type EngineServices, openServices } from './host/services';
import { type Webhook, type WebhookOptions, listen } from './webhook/webhook';
import { WorkflowBuilder, type WorkflowSetup } from './workflow';

export { Execution } from './execution';
export { readBinary, type StartFile, type StartItem } from './items';
export type { LogEntry } from './host/log';
export type { NodeEvent, RunOptions, RunningExecution } from './runner';
export type { BinaryMode } from './host/services';
export type { Webhook, WebhookOptions } from './webhook/webhook';
export type { NodeSetup, WorkflowSetup } from './workflow';

export interface EngineOptions {
	binaryMode?: BinaryMode;
	/** Credential type → its fields, e.g. `{ tagPdfApi: { apiKey, baseUrl } }`. */
	credentials?: CredentialData;
	/** Further node types by full name, e.g. `test.fail`, in addition to those of this package. */
	nodeTypes?: Record<string, INodeType>;
	/** False leaves out this package's own nodes, so that no build is needed. */
	loadPackage?: boolean;
}

export interface RunRequest extends WorkflowSetup, RunOptions {
	/** Input of the first node, or of `startNode`; one empty item when left out. */
	items?: StartItem[];
	/** First node of a workflow with `connections`; its trigger when left out. */
	startNode?: string;
	/** Counted up from 1 when left out, as n8n does. */
	executionId?: string;
}

export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
	return new Engine(await openServices(options.binaryMode ?? 'default'), options);
}

export class Engine {
	private readonly credentialsHelper: EngineCredentials;
	private readonly nodes: INodeType[];
	private readonly workflows: WorkflowBuilder;
	private executions = 0;

	constructor(
		private readonly services: EngineServices,
		{ credentials = {}, nodeTypes = {}, loadPackage: withPackage = true }: EngineOptions,
	) {
		const { name, nodes, credentials: types } = withPackage ? loadPackage() : EMPTY_PACKAGE;
		this.nodes = nodes;
		const own = nodes.map((node) => [`${name}.${node.description.name}`, node] as const);
		const engineNodeTypes = new EngineNodeTypes({ ...Object.fromEntries(own), ...nodeTypes });
		this.credentialsHelper = new EngineCredentials(types, credentials);
		this.workflows = new WorkflowBuilder(name, engineNodeTypes, this.credentialsHelper);
	}

	/** Entries that nodes and engine wrote to n8n's log so far. */
	get log() {
		return this.services.log;
	}

	/** The credentials in use. Assign to a type to change its credential for later runs. */
	get credentials() {
		return this.credentialsHelper.data;
	}

	/** Runs a workflow to its end. A failing node is in the result; the promise does not reject. */
	async run(request: RunRequest): Promise<Execution> {
		return await (
			await this.start(request)
		).finished;
	}

	/** Starts a workflow and returns while it runs, for `stop()` and ordered faults. */
	async start(request: RunRequest): Promise<RunningExecution> {
		const workflow = this.workflows.build(request);
		const id = request.executionId ?? this.nextExecutionId();
		const node = request.startNode ? workflow.getNode(request.startNode) : workflow.getStartNode();
		if (!node) throw new Error('The workflow has no node to start from.');
		const items = await storeItems(request.items ?? [{}], workflow.id, id);
		const nodeExecutionStack = [{ node, data: { main: [items] }, source: null }];
		const data = createRunExecutionData({ executionData: { nodeExecutionStack } });
		return startRun(workflow, data, additionalData(this.credentialsHelper, id), request);
	}

	/**
	 * Retries a failed execution like n8n's manual Retry, from its stored data. With `changed` it is n8n's
	 * "Retry with currently saved workflow".
	 *
	 * @throws when the execution succeeded, as n8n does
	 */
	async retry(
		execution: Execution,
		options: RunOptions & { changed?: WorkflowSetup } = {},
	): Promise<Execution> {
		return await this.startRetry(execution, options).finished;
	}

	startRetry(
		execution: Execution,
		{ changed, ...options }: RunOptions & { changed?: WorkflowSetup } = {},
	): RunningExecution {
		const workflow = changed ? this.workflows.build(changed) : execution.workflow;
		const data = dataForRetry(execution, changed && workflow);
		const id = this.nextExecutionId();
		return startRun(workflow, data, additionalData(this.credentialsHelper, id), {
			...options,
			mode: 'retry',
		});
	}

	/** Serves the webhook of a trigger node over HTTP and runs the workflow for each event. */
	async webhook(setup: WorkflowSetup & WebhookOptions): Promise<Webhook> {
		return await listen(this.workflows.build(setup), setup, this.credentialsHelper, () =>
			this.nextExecutionId(),
		);
	}

	/** Runs the credential's Test button. Returns `OK`, or `Error` with the message that the user sees. */
	async testCredential(type: string, data = this.credentials[type] ?? {}) {
		return await testCredential(this.nodes, this.credentialsHelper, type, data);
	}

	/** Removes everything the runs left on disk. */
	async close(): Promise<void> {
		await this.services.close();
	}

	private nextExecutionId(): string {
		this.executions += 1;
		return String(this.executions);
	}
}

const EMPTY_PACKAGE: ReturnType<typeof loadPackage> = { name: 'none', nodes: [], credentials: [] };
