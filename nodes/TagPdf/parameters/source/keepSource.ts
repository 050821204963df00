import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { FILES_IN_JSON, filesOf } from '../../../n8n/binary';
import { InputError } from '../../../n8n/errors';
import type { Item } from '../../item';

/** As n8n's Extract From File has it, with None as the default. */
export const keepSource: INodeProperties = {
	displayName: 'Keep Source',
	name: 'keepSource',
	type: 'options',
	options: [
		{
			name: 'None',
			value: 'none',
			description: 'The output is the job alone, with the tagged PDF where it is downloaded',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Keep the JSON data of the input item; the job stands in its field "job"',
		},
		{
			name: 'Binary',
			value: 'binary',
			description:
				'Keep the files of the input item; one in the field of the tagged PDF moves to that name with "_source"',
		},
		{ name: 'Both', value: 'both', description: 'Keep both JSON data and files of the input item' },
	],
	default: 'none',
	description:
		'What of the input item goes on with the output, such as the subject of an email. An item that fails goes on with its files in any case, where On Error in Settings is set to Continue.',
};

/** Adds what is kept of the input item to an output item. */
export type WithSource = (output: INodeExecutionData) => INodeExecutionData;

/** @throws InputError for what is none of the options */
export function keepSourceOf({ context, index }: Item): WithSource {
	const kept = context.getNodeParameter(`options.${keepSource.name}`, index, 'none') as unknown;
	const input = context.getInputData()[index] ?? { json: {} };
	switch (kept) {
		case 'none':
			return (output) => output;
		case 'json':
			return (output) => withJson(input, output);
		case 'binary':
			return (output) => withFiles(input, output);
		case 'both':
			return (output) => withFiles(input, withJson(input, output));
		default:
			throw new InputError({
				message: `Keep Source is none of its options: ${JSON.stringify(kept)}`,
				description: 'Choose one, or use an expression that gives none, json, binary or both.',
			});
	}
}

function withJson({ json }: INodeExecutionData, output: INodeExecutionData): INodeExecutionData {
	const data = Object.entries(json).filter(([field]) => field !== FILES_IN_JSON);
	return { ...output, json: { ...Object.fromEntries(data), job: output.json } };
}

/** Nothing is lost: a file whose field the output has takes a name beside it. */
export function withFiles(
	input: INodeExecutionData,
	output: INodeExecutionData,
): INodeExecutionData {
	const files: Record<string, IBinaryData> = { ...output.binary };
	const own = Object.entries(filesOf(input));
	const taken = new Set([...Object.keys(files), ...own.map(([field]) => field)]);
	for (const [field, file] of own) {
		const free = output.binary?.[field] === undefined ? field : freeName(`${field}_source`, taken);
		taken.add(free);
		files[free] = file;
	}
	return { ...output, binary: files };
}

/** The name, or the name with the first number that makes it free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
	let number = 1;
	const numbered = () => (number === 1 ? name : `${name}_${number}`);
	while (taken.has(numbered())) number += 1;
	return numbered();
}
