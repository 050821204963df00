import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { TagPdfError } from '../../client/errors';
import { type PdfFile, readPdfFile } from '../../client/pdfFile';
import type { Job } from '../../client/service';
import {
	askForCurrentState,
	type DocumentJob,
	submitAndPayOnce,
	type WantedJob,
} from '../../client/submit';
import { tagAndPayOnce } from '../../client/tag';
import type { Inspection } from '../../pdf/inspect';
import { findFault } from './content';
import { createProperties, type Task, type Operation } from './operation';
import {
	alreadyTagged,
	embedFonts,
	maxInFlight,
	maxJobsPerDocument,
	readOwner,
	submissionOptions,
	taggedFileName,
	waitTimeout,
} from './options';
import {
	addNextStep,
	collectOwnFiles,
	createTaggedItem,
	nameTaggedPdf,
	outputFieldProperty,
	readKeepInputData,
	readOutput,
} from './output';
import { nameField, type Source, sourceProperties } from './source';
import { createSave, openFile } from '../shared/binary';
import { quoteName } from '../shared/errorTexts';
import { InputError } from '../shared/inputError';
import { readOption, readParameter, readWholeOption } from '../shared/parameters';

const ocr = {
	displayName: 'Recognize Text (OCR)',
	name: 'ocr',
	type: 'boolean',
	default: false,
	description:
		'Whether to recognize the text of pages that are images, so that it can be read and tagged. The price is the same.',
} satisfies INodeProperties;

/** Uploads, submits, waits and downloads. */
const tag: Operation = {
	name: 'Tag',
	action: 'Tag document',
	description: 'Turn a PDF into a tagged, accessible one and get it; costs 1 credit per page',
	toolDescription:
		'Tag the PDF at a URL and wait until it is done. Costs 1 credit per page. Returns the job as JSON, without the file: get a link to it with the id of the job.',
	parameters: [...sourceProperties, ocr, outputFieldProperty],
	options: [...submissionOptions, taggedFileName, waitTimeout],
	execute: async (task) => {
		const { connection, context, index, source } = task;
		// All parameters are read before anything is paid for: an expression may fail.
		const timeoutMs = readOption(context, index, waitTimeout) * 1000;
		const output = readOutput(task);
		const addInputData = readKeepInputData(task);
		const nameOf = (job: Job) => nameTaggedPdf(source, job, output.fileName);
		const wanted = readWantedJob(task);
		const save = (job: Job) => createSave(context, nameOf(job));
		const outcome = await tagAndPayOnce(connection, wanted, timeoutMs, save);
		if ('skipped' in outcome)
			return createSkippedItem(task, outcome.skipped, addInputData, output.binaryField);
		const { job, saved } = outcome;
		const tagged = createTaggedItem(job, nameOf(job), output.binaryField, saved);
		return addInputData(addNextStep(context, describePayment(task, outcome, tagged)));
	},
};

/** Uploads and submits the document. The job continues by itself. */
const submit: Operation = {
	name: 'Submit',
	action: 'Submit document without waiting',
	description:
		'Get the job at once, and the tagged PDF later by the trigger; costs 1 credit per page',
	toolDescription:
		'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
	parameters: [...sourceProperties, ocr],
	options: submissionOptions,
	execute: async (task) => {
		const addInputData = readKeepInputData(task);
		const outcome = await submitAndPayOnce(task.connection, readWantedJob(task));
		if ('skipped' in outcome) return createSkippedItem(task, outcome.skipped, addInputData);
		const job = await askForCurrentState(task.connection, outcome);
		return addInputData(describePayment(task, outcome, { json: { ...job } }));
	},
};

/** A document that is already tagged, and so is not submitted. */
interface Skipped {
	/** Number of pages, which equals the saved credits. */
	pages: number | null;
	/** The file in n8n. */
	file: IBinaryData;
}

/** The job that an item wants for its document. */
function readWantedJob(task: Task): WantedJob<Skipped> {
	const { context, index, unitKey, turn } = task;
	const source = getSource(task);
	const whenTagged = readOption(context, index, alreadyTagged);
	return {
		unitKey,
		turn,
		source: source.identity,
		options: {
			ocr: readParameter(context, index, ocr),
			embed_fonts: readOption(context, index, embedFonts),
		},
		owner: readOwner(task),
		maxJobs: readWholeOption(context, index, maxJobsPerDocument),
		prepare: async () => await prepare(task, source, whenTagged),
	};
}

/** The document of a unit whose operation has one. */
function getSource({ source }: Task): Source {
	if (source) return source;
	throw new Error('The operation has no document');
}

/**
 * Reads an item's document before it is paid for. Most items need only its first bytes. Already Tagged and the
 * credit limit need the whole content, which also shows whether it needs a password.
 *
 * @throws InputError `NOT_A_PDF`, or if the binary field has no file
 * @throws TagPdfError `ALREADY_TAGGED`, `PASSWORD_NEEDED`, `PAGES_UNKNOWN`, or if the document cannot be read
 */
