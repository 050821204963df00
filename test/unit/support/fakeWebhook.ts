import { EventEmitter } from 'node:events';
import type {
	ICredentialDataDecryptedObject,
	IHookFunctions,
	INode,
	IWebhookFunctions,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { FakeLog } from './fakeLog';

/** Node's response, reduced to the parts that the trigger uses. */
export class FakeResponse extends EventEmitter {
	destroyed = false;
	writableFinished = false;
	statusCode = 200;
	body: unknown;

	status(statusCode: number): this {
		this.statusCode = statusCode;
		return this;
	}

	json(body: unknown): this {
		this.body = body;
		return this;
	}

	/** Sends the answer and closes the connection. */
	end(statusCode = this.statusCode): void {
		this.statusCode = statusCode;
		this.writableFinished = true;
		this.emit('close');
	}

	/** Closes the connection before an answer. */
	breakOff(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

export interface FakeWebhookSetup {
	/** An `Error` is thrown when the parameter is read, as by an expression that fails. */
	parameters?: Record<string, unknown>;
	/** Undefined if the node has no credential. An `Error` is thrown when n8n reads it. */
	credential?: ICredentialDataDecryptedObject | Error;
	/** Header lines named `X-Service-Signature`. */
	signatures?: string[];
	/** The body as n8n has parsed it. */
	body?: unknown;
	/** The raw body that n8n has stored. */
	rawBody?: Buffer;
	/** n8n's function to read the raw body on demand; returns it or fails. */
	readRawBody?: () => Promise<Buffer>;
	mode?: WorkflowExecuteMode;
	/** Why n8n begins to listen. */
	activationMode?: WorkflowActivateMode;
	node?: Partial<INode>;
	workflow?: { id?: string; name?: string };
}

/** Fakes n8n for the trigger, when it begins to listen and for a delivery, and records the trigger's calls. */
export class FakeWebhook {
	readonly response = new FakeResponse();
	readonly log = new FakeLog();
	/** How often the trigger read the credential. */
	credentialReads = 0;
	readonly context: IHookFunctions & IWebhookFunctions;

	constructor(setup: FakeWebhookSetup = {}) {
		const { credential, parameters = {}, readRawBody, signatures, workflow } = setup;
		const request = {
			headersDistinct: signatures === undefined ? {} : { 'x-service-signature': signatures },
			body: setup.body,
			rawBody: setup.rawBody,
			readRawBody:
				readRawBody &&
				(async () => {
					request.rawBody = await readRawBody();
				}),
		};
		const context = {
			getNodeParameter: (name: string, fallback?: unknown) => {
				const value = parameters[name] ?? fallback;
				if (value instanceof Error) throw value;
				return value;
			},
			getNode: () => ({
				id: 'node_1',
				name: 'Tag PDF Trigger',
				...(credential && { credentials: { tagPdfApi: { id: '1', name: 'Service' } } }),
				...setup.node,
			}),
			getWorkflow: () => ({ id: 'workflow_1', name: 'Inbox', active: true, ...workflow }),
			getMode: () => setup.mode ?? 'webhook',
			getActivationMode: () => setup.activationMode ?? 'activate',
			getCredentials: (name: string) => {
				this.credentialReads += 1;
				if (name !== 'tagPdfApi') return Promise.reject(new Error(`No ${name} is chosen`));
				return credential instanceof Error
					? Promise.reject(credential)
					: Promise.resolve(credential);
			},
			getRequestObject: () => request,
			getResponseObject: () => this.response,
			logger: this.log.logger,
		};
		this.context = context as unknown as IHookFunctions & IWebhookFunctions;
	}
}
