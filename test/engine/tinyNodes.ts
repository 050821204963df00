import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

/** Small nodes that test the engine runner without this package's nodes. */

function description(
	name: string,
	extra: Partial<INodeTypeDescription> = {},
): INodeTypeDescription {
	return {
		displayName: name,
		name,
		group: ['transform'],
		version: 1,
		description: name,
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		...extra,
	};
}

/** Reverses the bytes of `data` into `reversed`, as a stream if the mode allows it. */
export const reverse: INodeType = {
	description: description('reverse'),
	async execute() {
		const items = this.getInputData();
		for (const [index, item] of items.entries()) {
			const bytes = await this.helpers.getBinaryDataBuffer(index, 'data');
			const reversed = await this.helpers.prepareBinaryData(bytes.reverse(), 'reversed.bin');
			item.binary = { ...item.binary, reversed };
		}
		return [items];
	},
};

/** Fails as many times as its parameter `failures` says, counted over all executions. */
export const flaky: INodeType = {
	description: description('flaky', {
		properties: [{ displayName: 'Failures', name: 'failures', type: 'number', default: 0 }],
	}),
	execute() {
		const context = this.getContext('node') as { tries?: number };
		context.tries = (context.tries ?? 0) + 1;
		if (context.tries <= Number(this.getNodeParameter('failures', 0))) {
			throw new NodeOperationError(this.getNode(), `Try ${context.tries} fell over`);
		}
		const json = { tries: context.tries, mode: this.getMode(), id: this.getExecutionId() };
		return Promise.resolve([[{ json }]]);
	},
};

/** Waits until the run is stopped. */
export const endless: INodeType = {
	description: description('endless'),
	async execute() {
		const signal = this.getExecutionCancelSignal();
		this.logger.info('waiting');
		await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
		throw new NodeOperationError(this.getNode(), 'Stopped');
	},
};

/** A trigger that answers with the length of the raw body and lets each `id` pass once. */
export const hook: INodeType = {
	description: description('hook', {
		group: ['trigger'],
		inputs: [],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
	}),
	webhook(this: IWebhookFunctions) {
		const request = this.getRequestObject();
		const { id } = this.getBodyData();
		if (id === 'throw') throw new Error('The node threw');
		if (id === undefined) {
			this.getResponseObject().status(401).json({ bytes: request.rawBody.length });
			return Promise.resolve({ noWebhookResponse: true });
		}
		const json = { id, url: this.getNodeWebhookUrl('default') };
		return Promise.resolve({ workflowData: [[{ json }]] });
	},
	async execute(this: IExecuteFunctions) {
		const items = this.getInputData();
		const idOf = ({ json }: INodeExecutionData) => (typeof json.id === 'string' ? json.id : '');
		const ids = items.map(idOf);
		const options = { mode: 'entries', maxEntries: 10 } as const;
		const checked = await this.helpers.checkProcessedAndRecord(ids, 'node', options);
		return [items.filter((item) => checked.new.includes(idOf(item)))];
	},
};

/** The head of a loop of three rounds: returns the items of its first run in each round. */
export const loop: INodeType = {
	description: description('loop'),
	execute() {
		const context = this.getContext('node');
		context.runs = Number(context.runs ?? 0) + 1;
		context.items ??= this.getInputData();
		return Promise.resolve([context.runs > 3 ? [] : (context.items as INodeExecutionData[])]);
	},
};

/** Returns its input. */
export const pass: INodeType = {
	description: description('pass'),
	execute() {
		return Promise.resolve([this.getInputData()]);
	},
};
