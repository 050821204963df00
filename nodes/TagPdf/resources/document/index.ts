import type { INodeProperties } from 'n8n-workflow';

import { createProperties } from '../../operation';
import { inspect } from './inspect';
import { submit } from './submit';
import { tag } from './tag';

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['document'] } },
	description: 'What to do with the document',
	hint: 'Tag and Submit cost 1 credit per page; Inspect is free',
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
			description:
				'Get the job at once, and the PDF later with the trigger; costs 1 credit per page',
		},
		{
			name: 'Inspect',
			value: 'inspect',
			action: 'Inspect a PDF',
			description:
				'Count pages and see if a PDF is tagged, scanned or signed; free, no API key needed',
		},
	],
	default: 'tag',
};

export const documentOperations = { inspect, submit, tag };
export const documentProperties = [operation, ...createProperties('document', documentOperations)];
