import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** Where the document comes from. */
export function sourceProperties(show: IDisplayOptions['show']): INodeProperties[] {
	return [
		{
			displayName: 'Source',
			name: 'source',
			type: 'options',
			displayOptions: { show },
			options: [
				{
					name: 'Binary Field',
					value: 'binary',
					description: 'A file that a node before this one has put into the item',
				},
				{
					name: 'URL',
					value: 'url',
					description: 'A file that can be fetched without signing in; also the way for AI tools',
				},
			],
			default: 'binary',
			description: 'Where the PDF comes from',
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			displayOptions: { show: { ...show, source: ['binary'] } },
			default: 'data',
			placeholder: 'e.g. attachment_0',
			hint: 'The name of the input binary field that holds the PDF',
			description:
				'Name of the binary field with the PDF, or an expression that gives a binary file',
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			displayOptions: { show: { ...show, source: ['url'] } },
			default: '',
			placeholder: 'e.g. https://example.com/report.pdf',
			description: 'Address of the PDF; must lead to the file itself, not to a page about it',
		},
	];
}