async function prepare(
	task: Task,
	source: Source,
	whenTagged: string,
): ReturnType<WantedJob<Skipped>['prepare']> {
	const hasLimit = task.connection.maximum !== Infinity;
	const { binary, ...opened } = await openSource(task, source);
	const { document } = opened;
	const fault = findFault(binary, opened);
	if (fault) {
		const message = `${quoteName(source.fileName)} ${fault.what}`;
		throw new InputError({ ...fault, message }, 'NOT_A_PDF');
	}
	if (whenTagged === 'tag' && !hasLimit) return { document };
	const { encrypted, pages, tagged, unknown } = await inspectDocument(task, document);
	if (encrypted === 'passwordNeeded') throw new TagPdfError('PASSWORD_NEEDED', {});
	if (whenTagged !== 'tag' && tagged === true) {
		if (whenTagged === 'fail') throw new TagPdfError('ALREADY_TAGGED', {});
		return { skipped: { pages, file: binary } };
	}
	if (pages !== null) return { document, pages };
	if (!hasLimit) return { document };
	throw new TagPdfError('PAGES_UNKNOWN', { reason: unknown.pages ?? '' });
}

/** Opens a document of any content; its first bytes are read. */
async function openSource({ connection, context }: Task, source: Source) {
	const { runtime, signal } = connection;
	const binary = await source.getFile();
	return { binary, ...(await openFile(context, runtime, binary, source.fileName, signal)) };
}

/**
 * Reads a whole document from n8n's binary store.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
async function inspectDocument({ connection }: Task, document: PdfFile): Promise<Inspection> {
	const { runtime, signal } = connection;
	// Loaded on first use: it is a third of the code, and many workflows never need it.
	const { inspect: read } = await import('../../pdf/inspect');
	const pause = async () => await runtime.sleep(1);
	return await readPdfFile(runtime, signal, async (open) => {
		return await read({ open: async () => await Promise.resolve(open(document)), pause });
	});
}

/** Adds who paid for the job, which job of the document it is, and the document's field. */
function describePayment(
	{ source }: Task,
	{ jobNumber, paidBefore }: DocumentJob,
	output: INodeExecutionData,
): INodeExecutionData {
	const payment = { paid_before: paidBefore, job_number: jobNumber };
	return { ...output, json: { ...output.json, ...payment, ...nameField(source) } };
}

/**
 * The output item of a skipped document. It has no job, and its own file is in the field of the tagged PDF,
 * so that the next node can treat both alike.
 *
 * @param addInputData adds the kept parts of the input item
 * @param binaryField field of the tagged PDF, in operations that return it
 */
function createSkippedItem(
	task: Task,
	{ file, pages }: Skipped,
	addInputData: ReturnType<typeof readKeepInputData>,
	binaryField?: string,
): INodeExecutionData {
	const source = getSource(task);
	task.state.skippedPages = pages ?? 0;
	const skipped = { reason: 'It is tagged', pages };
	const json = { filename: source.fileName, credits_used: 0, skipped, ...nameField(source) };
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	const output = addInputData({ json, binary: inPlace });
	return { ...output, binary: { ...collectOwnFiles(task, file), ...output.binary } };
}

/** Reads the document locally. The output item keeps the unchanged file. */
const inspect: Operation = {
	name: 'Inspect',
	action: 'Inspect document',
	description: 'Count pages and see if a PDF is tagged, scanned or signed; free, no API key needed',
	isLocal: true,
	toolDescription:
		'Inspect the PDF at a URL: what to do with it, how many pages it has, and whether it is tagged, scanned, encrypted or signed. Free. Tagging would cost 1 credit per page. Nothing is sent to the service. Returns JSON; null means not known.',
	parameters: sourceProperties,
	options: [maxInFlight],
	execute: async (task) => {
		const source = getSource(task);
		const { binary, ...opened } = await openSource(task, source);
		const inspection = await inspectDocument(task, opened.document);
		const { pages, tagged, imageOnlyPages, encrypted, signed, ...more } = inspection;
		const { recommendation, reasons } = recommendAsTag(inspection, findFault(binary, opened));
		const { form, title, language } = more;
		const answers = { pages, tagged, imageOnlyPages, encrypted, signed, form, title, language };
		// The most useful fields first.
		const json = { filename: source.fileName, recommendation, reasons, ...answers };
		return {
			json: { ...json, ...nameField(source) },
			binary: collectOwnFiles(task, binary),
		};
	},
};

/** Tag refuses a file with a fault, so Inspect must not recommend it. */
function recommendAsTag(
	{ recommendation, reasons }: Inspection,
	fault: ReturnType<typeof findFault>,
): Pick<Inspection, 'recommendation' | 'reasons'> {
	if (!fault) return { recommendation, reasons };
	const more = recommendation === 'review' ? reasons : [];
	return { recommendation: 'review', reasons: [`It ${fault.what}`, ...more] };
}

export const documentOperations = { inspect, submit, tag };
export const documentProperties = createProperties('document', documentOperations, {
	default: 'tag',
	hint: 'Tag and Submit cost 1 credit per page; Inspect is free',
});
