import type { INodeProperties } from 'n8n-workflow';

import { get } from './get';

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

export const accountOperations = { get };
export const accountProperties = [operation, ...get.description];
