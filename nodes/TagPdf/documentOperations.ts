import type { IBinaryData, IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isGone, TagPdfError } from '../../client/errors';
import type { Turn } from '../../client/ledger';
import type { JobOptions } from '../../client/service';
import { type DocumentJob, type DocumentToSubmit, submitAndPayOnce } from '../../client/submit';
import type { Inspection } from '../../pdf/inspect';
import type { Item } from './item';
import { createProperties, type Operation } from './operation';
import {
	embedFonts,
	maxInFlight,
	readAlreadyTagged,
	readOwner,
	readWaitTimeout,
	submissionOptions,
	taggedFileName,
	waitTimeout,
} from './options';
import {
	type AddInputData,
	addNextStep,
	collectOwnFiles,
	fetchTaggedPdf,
	outputFieldProperty,
	readKeepInputData,
	readOutput,
} from './output';
import { getSource, nameField, type Source, sourceProperties } from './source';
import { checkBoolean } from '../shared/parameters';

const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['document'] } },
	description: 'What to do with the document',
	hint: 'Tag and Submit cost 1 credit per page; Inspect is free',
	options: [
		{
			name: 'Inspect',
			value: 'inspect',
			action: 'Inspect document',
			description:
				'Count pages and see if a PDF is tagged, scanned or signed; free, no API key needed',
		},
		{
			name: 'Submit',
			value: 'submit',
			action: 'Submit document without waiting',
			description:
				'Get the job at once, and the tagged PDF later by the trigger; costs 1 credit per page',
		},
		{
			name: 'Tag',
			value: 'tag',
			action: 'Tag document',
			description: 'Turn a PDF into a tagged, accessible one and get it; costs 1 credit per page',
		},
	],
	default: 'tag',
};

const ocr: INodeProperties = {
	displayName: 'Recognize Text (OCR)',
	name: 'ocr',
	type: 'boolean',
	default: false,
	description:
		'Whether to recognize the text of pages that are images, so that it can be read and tagged. The price is the same.',
};

/** Uploads, submits, waits and downloads. */
const tag: Operation = {
	toolDescription:
		'Tag the PDF at a URL and wait until it is done. Costs 1 credit per page. Returns the job as JSON, without the file: get a link to it with the id of the job.',
	parameters: [...sourceProperties, ocr, outputFieldProperty],
	options: [...submissionOptions, taggedFileName, waitTimeout],
	execute: async (item) => {
		const { account, runtime, watcher } = item;
		// Read before anything is paid for: an expression may fail.
		const timeoutMs = readWaitTimeout(item);
		const output = readOutput(item);
		const addInputData = readKeepInputData(item);
		for (let { turn } = item; ; turn = account.ledger.takeTurn()) {
			const lookUpUntil = runtime.now() + timeoutMs;
			const outcome = await submitDocument(item, turn, lookUpUntil).finally(turn.end);
			if ('skipped' in outcome)
				return [createSkippedItem(item, outcome.skipped, addInputData, output.binaryField)];
			const deadline = runtime.now() + timeoutMs;
			const done = watcher.awaitCompletion(outcome.job, { deadline, onState: item.recordJob });
			const { fileName = null } = item.state;
			const tagged = await done
				.then(async (job) => await fetchTaggedPdf(item, job, fileName, output, deadline))
				.catch((error: unknown) => {
					// If an earlier job's result is gone, the document gets its next job.
					if (isGone(error) && account.ledger.abandonJob(outcome.entry)) return undefined;
					throw error;
				});
			if (!tagged) {
				// No error may name the job that is gone as the one that is paid for.
				delete item.state.job;
				continue;
			}
			return [addInputData(addNextStep(item.context, describePayment(item, outcome, tagged)))];
		}
	},
};

/** Uploads and submits the document. The job continues by itself. */
const submit: Operation = {
	toolDescription:
		'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
	parameters: [...sourceProperties, ocr],
	options: submissionOptions,
	execute: async (item) => {
		const addInputData = readKeepInputData(item);
		const outcome = await submitDocument(item, item.turn);
		if ('skipped' in outcome) return [createSkippedItem(item, outcome.skipped, addInputData)];
		return [addInputData(describePayment(item, outcome, { json: { ...outcome.job } }))];
	},
};

/** A document that is already tagged, and so is not submitted. */
interface Skipped {
	reason: string;
	/** Number of pages, which equals the saved credits. */
	pages: number | null;
	/** The file in n8n. */
	file: IBinaryData;
}

/**
 * Submits an item's document, which costs a credit per page if it is new.
 *
 * @param retryUntil deadline (epoch ms) for looking up the document's existing job
 */
