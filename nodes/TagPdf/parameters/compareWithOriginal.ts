import type { INodeProperties } from 'n8n-workflow';

export const compareWithOriginal: INodeProperties = {
	displayName: 'Compare With Original',
	name: 'compareWithOriginal',
	type: 'options',
	options: [
		{ name: 'Off', value: 'off', description: 'Do not compare' },
		{
			name: 'Warn',
			value: 'warn',
			description: 'Add a report. A note above the output says if a tagged PDF lost something.',
		},
		{
			name: 'Fail',
			value: 'fail',
			description:
				'Add a report. The item fails if the tagged PDF lost pages, text, language, links or form fields, or has no tags.',
		},
	],
	default: 'off',
	description:
		'Whether to add a report that compares the tagged PDF with the document, and lists what a person has to check',
};
