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
			name: 'Submit',
			value: 'submit',
			action: 'Submit a document',
			description:
				'Upload a PDF and submit it without waiting; costs 1 credit per page. Fetch the result later with Job → Download, or let the Tag PDF Trigger tell you.',
		},
		{
			name: 'Tag',
			value: 'tag',
			action: 'Tag a document',
			description: 'Turn a PDF into a tagged, accessible one and get it; costs 1 credit per page',
		},
	],
	default: 'tag',
};

export const documentOperations = { submit, tag };
export const documentProperties = [operation, ...submit.description, ...tag.description];
