/** The smallest possible trigger of a community package: it starts an execution for every request. */
exports.Floor = class Floor {
	description = {
		displayName: 'Floor',
		name: 'floor',
		group: ['trigger'],
		version: 2,
		description: 'Starts a workflow for whatever comes',
		defaults: { name: 'Floor' },
		inputs: [],
		outputs: ['main'],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: 'noData',
			},
		],
		properties: [],
	};

	webhookMethods = {
		default: { checkExists: async () => true, create: async () => true, delete: async () => true },
	};

	async webhook() {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};
