import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { executeItems } from './execute';
import { accountProperties } from './resources/account';
import { documentProperties } from './resources/document';
import { jobProperties } from './resources/job';

const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		description: 'What to work with',
		options: [
			{ name: 'Account', value: 'account' },
			{ name: 'Document', value: 'document' },
			{ name: 'Job', value: 'job' },
		],
		default: 'document',
	},
	...accountProperties,
	...documentProperties,
	...jobProperties,
];

export class TagPdf implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Tag PDF',
		name: 'tagPdf',
		icon: { light: 'file:../../icons/tagPdf.svg', dark: 'file:../../icons/tagPdf.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Turn PDFs into tagged, accessible (PDF/UA) PDFs',
		defaults: { name: 'Tag PDF' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'tagPdfApi', required: true }],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeItems(this);
	}
}
