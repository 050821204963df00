import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { Job } from '../../client/service';
import type { Task, Unit } from './operation';
import { keepInputData, taggedFileName } from './options';
import type { Source } from './source';
import { isTool } from './tool';
import { FILES_IN_JSON, listFiles } from '../shared/binary';
import { joinFileName, toSafeFileName } from '../shared/fileName';
import { InputError } from '../shared/inputError';
import { readOption, readParameter } from '../shared/parameters';

const DEFAULT_FIELD_NAME = 'data';

/** The field for the tagged PDF, in operations that download it. */
export const outputFieldProperty = {
	displayName: 'Put Output File in Field',
	name: 'binaryPropertyOutput',
	type: 'string',
	required: true,
	default: DEFAULT_FIELD_NAME,
	// Tools return no files.
	displayOptions: { hide: { '@tool': [true] } },
	hint: "Other data of the input item is dropped unless you set 'Keep Input Data' in 'Options'",
	description: 'Name of the binary field where the next node finds the tagged PDF',
} satisfies INodeProperties;

/**
 * Reads the binary field for an item's tagged PDF, and the file name that the user wants. If the name is empty, the
 * tagged PDF is named after the document.
 *
 * @throws InputError if the field is empty
 */
export function readOutput({ context, index }: Task) {
	const binaryField = readParameter(context, index, outputFieldProperty);
	if (binaryField === '') {
		throw new InputError({
			message: "'Put Output File in Field' is empty",
			fix: `Enter a name, e.g. ${DEFAULT_FIELD_NAME}.`,
			more: 'The tagged PDF will be in the binary field of this name.',
		});
	}
	return { binaryField, fileName: readOption(context, index, taggedFileName) };
}

/**
 * The field for the tagged PDF of a failed unit; undefined if its operation is not known or returns no tagged PDF, if
 * the parameter is empty, or if its expression fails.
 */
export function findOutputField(
	context: IExecuteFunctions,
	{ index, operation }: Unit,
): string | undefined {
	if (operation?.parameters?.includes(outputFieldProperty) !== true) return undefined;
	try {
		return readParameter(context, index, outputFieldProperty) || undefined;
	} catch {
		// The unit has its own error already, which must not be replaced by this one.
		return undefined;
	}
}

/**
 * The name of a tagged PDF.
 *
 * @param source the document; undefined in operations that know only the job
 * @param job its file name is used if there is no `source`, or if the name of the source is only guessed
 * @param chosen the name that the user wants; if it is empty, the name is made from the document's name
 */
export function nameTaggedPdf(
	source: Pick<Source, 'fileName' | 'isNameGuessed'> | undefined,
	job: Job,
	chosen: string,
): string {
	if (chosen !== '') return toSafeFileName(chosen);
	// The job has the name of the first file that was submitted with this content, which may be another file. So the
	// document's own name is used, unless it is only guessed because this run has not fetched the file of the URL. In
	// that case an earlier try fetched it, and the job has the name that the server gave.
	const name = source && !source.isNameGuessed ? source.fileName : job.filename;
	// `report.pdf` → `report-tagged.pdf`, and `report` as well.
	return joinFileName(toSafeFileName(name).replace(/\.pdf$/i, ''), '-tagged.pdf');
}

/** An output item: its JSON has the service's Job and the name of the tagged PDF, its binary data is the PDF. */
export function createTaggedItem(
	job: Job,
	taggedName: string,
	binaryField: string,
	tagged: IBinaryData,
): INodeExecutionData {
	return { json: { ...job, tagged_filename: taggedName }, binary: { [binaryField]: tagged } };
}

/** @returns a function that adds the kept parts of the input item to an output item */
export function readKeepInputData(task: Task) {
	const kept = readOption(task.context, task.index, keepInputData);
	return (output: INodeExecutionData): INodeExecutionData => {
		const named = ['json', 'both'].includes(kept) ? addJson(task, output) : output;
		return ['binary', 'both'].includes(kept) ? addKeptFiles(task, named) : named;
	};
}

function addJson({ context, index }: Task, output: INodeExecutionData): INodeExecutionData {
	const { json = {} } = context.getInputData()[index] ?? {};
	const data = Object.entries(json).filter(([field]) => field !== FILES_IN_JSON);
	return { ...output, json: { ...moveField(Object.fromEntries(data), 'job'), job: output.json } };
}

function addKeptFiles(
	task: Task,
	{ binary = {}, ...output }: INodeExecutionData,
): INodeExecutionData {
	return { ...output, binary: addFiles(binary, listKeptFiles(task.context, task)) };
}

/** Adds an item's files to those of its output. If the output uses a file's field, the file moves to another field. */
function addFiles(output: Files, kept: Files): Files {
	const files = Object.entries(kept).map(([field, file]) => {
		const isTaken = Object.hasOwn(output, field);
		return [isTaken ? findFreeName(`${field}_source`, kept) : field, file];
	});
	return { ...output, ...(Object.fromEntries(files) as Files) };
}

type Files = Record<string, IBinaryData>;

/** The files of a unit's input item, without the other documents of the item. */
function listKeptFiles(context: IExecuteFunctions, { index, source }: Unit): Files {
	const files = Object.entries(listFiles(context.getInputData()[index]));
	return Object.fromEntries(files.filter(([field]) => source?.neighbours.includes(field) !== true));
}

/**
 * The files of an output item without a tagged PDF: those of the input item, and the document in the field of the
 * tagged PDF, so that the next node can treat all items alike.
 *
 * @param document undefined if the unit has none, or if it was not fetched or has no content
 * @param outputField the field for a tagged PDF; undefined if the operation returns none, or if the field is not known
 */
export function collectOwnFiles(
	context: IExecuteFunctions,
	unit: Unit,
	document: IBinaryData | undefined,
	outputField: string | undefined,
): Files {
	const own = listKeptFiles(context, unit);
	// The file of a URL is not in the item, so it needs a field.
	const field = outputField ?? (unit.source?.isFromUrl === true ? DEFAULT_FIELD_NAME : undefined);
	if (!document || field === undefined || field === unit.source?.field) return own;
	return addFiles({ [field]: document }, own);
}

/**
 * Moves the field `error` of a successful output, because n8n may take an item with this field for a failed one: it
 * sends the item to the error output or, with Retry On Fail, runs the whole node again. Older versions do the latter
 * even if the field is null.
 */
export function moveErrorField(output: INodeExecutionData): INodeExecutionData {
	return { ...output, json: moveField(output.json, 'error') };
}

/** Renames a field whose name has another meaning in an output item, such as `error` to `error_source`. */
function moveField(json: IDataObject, field: string): IDataObject {
	if (!Object.hasOwn(json, field)) return json;
	const { [field]: value, ...others } = json;
	return { ...others, [findFreeName(`${field}_source`, others)]: value };
}

/** The name itself if it is free, else the name with the first free number, such as `data_source_2`. */
function findFreeName(name: string, taken: object, number = 1): string {
	const free = number === 1 ? name : `${name}_${number}`;
	return Object.hasOwn(taken, free) ? findFreeName(name, taken, number + 1) : free;
}

const NEXT_STEP =
	'The tagged PDF is ready. It is not part of this answer: get a link to it with Job: Get Download Link and the id of this job, free of charge.';

/** An agent gets no files. Its JSON says how to get a free link to the tagged PDF. */
export function addNextStep(
	context: IExecuteFunctions,
	tagged: INodeExecutionData,
): INodeExecutionData {
	return isTool(context) ? { ...tagged, json: { ...tagged.json, next: NEXT_STEP } } : tagged;
}
