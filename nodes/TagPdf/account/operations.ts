import { createProperties, type Operation } from '../operation';

/** The account and its credits. */
const get: Operation = {
	name: 'Get',
	action: 'Get account and credits',
	description: 'Get the plan and the credits that are left; free',
	toolDescription: 'Read the plan and how many credits are left. Free. Returns JSON.',
	execute: async ({ connection: { service, signal } }) => ({
		json: { ...(await service.getAccount({ signal })) },
	}),
};

export const accountOperations = { get };
export const accountProperties = createProperties('account', accountOperations, { default: 'get' });
