import type { INodeProperties } from 'n8n-workflow';

import { createProperties, type Operation } from './operation';

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['account'] } },
	description: 'What to do with the account',
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get account and credits',
			description: 'Get the plan and the credits that are left; free',
		},
	],
	default: 'get',
};

/** The account and its credits. */
const get: Operation = {
	toolDescription: 'Read the plan and how many credits are left. Free. Returns JSON.',
	execute: async ({ account: { service, signal } }) => ({
		json: { ...(await service.getAccount({ signal })) },
	}),
};

export const accountOperations = { get };
export const accountProperties = [operation, ...createProperties('account', accountOperations)];