async function submitDocument(
	item: Item,
	turn: Turn,
	retryUntil?: number,
): Promise<DocumentJob | { skipped: Skipped }> {
	const { account, itemKey, recordJob, state } = item;
	const source = getSource(item);
	const whenTagged = readAlreadyTagged(item);
	const outcome = await submitAndPayOnce<Skipped>(account, {
		itemKey,
		turn,
		source: source.identity,
		fileName: source.fileName,
		options: readJobOptions(item),
		owner: readOwner(item),
		retryUntil,
		prepare: async () => await prepare(item, source, whenTagged),
	});
	if ('skipped' in outcome) {
		state.skippedPages = outcome.skipped.pages ?? 0;
		return outcome;
	}
	state.submission = outcome;
	recordJob(outcome.job);
	return outcome;
}

/** @throws InputError if an option is not a boolean */
function readJobOptions({ context, index }: Item): JobOptions {
	const isOcr = context.getNodeParameter(ocr.name, index, false) as unknown;
	const fonts = context.getNodeParameter(`options.${embedFonts.name}`, index, false) as unknown;
	return {
		ocr: checkBoolean(ocr.displayName, isOcr),
		embed_fonts: checkBoolean(embedFonts.displayName, fonts),
	};
}

/**
 * Reads an item's document before it is paid for. Most items need only its first bytes. Already Tagged and the
 * credit limit need the whole content.
 *
 * @throws TagPdfError `ALREADY_TAGGED`, `PAGES_UNKNOWN`, or if the document cannot be read
 */
async function prepare(
	{ account: { maximum } }: Item,
	source: Source,
	whenTagged: ReturnType<typeof readAlreadyTagged>,
): ReturnType<DocumentToSubmit<Skipped>['prepare']> {
	const { binary, document } = await source.open();
	if (whenTagged === 'tag' && maximum === 0) return { document };
	const { pages, tagged, unknown } = await source.inspect(document);
	if (whenTagged !== 'tag' && tagged === true) {
		if (whenTagged === 'fail') throw new TagPdfError('ALREADY_TAGGED', {});
		return { skipped: { reason: 'It is tagged', pages, file: binary } };
	}
	if (pages !== null) return { document, pages };
	if (maximum === 0) return { document };
	throw new TagPdfError('PAGES_UNKNOWN', { reason: unknown.pages ?? '' });
}

/** Adds whether the job was paid for before, and the document's field. */
function describePayment(
	{ source }: Item,
	{ entry: { paidBefore } }: DocumentJob,
	output: INodeExecutionData,
): INodeExecutionData {
	return { ...output, json: { ...output.json, paid_before: paidBefore, ...nameField(source) } };
}

/**
 * The output item of a skipped document. It has no job, and its own file is in the field of the tagged PDF,
 * so that the next node can treat both alike.
 *
 * @param addInputData adds the kept parts of the input item
 * @param binaryField field of the tagged PDF, in operations that return it
 */
function createSkippedItem(
	item: Item,
	{ file, pages, reason }: Skipped,
	addInputData: AddInputData,
	binaryField?: string,
): INodeExecutionData {
	const { source } = item;
	const { fileName = '' } = item.state;
	const json = {
		filename: fileName,
		credits_used: 0,
		skipped: { reason, pages },
		...nameField(source),
	};
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	const output = addInputData({ json, binary: inPlace });
	return { ...output, binary: { ...collectOwnFiles(item, file), ...output.binary } };
}

/** The fields of Inspect, the most useful first. */
function toInspectionJson(filename: string, inspection: Inspection): IDataObject {
	const { recommendation, reasons, pages, tagged, imageOnlyPages, encrypted } = inspection;
	const { signed, form, title, language } = inspection;
	const answers = { pages, tagged, imageOnlyPages, encrypted, signed, form, title, language };
	return { filename, recommendation, reasons, ...answers };
}

/** Reads the document locally. The output item keeps the unchanged file. */
const inspect: Operation = {
	isLocal: true,
	toolDescription:
		'Inspect the PDF at a URL: what to do with it, how many pages it has, and whether it is tagged, scanned, encrypted or signed. Free. Tagging would cost 1 credit per page. Nothing is sent to the service. Returns JSON; null means not known.',
	parameters: sourceProperties,
	options: [maxInFlight],
	execute: async (item) => {
		const { fileName, find, inspect: read } = getSource(item);
		const { binary, document } = await find();
		const json = toInspectionJson(fileName, await read(document));
		return [
			{
				json: { ...json, ...nameField(item.source) },
				binary: collectOwnFiles(item, binary),
			},
		];
	},
};

export const documentOperations = { inspect, submit, tag };
export const documentProperties = [operation, ...createProperties('document', documentOperations)];
