import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { FILES_IN_JSON, listFiles } from '../../../n8n/binary';
import { readChoiceOption } from '../../../n8n/optionParameters';
import type { Item } from '../../item';

/** The same options as in n8n's Extract From File, with None as the default. */
export const keepSource: INodeProperties = {
	displayName: 'Keep Input Data',
	name: 'keepSource',
	type: 'options',
	options: [
		{
			name: 'None',
			value: 'none',
			description: 'Return only the job, and the tagged PDF if the operation downloads it',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Keep the JSON of the input item. The job is in its field "job".',
		},
		{
			name: 'Binary',
			value: 'binary',
			description:
				'Keep the files of the input item. If the tagged PDF takes the field of a file, that file moves to a field with the suffix "_source".',
		},
		{
			name: 'Both',
			value: 'both',
			description: 'Keep both the JSON and the files of the input item',
		},
	],
	default: 'none',
	description: 'Which data of the input item to pass on, such as the subject of an email',
};

/** Adds the kept parts of the input item to an output item. */
export type AddInputData = (output: INodeExecutionData) => INodeExecutionData;

/** @throws InputError for an unknown option */
export function readKeepSource({ context, index }: Item): AddInputData {
	const kept = readChoiceOption(context, index, keepSource);
	const input = context.getInputData()[index] ?? { json: {} };
	switch (kept) {
		case 'json':
			return (output) => addJson(input, output);
		case 'binary':
			return (output) => addFiles(input, output);
		case 'both':
			return (output) => addFiles(input, addJson(input, output));
		default:
			return (output) => output;
	}
}

function addJson({ json }: INodeExecutionData, output: INodeExecutionData): INodeExecutionData {
	const data = Object.entries(json).filter(([field]) => field !== FILES_IN_JSON);
	return { ...output, json: { ...Object.fromEntries(data), job: output.json } };
}

/** Keeps all files. If the output already has a field, the input's file gets another name. */
export function addFiles(
	input: INodeExecutionData | undefined,
	output: INodeExecutionData,
): INodeExecutionData {
	const files: Record<string, IBinaryData> = { ...output.binary };
	const own = Object.entries(listFiles(input));
	const taken = new Set([...Object.keys(files), ...own.map(([field]) => field)]);
	for (const [field, file] of own) {
		const free =
			output.binary?.[field] === undefined ? field : findFreeName(`${field}_source`, taken);
		taken.add(free);
		files[free] = file;
	}
	return { ...output, binary: files };
}

/** The name; if it is taken, the name with the first number that is free. */
export function findFreeName(name: string, taken: ReadonlySet<string>): string {
	let number = 1;
	const makeName = () => (number === 1 ? name : `${name}_${number}`);
	while (taken.has(makeName())) number += 1;
	return makeName();
}

/** Field of the output item for a file that came from a URL. */
const FETCHED_FIELD = 'data';

/** Output files of an item without a tagged PDF: its own, and the one from its URL. */
export function collectOwnFiles(
	{ context, index }: Item,
	document: IBinaryData,
): Record<string, IBinaryData> {
	const own = listFiles(context.getInputData()[index]);
	const isFetched = context.getNodeParameter('source', index) === 'url';
	return isFetched ? { ...own, [FETCHED_FIELD]: document } : own;
}
