import type { INodeProperties } from 'n8n-workflow';

import { submit } from './submit';
import { tag } from './tag';

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['document'] } },
	description: 'What to do with the document',
	options: [
		{
			name: 'Tag',
			value: 'tag',
			action: 'Tag a PDF',
			description: 'Turn a PDF into a tagged, accessible one and get it; costs 1 credit per page',
		},
		{
			name: 'Submit',
			value: 'submit',
			action: 'Submit a PDF without waiting',
			description: 'Start the tagging and get the job, not yet the PDF; costs 1 credit per page',
		},
	],
	default: 'tag',
};

export const documentOperations = { submit, tag };
export const documentProperties = [operation, ...submit.description, ...tag.description];
