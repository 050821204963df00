import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isObject } from '../../client/text';
import { MAX_JOBS } from '../../client/limits';
import { InputError } from '../shared/inputError';
import { readOption } from '../shared/parameters';
import type { Task } from './operation';

export const alreadyTagged = {
	displayName: 'Already Tagged',
	name: 'alreadyTagged',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Do not submit the document. The item fails, free of charge.',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Do not submit the document. The item keeps its own file, free of charge.',
		},
		{
			name: 'Tag Anyway',
			value: 'tag',
			description: 'Submit every document, even if it is tagged',
		},
	],
	default: 'tag',
	hint: 'Fail and Skip also refuse a document that needs a password, free of charge',
	description:
		'What to do with a document that is tagged, even if it is signed or partly scanned. If the node is not sure, it submits the document.',
} satisfies INodeProperties;

const maxCreditsPerExecution = {
	displayName: 'Max Credits per Execution',
	name: 'maxCreditsPerExecution',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	hint: '0 means no limit. The value of the first item applies to all items.',
	description:
		'Limit for this node in one execution. A document that would exceed it, or needs a password, fails before it is submitted.',
} satisfies INodeProperties;

/**
 * Credits that the node may spend in this execution; Infinity for no limit. If an expression gives 0, this is more
 * likely a mistake, or a budget that is used up, than the wish to spend without a limit.
 *
 * @throws InputError if the value is not a number or is negative, or if an expression gives 0
 */
export function readCreditLimit(context: IExecuteFunctions): number {
	const limit = readOption(context, 0, maxCreditsPerExecution);
	if (limit > 0) return limit;
	const options: unknown = context.getNode().parameters.options;
	const raw = isObject(options) ? options[maxCreditsPerExecution.name] : undefined;
	if (typeof raw !== 'string' || !raw.startsWith('=')) return Infinity;
	throw new InputError({
		message: `'${maxCreditsPerExecution.displayName}' is 0`,
		fix: 'Let its expression return at least 1.',
		more: 'To spend without a limit, remove the option.',
	});
}

export const embedFonts = {
	displayName: 'Embed Fonts',
	name: 'embedFonts',
	type: 'boolean',
	default: false,
	description:
		'Whether to embed fonts that the document uses but does not contain, if that is safe',
} satisfies INodeProperties;

export const taggedFileName = {
	displayName: 'File Name of Tagged PDF',
	name: 'taggedFileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report-tagged.pdf',
	description: 'Name of the tagged PDF. By default, it is the name of the document with "-tagged".',
} satisfies INodeProperties;

/** The choices of Keep Source in n8n's Extract From File, and None, which is the default. */
export const keepInputData = createKeepInputData(
	'Keep the files of the input item, without other PDFs that the node tags. The original gets the suffix "_source" if the tagged PDF takes its field.',
);

/** In Submit, which returns no tagged PDF. */
const keepInputDataOfSubmit = createKeepInputData(
	'Keep the files of the input item, without other PDFs that the node submits',
);

/** In Download, which takes only a job ID from the item, so that no file of the item is a document. */
export const keepInputDataOfDownload = createKeepInputData(
	'Keep the files of the input item. A file gets the suffix "_source" if the tagged PDF takes its field.',
);

/** @param binary description of the choice Binary, which depends on the operation */
function createKeepInputData(binary: string) {
	return {
		displayName: 'Keep Input Data',
		name: 'keepInputData',
		type: 'options',
		options: [
			{ name: 'Binary', value: 'binary', description: binary },
			{
				name: 'Both',
				value: 'both',
				description: 'Keep both the JSON and the files of the input item',
			},
			{
				name: 'JSON',
				value: 'json',
				description:
					'Keep the JSON of the input item. The job is in its field "job", and a field of this name becomes "job_source".',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Return only the job, and the tagged PDF if the operation downloads it',
			},
		],
		default: 'none',
		description: 'Which data of the input item to pass on, such as the subject of an email',
	} satisfies INodeProperties;
}

/** Bounds n8n's memory: Job → Wait and Document → Tag need some 20 kB for each job that they wait for. */
const MAX_DOCUMENTS_AT_ONCE = 1_000;

/** In operations that are free. */
export const maxDocumentsAtOnce = {
	displayName: 'Max Documents at Once',
	name: 'maxDocumentsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_DOCUMENTS_AT_ONCE, numberPrecision: 0 },
	default: 60,
	hint: 'The value of the first item applies to all items.',
	description: 'How many documents to process at the same time',
} satisfies INodeProperties;

const maxDocumentsAtOnceOfSubmission = {
	...maxDocumentsAtOnce,
	description:
		'How many documents to process at the same time. Lower values limit what you pay for if you stop a run.',
} satisfies INodeProperties;

export const maxJobsPerDocument = {
	displayName: 'Max Jobs per Document',
	name: 'maxJobsPerDocument',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MAX_JOBS, numberPrecision: 0 },
	default: 1,
	description:
		'How many jobs one file may have with the same job options, in all runs together. With 1, the default: the same file with the same options is paid for once. Running the workflow again costs nothing for what is paid for, as long as the service remembers it.',
	hint: 'A number goes up and stays up: with 1 again, the first job of the file is its job again',
} satisfies INodeProperties;

const newJobPerExecution = {
	displayName: 'New Job per Execution',
	name: 'newJobPerExecution',
	type: 'boolean',
	default: false,
	description: 'Whether each execution pays for a new job',
	hint: 'No other execution finds such a job',
} satisfies INodeProperties;

/**
 * Identifies the execution that pays for its own job (New Job per Execution): n8n's instance, the workflow, and the
 * execution in which the node first ran; undefined if all executions share the document's jobs.
 */
export function readOwner({ connection, context, index }: Task): readonly string[] | undefined {
	if (!readOption(context, index, newJobPerExecution)) return undefined;
	const { id: workflow = '' } = context.getWorkflow();
	return [context.getInstanceId(), workflow, connection.ledger.stored.firstExecutionId];
}

/** In Job → Wait. */
export const waitTimeout = {
	displayName: 'Wait Timeout (Seconds)',
	name: 'waitTimeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1800,
	description:
		'How long to wait for the job before the item fails. The job continues, and waiting for it again is free of charge.',
} satisfies INodeProperties;

const waitTimeoutOfTag = {
	...waitTimeout,
	description:
		"How long to wait for a job before the item fails. The job continues: Job → Wait gets it, free of charge, and so does another run without 'New Job per Execution'.",
} satisfies INodeProperties;

/** The options that Submit and Tag share. Keep Input Data is not among them, because its texts differ. */
const submissionOptions: INodeProperties[] = [
	alreadyTagged,
	embedFonts,
	maxCreditsPerExecution,
	maxDocumentsAtOnceOfSubmission,
	maxJobsPerDocument,
	newJobPerExecution,
];

export const submitOptions: INodeProperties[] = [...submissionOptions, keepInputDataOfSubmit];

export const tagOptions: INodeProperties[] = [
	...submissionOptions,
	keepInputData,
	taggedFileName,
	waitTimeoutOfTag,
];
