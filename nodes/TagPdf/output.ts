import type {
	IBinaryData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { fetchResult, joinFileName, toSafeFileName } from '../../client/download';
import type { Job } from '../../client/service';
import type { Item, Unit } from './item';
import { keepInputData, taggedFileName } from './options';
import { createSave, FILES_IN_JSON, listFiles } from '../shared/binary';
import { InputError } from '../shared/inputError';
import { readChoiceOption } from '../shared/parameters';

const DEFAULT_FIELD_NAME = 'data';

/** The field for the tagged PDF, in operations that download it. */
export const outputFieldProperty: INodeProperties = {
	displayName: 'Put Output File in Field',
	name: 'outputBinaryField',
	type: 'string',
	required: true,
	default: DEFAULT_FIELD_NAME,
	// Tools return no files.
	displayOptions: { hide: { '@tool': [true] } },
	hint: "Other data of the input item is dropped unless you set 'Keep Input Data' in 'Options'",
	description: 'Name of the binary field where the next node finds the tagged PDF',
};

/** Field and name of an item's tagged PDF. */
export interface Output {
	binaryField: string;
	/** @param documentName base of the tagged PDF's name unless the item sets a name */
	chooseFileName: (documentName: string | null) => string;
}

/** @throws InputError if the field is empty */
export function readOutput({ context, index }: Item): Output {
	const path = `options.${taggedFileName.name}`;
	const given = context.getNodeParameter(path, index, '') as unknown;
	const field = context.getNodeParameter(
		outputFieldProperty.name,
		index,
		DEFAULT_FIELD_NAME,
	) as unknown;
	if (typeof field !== 'string' || field.trim() === '') {
		throw new InputError({
			message: "'Put Output File in Field' is empty",
			description: `Enter a name, e.g. ${DEFAULT_FIELD_NAME}.`,
			more: 'The tagged PDF will be in the binary field of this name.',
		});
	}
	const named = typeof given === 'string' ? given.trim() : '';
	return {
		binaryField: field.trim(),
		chooseFileName: (documentName) =>
			named === '' ? nameTaggedPdf(documentName) : toSafeFileName(named),
	};
}

/** `report.pdf` → `report-tagged.pdf`. A name without an extension gets one. */
function nameTaggedPdf(documentName: string | null): string {
	return joinFileName(toSafeFileName(documentName).replace(/\.pdf$/i, ''), '-tagged.pdf');
}

/**
 * Fetches the tagged PDF of a completed job. The output's JSON has the service's Job and the name of the tagged
 * PDF. Its binary data is the PDF.
 *
 * @param documentName base of the tagged PDF's name unless the item sets a name
 * @param retryUntil deadline (epoch ms) until which transient failures of the result are retried
 */
export async function fetchTaggedPdf(
	{ context, runtime, service, signal }: Item,
	job: Job,
	documentName: string | null,
	{ binaryField, chooseFileName }: Output,
	retryUntil?: number,
): Promise<INodeExecutionData> {
	const taggedName = chooseFileName(documentName);
	const { maxFileBytes: maxBytes } = runtime.limits.transfer;
	const destination = { save: createSave(context, taggedName), maxBytes };
	const callOptions = { signal, retryUntil };
	const binary = await fetchResult(runtime, service, job.id, destination, callOptions);
	return { json: { ...job, tagged_filename: taggedName }, binary: { [binaryField]: binary } };
}

/** Adds the kept parts of the input item to an output item. */
export type AddInputData = (output: INodeExecutionData) => INodeExecutionData;

/** @throws InputError for an unknown option */
export function readKeepInputData(item: Item): AddInputData {
	const { context, index } = item;
	const kept = readChoiceOption(context, index, keepInputData);
	const input = context.getInputData()[index] ?? { json: {} };
	const addFiles = (output: INodeExecutionData) =>
		addKeptFiles(listKeptFiles(context, item), output);
	switch (kept) {
		case 'json':
			return (output) => addJson(input, output);
		case 'binary':
			return addFiles;
		case 'both':
			return (output) => addFiles(addJson(input, output));
		default:
			return (output) => output;
	}
}

function addJson({ json }: INodeExecutionData, output: INodeExecutionData): INodeExecutionData {
	const data = Object.entries(json).filter(([field]) => field !== FILES_IN_JSON);
	return { ...output, json: { ...Object.fromEntries(data), job: output.json } };
}

/** If the output already has a field, the input's file gets another name. */
function addKeptFiles(
	kept: Record<string, IBinaryData>,
	output: INodeExecutionData,
): INodeExecutionData {
	const files: Record<string, IBinaryData> = { ...output.binary };
	const taken = new Set([...Object.keys(files), ...Object.keys(kept)]);
	for (const [field, file] of Object.entries(kept)) {
		const free =
			output.binary?.[field] === undefined ? field : findFreeName(`${field}_source`, taken);
		taken.add(free);
		files[free] = file;
	}
	return { ...output, binary: files };
}

/** The files of a unit's input item, without the other documents of the item. */
export function listKeptFiles(
	context: IExecuteFunctions,
	{ index, source }: Unit,
): Record<string, IBinaryData> {
	const files = Object.entries(listFiles(context.getInputData()[index]));
	return Object.fromEntries(files.filter(([field]) => source?.neighbours.includes(field) !== true));
}

/** Field of the output item for a file that came from a URL. */
const FETCHED_FIELD = 'data';

/** Output files of an item without a tagged PDF: its own, and the one from its URL. */
export function collectOwnFiles(item: Item, document: IBinaryData): Record<string, IBinaryData> {
	const own = listKeptFiles(item.context, item);
	const isFetched = item.context.getNodeParameter('source', item.index) === 'url';
	return isFetched ? { ...own, [FETCHED_FIELD]: document } : own;
}

/**
 * Moves the field `error` of an output: n8n treats an item with it as failed, even with `error: null`. It sends
 * the item to the error output, or runs the whole node again.
 */
export function moveErrorField(output: INodeExecutionData): INodeExecutionData {
	if (!('error' in output.json)) return output;
	const { error, ...json } = output.json;
	const free = findFreeName('error_source', new Set(Object.keys(json)));
	return { ...output, json: { ...json, [free]: error } };
}

/** The name; if it is taken, the name with the first number that is free. */
function findFreeName(name: string, taken: ReadonlySet<string>): string {
	let number = 1;
	const makeName = () => (number === 1 ? name : `${name}_${number}`);
	while (taken.has(makeName())) number += 1;
	return makeName();
}

const NEXT_STEP =
	'The tagged PDF is ready. It is not part of this answer: get a link to it with Job: Get Download Link and the id of this job, free of charge.';

/**
 * Description of an operation for AI agents: its cost and its output. Without this parameter n8n adds one of
 * the same name, and describes each operation by its action text alone.
 */
export function createToolDescription(text: string): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 3 },
		displayOptions: { show: { '@tool': [true] } },
		default: text,
		description: 'Tells the AI agent what this tool does, costs and returns',
	};
}

/** Whether an AI agent runs the node: n8n generates a separate node type for tools. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool');
}

/** An agent gets no files. Its JSON says how to get a free link to the tagged PDF. */
export function addNextStep(
	context: IExecuteFunctions,
	tagged: INodeExecutionData,
): INodeExecutionData {
	return isTool(context) ? { ...tagged, json: { ...tagged.json, next: NEXT_STEP } } : tagged;
}
