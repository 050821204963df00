import { Readable } from 'node:stream';
import type {
	IBinaryData,
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { FakeLog } from './fakeLog';

/** A request to n8n's HTTP helper; `apiKey` is set only if the helper was to authenticate. */
export interface FakeRequest extends IHttpRequestOptions {
	apiKey?: unknown;
}

export interface FakeAnswer {
	statusCode: number;
	headers?: Record<string, string>;
	body?: unknown;
}

export interface FakeSetup {
	/** Parameters by item; an `Error` as a value is thrown, like a failing expression. */
	parameters?: Array<Record<string, unknown>>;
	items?: INodeExecutionData[];
	/** Credentials by item; missing entries use the credential of the first item. */
	credentials?: ICredentialDataDecryptedObject[];
	node?: Partial<INode>;
	continueOnFail?: boolean;
	mode?: WorkflowExecuteMode;
	executionId?: string;
	runIndex?: number;
	/** n8n's stored data of the node; pass the same object for a second try. */
	kept?: IDataObject;
	signal?: AbortSignal;
	/** Content of the binary store, by ID. */
	stored?: Record<string, Buffer>;
	/** The server behind n8n's HTTP helper. */
	answer?: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
	/** n8n's deduplication store, which only the trigger uses. */
	checkProcessed?: IExecuteFunctions['helpers']['checkProcessedAndRecord'];
}

/** Parameter value of an expression without a result. */
export const NOTHING = Symbol('nothing');

const CREDENTIAL = { apiKey: 'key_1', baseUrl: 'https://api.example.com' };

/** Fakes n8n for a node's execution and records the node's calls. */
export class FakeExecution {
	readonly requests: FakeRequest[] = [];
	/** Files that the node wrote to the binary store. */
	readonly saved: Array<{ content: Buffer; fileName?: string; mimeType?: string }> = [];
	readonly credentialReads: Array<[name: string, item: number | undefined]> = [];
	/** Number of bytes that the node read from the binary store. */
	read = 0;
	readonly log = new FakeLog();
	/** Hints shown above the outputs. */
	readonly hints: NodeExecutionHint[] = [];
	/** Messages to the browser console of a manual run. */
	readonly consoleMessages: unknown[] = [];
	readonly context: IExecuteFunctions;
	readonly node: INode;
	private readonly kept: IDataObject;

	constructor(private readonly setup: FakeSetup = {}) {
		this.kept = setup.kept ?? {};
		this.node = {
			id: 'node_1',
			name: 'Tag PDF',
			type: 'tagPdf',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
			...setup.node,
		};
		this.context = this.makeContext();
	}

	private makeContext(): IExecuteFunctions {
		const { setup } = this;
		const items = setup.items ?? (setup.parameters ?? [{}]).map(() => ({ json: {} }));
		const context = {
			getNodeParameter: (name: string, item: number, fallback?: unknown) =>
				this.parameter(name, item, fallback),
			getInputData: () => items,
			getCredentials: (name: string, item?: number) => this.credential(name, item),
			getNode: () => this.node,
			getWorkflow: () => ({ id: 'workflow_1', name: 'Inbox', active: true }),
			getMode: () => setup.mode ?? 'manual',
			getExecutionId: () => setup.executionId ?? 'execution_1',
			getInstanceId: () => 'instance_1',
			getContext: () => this.kept,
			getWorkflowDataProxy: () => ({ $runIndex: setup.runIndex ?? 0 }),
			getExecutionCancelSignal: () => setup.signal,
			continueOnFail: () => setup.continueOnFail ?? false,
			logger: this.log.logger,
			sendMessageToUI: (message: unknown) => this.consoleMessages.push(message),
			addExecutionHints: (...hints: NodeExecutionHint[]) => this.hints.push(...hints),
			helpers: {
				httpRequest: (request: IHttpRequestOptions) => this.answer(request),
				httpRequestWithAuthentication: (
					_type: string,
					request: IHttpRequestOptions,
					{ credentialsDecrypted }: { credentialsDecrypted: { data: IDataObject } },
				) => this.answer({ ...request, apiKey: credentialsDecrypted.data.apiKey }),
				assertBinaryData: (item: number, path: string) => binaryAt(items[item], path),
				getBinaryMetadata: (id: string) => Promise.resolve({ fileSize: this.content(id).length }),
				getBinaryStream: (id: string) =>
					Promise.resolve(Readable.from(this.chunks(this.content(id)))),
				prepareBinaryData: (content: Readable, fileName?: string, mimeType?: string) =>
					this.save(content, fileName, mimeType),
				checkProcessedAndRecord: setup.checkProcessed,
			},
		};
		return context as unknown as IExecuteFunctions;
	}

	/** Like n8n: resolves a path in the item's parameters; throws without a value and a fallback. */
	private parameter(name: string, item: number, fallback: unknown): unknown {
		let value: unknown = this.setup.parameters?.[item] ?? {};
		for (const key of name.split('.')) {
			value = (value as Record<string, unknown> | undefined)?.[key];
		}
		if (value instanceof Error) throw value;
		if (value === NOTHING) return undefined;
		if (value !== undefined) return value;
		if (fallback === undefined) throw new Error(`Could not get parameter ${name}`);
		return fallback;
	}

	private credential(name: string, item?: number): Promise<ICredentialDataDecryptedObject> {
		this.credentialReads.push([name, item]);
		const { credentials = [CREDENTIAL] } = this.setup;
		return Promise.resolve(credentials[item ?? 0] ?? credentials[0] ?? CREDENTIAL);
	}

	private async answer(request: FakeRequest): Promise<FakeAnswer> {
		this.requests.push(request);
		const { answer } = this.setup;
		if (!answer) throw new Error(`Nobody answers ${request.url}`);
		const sent: unknown = request.body;
		if (sent instanceof Readable) await sent.toArray();
		const given = { headers: {}, ...(await answer(request)) };
		return { ...given, body: request.encoding === 'stream' ? streamOf(given.body) : given.body };
	}

	private content(id: string): Buffer {
		const content = this.setup.stored?.[id];
		if (!content) throw new Error(`The binary store has no ${id}`);
		return content;
	}

	private *chunks(content: Buffer): Generator<Buffer> {
		for (let at = 0; at < content.length; at += 500) {
			const chunk = content.subarray(at, at + 500);
			this.read += chunk.length;
			yield chunk;
		}
	}

	private async save(stream: Readable, fileName?: string, mimeType = ''): Promise<IBinaryData> {
		const content = Buffer.concat((await stream.toArray()) as Buffer[]);
		this.saved.push({ content, fileName, mimeType });
		return { data: content.toString('base64'), mimeType, fileName };
	}
}

function streamOf(body: unknown): Readable {
	if (body instanceof Readable) return body;
	return Readable.from(typeof body === 'string' ? [Buffer.from(body)] : []);
}

function binaryAt(item: INodeExecutionData | undefined, path: string): IBinaryData {
	const inJson = item?.json._files as Record<string, IBinaryData> | undefined;
	const binary = path.startsWith('_files.')
		? inJson?.[path.slice('_files.'.length)]
		: item?.binary?.[path];
	if (!binary) throw new Error(`This operation expects the node's input data to contain ${path}`);
	return binary;
}
