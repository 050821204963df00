import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** How many documents are worked on at the same time unless the user says otherwise. */
export const DEFAULT_PARALLEL = 5;
/** Each request listens to the Stop signal of the execution; Node.js warns from 11 listeners on. */
export const MOST_PARALLEL = 10;
/** Seconds. */
export const DEFAULT_WAIT_TIMEOUT = 1800;

const embedFonts: INodeProperties = {
	displayName: 'Embed Fonts',
	name: 'embedFonts',
	type: 'boolean',
	default: false,
	description:
		'Whether to embed fonts that the document uses but does not hold, where that is safe',
};

const fileName: INodeProperties = {
	displayName: 'File Name',
	name: 'fileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report.pdf',
	description:
		'Name under which the document is submitted. Empty: the name of the binary file or the last part of the URL.',
};

const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	displayOptions: { show: { idempotencyScope: ['custom'] } },
	default: '',
	placeholder: 'e.g. {{ $json.invoiceNumber }}',
	description:
		'The key that stands for this document, different for each one. While the service knows it, the document is not charged again.',
};

const scopes: INodePropertyOptions[] = [
	{
		name: 'Content',
		value: 'content',
		description:
			'The same bytes with the same options are paid for once in the account, by whichever workflow. Saves credits on repeats; a document whose job failed needs a retry to be tried anew.',
	},
	{
		name: 'Custom Key',
		value: 'custom',
		description: 'Whatever has the same key is paid for once; you choose the key, e.g. a record ID',
	},
	{
		name: 'Execution',
		value: 'execution',
		description:
			'Retries of an execution never pay twice; a new execution pays for the document again',
	},
];

const idempotencyScope: INodeProperties = {
	displayName: 'Idempotency Scope',
	name: 'idempotencyScope',
	type: 'options',
	options: scopes,
	default: 'execution',
	description: 'Within what the same document is never paid for twice',
};

const maxParallel: INodeProperties = {
	displayName: 'Max Parallel Documents',
	name: 'maxParallel',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_PARALLEL, numberPrecision: 0 },
	default: DEFAULT_PARALLEL,
	description: 'Max number of items to work on at the same time. Taken from the first item.',
};

const minimumCredits: INodeProperties = {
	displayName: 'Stop When Credits Fall Below',
	name: 'minimumCredits',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 0,
	description:
		'Credits that must be left before each submission; with fewer, nothing more is submitted. 0: no limit. Taken from the first item.',
};

const ocr: INodeProperties = {
	displayName: 'OCR',
	name: 'ocr',
	type: 'boolean',
	default: false,
	description: 'Whether to recognize the text of pages that are only images',
};

const outputFileName: INodeProperties = {
	displayName: 'Output File Name',
	name: 'outputFileName',
	type: 'string',
	default: '',
	placeholder: 'e.g. report-tagged.pdf',
	description: 'Name of the tagged PDF. Empty: the name of the document with "-tagged".',
};

const waitTimeout: INodeProperties = {
	displayName: 'Wait Timeout (Seconds)',
	name: 'waitTimeout',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_WAIT_TIMEOUT,
	description:
		'How long to wait for a job. The job goes on after that: Job → Wait or a retry carries on waiting for it.',
};

export const submissionOptions = [
	embedFonts,
	fileName,
	idempotencyKey,
	idempotencyScope,
	maxParallel,
	minimumCredits,
	ocr,
];
export const parallelOptions = [maxParallel];
export const waitOptions = [maxParallel, waitTimeout];
export const downloadOptions = [maxParallel, outputFileName];

/** The Options collection of one operation, its entries in alphabetical order and each once. */
export function optionsProperty(
	show: IDisplayOptions['show'],
	...lists: INodeProperties[][]
): INodeProperties {
	const options = [...new Set(lists.flat())].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		description: 'More settings of this operation',
		displayOptions: { show },
		options,
	};
}

/** The field that receives the tagged PDF, of operations that download it. */
export function outputFieldProperty(show: IDisplayOptions['show']): INodeProperties {
	return {
		displayName: 'Put Output File in Field',
		name: 'outputBinaryField',
		type: 'string',
		required: true,
		default: 'data',
		displayOptions: { show },
		hint: 'The name of the output binary field to put the tagged PDF in',
		description: 'Binary field of the output item that holds the tagged PDF',
	};
}
