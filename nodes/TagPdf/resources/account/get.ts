import type { Operation } from '../../operation';
import { createToolDescription } from '../../parameters/toolDescription';

const show = { resource: ['account'], operation: ['get'] };

/** The account and its credits. */
export const get: Operation = {
	description: [
		createToolDescription(show, 'Read the plan and how many credits are left. Free. Returns JSON.'),
	],
	execute: async ({ service, signal }) => [{ json: { ...(await service.getAccount({ signal })) } }],
};
