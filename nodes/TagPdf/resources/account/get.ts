import type { Operation } from '../../operation';

/** The account and its credits. */
export const get: Operation = {
	description: [],
	execute: async ({ service, signal }) => [{ json: { ...(await service.getAccount({ signal })) } }],
};
