import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';

import type { HintedDescription } from '../shared/hints';
import { accountProperties } from './account/operations';
import { documentProperties } from './document/operations';
import { jobProperties } from './job/operations';
import { executeItems } from './run';

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
	...documentProperties,
	...jobProperties,
	...accountProperties,
];

export class TagPdf implements INodeType {
	description: HintedDescription = {
		displayName: 'Tag PDF',
		name: 'tagPdf',
		icon: { light: 'file:../../icons/tagPdf.svg', dark: 'file:../../icons/tagPdf.dark.svg' },
		group: ['transform'],
		version: 1,
		// In title case, as n8n's lists show actions, e.g. "Get Download Link: Job".
		subtitle:
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace(/[A-Z]/g, " $&").replace(/(^|: )./g, (start) => start.toUpperCase()) }}',
		description: 'Turn PDFs into tagged, accessible (PDF/UA) PDFs',
		defaults: { name: 'Tag PDF' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Makes PDFs accessible (tagged, PDF/UA) for 1 credit per page, charged at submission. Tag does it in one step and returns the file. For many or long documents, use Submit here and the trigger in a second workflow.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-tag-pdf.tagPdfTrigger',
					relationHint: 'Starts a workflow when a submitted job has finished',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'tagPdfApi',
				required: true,
				// Inspect reads the document locally and needs no account.
				displayOptions: { hide: { operation: ['inspect'] } },
			},
		],
		properties,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeItems(this);
	}
}
