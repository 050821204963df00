import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Item } from './item';

/** What an AI agent is told of each operation: what a call costs and returns. Files never reach it. */
const TOOL_ACTIONS: Record<string, Record<string, string>> = {
	account: {
		get: 'Read the plan and how many credits are left. Free. Returns JSON',
	},
	document: {
		submit:
			'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page on every call. Returns the job as JSON; its id is needed to wait for it and to get the link to the tagged PDF',
		tag: 'Tag the PDF at a URL and wait until it is done. Costs 1 credit per page on every call. Returns the job as JSON, without the file: get a link to it with the job id',
	},
	job: {
		download:
			'Put the tagged PDF of a completed job into n8n. Free. Returns the job as JSON, without the file',
		get: 'Read the state of a job by its id. Free. Returns the job as JSON',
		getDownloadLink:
			'Get a short-lived link to the tagged PDF of a completed job by its id. Free. Returns result_url and expires_at as JSON; anyone who has the link can read the document',
		wait: 'Wait until a job is completed, by its id. Free. Returns the job as JSON',
	},
};

/**
 * The node's properties as the tool has them: n8n describes a tool to the agent by the action of the
 * chosen operation (`makeDescription` of n8n-workflow).
 */
export function toolProperties(properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => {
		const resource = property.displayOptions?.show?.resource?.[0];
		const actions = TOOL_ACTIONS[typeof resource === 'string' ? resource : ''];
		if (property.name !== 'operation' || actions === undefined) return property;
		const options = (property.options ?? []) as INodePropertyOptions[];
		return {
			...property,
			options: options.map((option) => ({
				...option,
				action: actions[String(option.value)] ?? option.action,
			})),
		};
	});
}

/** Whether an AI agent runs the node: n8n makes a node type of its own for that. */
export function isTool({ context }: Item): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** What follows a Tag that an agent has called, in the job's JSON. */
export const AFTER_TAG = {
	next: 'The tagged PDF is ready. It is not part of this answer: get a link to it with Job: Get Download Link and this job id, free of charge.',
};
