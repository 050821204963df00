import { EventEmitter } from 'node:events';
import type {
	ICredentialDataDecryptedObject,
	INode,
	IWebhookFunctions,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { FakeLog } from './fakeLog';

/** Node's response, as far as the trigger uses it. */
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

	/** Sent, and the connection closed. */
	end(statusCode = this.statusCode): void {
		this.statusCode = statusCode;
		this.writableFinished = true;
		this.emit('close');
	}

	/** Closed before an answer was sent. */
	breakOff(): void {
		this.destroyed = true;
		this.emit('close');
	}
}

export interface FakeWebhookSetup {
	parameters?: Record<string, unknown>;
	/** Undefined: none is chosen in the node. An `Error` is thrown when n8n reads it. */
	credential?: ICredentialDataDecryptedObject | Error;
	/** Header lines named `X-Service-Signature`. */
	signatures?: string[];
	/** The raw body as n8n has kept it. */
	rawBody?: Buffer;
	/** How n8n reads the raw body on demand; gives it, or fails. */
	readRawBody?: () => Promise<Buffer>;
	mode?: WorkflowExecuteMode;
	node?: Partial<INode>;
	workflow?: { id?: string; name?: string };
}

/** n8n as a trigger sees it while a delivery comes in, and what the trigger did with it. */
export class FakeWebhook {
	readonly response = new FakeResponse();
	readonly log = new FakeLog();
	/** How often n8n was asked for the credential. */
	credentialReads = 0;
	readonly context: IWebhookFunctions;

	constructor(setup: FakeWebhookSetup = {}) {
		const { credential, parameters = {}, readRawBody, signatures, workflow } = setup;
		const request = {
			headersDistinct: signatures === undefined ? {} : { 'x-service-signature': signatures },
			rawBody: setup.rawBody,
			readRawBody:
				readRawBody &&
				(async () => {
					request.rawBody = await readRawBody();
				}),
		};
		const context = {
			getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
			getNode: () => ({
				id: 'node_1',
				name: 'Tag PDF Trigger',
				...(credential && { credentials: { tagPdfWebhookApi: { id: '1', name: 'Webhook' } } }),
				...setup.node,
			}),
			getWorkflow: () => ({ id: 'workflow_1', name: 'Inbox', active: true, ...workflow }),
			getMode: () => setup.mode ?? 'webhook',
			getCredentials: (name: string) => {
				this.credentialReads += 1;
				if (name !== 'tagPdfWebhookApi') return Promise.reject(new Error(`No ${name} is chosen`));
				return credential instanceof Error
					? Promise.reject(credential)
					: Promise.resolve(credential);
			},
			getRequestObject: () => request,
			getResponseObject: () => this.response,
			logger: this.log.logger,
		};
		this.context = context as unknown as IWebhookFunctions;
	}
}
