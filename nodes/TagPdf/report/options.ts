import type { INodeProperties } from 'n8n-workflow';

import { choiceOption } from '../../n8n/choiceParameter';
import type { Item } from '../item';

const report: INodeProperties = {
	displayName: 'Report',
	name: 'report',
	type: 'boolean',
	default: false,
	description:
		'Whether to compare the tagged PDF with the document, both read by this node, and to add a report to the JSON. No machine can judge the reading order, what alternative texts say or what tables mean: the report names what a person has to look at, and gives neither a score nor a verdict.',
};

const onRegression: INodeProperties = {
	displayName: 'On Regression',
	name: 'onRegression',
	type: 'options',
	displayOptions: { show: { report: [true] } },
	options: [
		{
			name: 'Warn',
			value: 'warn',
			description: 'The item goes on; a note above the output tells of it',
		},
		{
			name: 'Fail',
			value: 'fail',
			description:
				'The item fails. With On Error set to continue it goes on with both files; without, Job → Download gets the tagged PDF, which is paid for.',
		},
	],
	default: 'warn',
	description:
		'What to do when pages, text, language, links or form fields were there and are not, or the tagged PDF has no structure',
};

export const reportOptions = [onRegression, report];

/** @throws InputError when On Regression is neither */
export function reportOf({ context, index }: Item): { isWanted: boolean; mayFail: boolean } {
	return {
		isWanted: context.getNodeParameter(`options.${report.name}`, index, false) === true,
		mayFail: choiceOption(context, index, onRegression) === 'fail',
	};
}
