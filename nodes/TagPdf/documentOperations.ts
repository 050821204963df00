import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isGone, TagPdfError, throwIfStopped } from '../../client/errors';
import { rejectOnAbort } from '../../client/http';
import type { Turn } from '../../client/ledger';
import { type PdfFile, readPdfFile, startsLikePdf } from '../../client/pdfFile';
import { type DocumentJob, type DocumentToSubmit, submitAndPayOnce } from '../../client/submit';
import type { Inspection } from '../../pdf/inspect';
import { createProperties, type Item, type Operation } from './operation';
import {
	alreadyTagged,
	embedFonts,
	maxInFlight,
	readOwner,
	submissionOptions,
	taggedFileName,
	waitTimeout,
} from './options';
import {
	addNextStep,
	collectOwnFiles,
	fetchTaggedPdf,
	outputFieldProperty,
	readKeepInputData,
	readOutput,
} from './output';
import { nameField, type Source, sourceProperties } from './source';
import { openFile } from '../shared/binary';
import { quoteName } from '../shared/errorTexts';
import { InputError } from '../shared/nodeError';
import { readOption, readParameter } from '../shared/parameters';

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
	execute: async (item) => {
		const { account, context, index, watcher } = item;
		const { ledger, runtime } = account;
		// Read before anything is paid for: an expression may fail.
		const timeoutMs = readOption(context, index, waitTimeout) * 1000;
		const output = readOutput(item);
		const addInputData = readKeepInputData(item);
		for (let { turn } = item; ; turn = ledger.takeTurn()) {
			const lookUpUntil = runtime.now() + timeoutMs;
			const outcome = await submitDocument(item, turn, lookUpUntil).finally(turn.end);
			if ('skipped' in outcome)
				return createSkippedItem(item, outcome.skipped, addInputData, output.binaryField);
			const since = runtime.now();
			const deadline = since + timeoutMs;
			const tagged = await watcher
				.awaitCompletion(outcome.job, { since, deadline }, (job) =>
					ledger.recordJob(outcome.entry, job),
				)
				.then(async (job) => await fetchTaggedPdf(item, job, output, deadline))
				.catch((error: unknown) => {
					// If an earlier job's result is gone, the document gets its next job.
					if (isGone(error) && ledger.abandonJob(outcome.entry)) return undefined;
					throw error;
				});
			if (tagged) return addInputData(addNextStep(context, describePayment(item, outcome, tagged)));
		}
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
	execute: async (item) => {
		const addInputData = readKeepInputData(item);
		const outcome = await submitDocument(item, item.turn);
		if ('skipped' in outcome) return createSkippedItem(item, outcome.skipped, addInputData);
		return addInputData(describePayment(item, outcome, { json: { ...outcome.job } }));
	},
};

/** A document that is already tagged, and so is not submitted. */
interface Skipped {
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
	const { account, context, index, itemKey, state } = item;
	const source = getSource(item);
	const whenTagged = readOption(context, index, alreadyTagged);
	const outcome = await submitAndPayOnce<Skipped>(account, {
		itemKey,
		turn,
		source: source.identity,
		fileName: source.fileName,
		options: {
			ocr: readParameter(context, index, ocr),
			embed_fonts: readOption(context, index, embedFonts),
		},
		owner: readOwner(item),
		retryUntil,
		prepare: async () => await prepare(item, source, whenTagged),
	});
	if ('skipped' in outcome) state.skippedPages = outcome.skipped.pages ?? 0;
	return outcome;
}

/** The document of a unit whose operation has one. */
function getSource({ source }: Item): Source {
	if (source) return source;
	throw new Error('The operation has no document');
}

/**
 * Reads an item's document before it is paid for. Most items need only its first bytes. Already Tagged and the
 * credit limit need the whole content.
 *
 * @throws InputError `NOT_A_PDF`
 * @throws TagPdfError `ALREADY_TAGGED`, `PAGES_UNKNOWN`, or if the document cannot be read
 */
async function prepare(
	item: Item,
	source: Source,
	whenTagged: string,
): ReturnType<DocumentToSubmit<Skipped>['prepare']> {
	const { maximum } = item.account;
	const { binary, document, start } = await openSource(item, source);
	if (document.size === 0 || !startsLikePdf(start)) {
		const what = document.size === 0 ? 'empty' : 'not a PDF';
		const message = `${quoteName(source.fileName)} is ${what}`;
		throw new InputError({ message, fix: 'Remove or replace it.' }, 'NOT_A_PDF');
	}
	if (whenTagged === 'tag' && maximum === 0) return { document };
	const { pages, tagged, unknown } = await inspectDocument(item, document);
	if (whenTagged !== 'tag' && tagged === true) {
		if (whenTagged === 'fail') throw new TagPdfError('ALREADY_TAGGED', {});
		return { skipped: { pages, file: binary } };
	}
	if (pages !== null) return { document, pages };
	if (maximum === 0) return { document };
	throw new TagPdfError('PAGES_UNKNOWN', { reason: unknown.pages ?? '' });
}

/** Opens a document of any content; its first bytes are read. */
async function openSource({ account, context }: Item, { fileName, getFile }: Source) {
	const { runtime, signal } = account;
	const binary = await getFile();
	return { binary, ...(await openFile(context, runtime, binary, fileName, signal)) };
}

/**
 * Reads a whole document from n8n's binary store.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
async function inspectDocument({ account }: Item, document: PdfFile): Promise<Inspection> {
	const { runtime, signal } = account;
	// Loaded on first use: it is a third of the code, and many workflows never need it.
	const { beginReading, inspectNow } = await import('../../pdf/inspect');
	const pause = async () => await runtime.sleep(1);
	// Before the document is opened: a store is not silent while its document waits for others.
	const endReading = await awaitTurn(signal, beginReading());
	try {
		return await readPdfFile(runtime, signal, async (open) => {
			return await inspectNow({ open: async () => await Promise.resolve(open(document)), pause });
		});
	} finally {
		endReading();
	}
}

/** @throws TagPdfError `STOPPED` or `NOT_STARTED` as soon as the run ends; the turn then goes to the next document */
async function awaitTurn(signal: AbortSignal, turn: Promise<() => void>): Promise<() => void> {
	return await rejectOnAbort(signal, turn, (end) => end()).catch((error: unknown) => {
		throwIfStopped(signal);
		throw error;
	});
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
	{ file, pages }: Skipped,
	addInputData: ReturnType<typeof readKeepInputData>,
	binaryField?: string,
): INodeExecutionData {
	const source = getSource(item);
	const skipped = { reason: 'It is tagged', pages };
	const json = { filename: source.fileName, credits_used: 0, skipped, ...nameField(source) };
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	const output = addInputData({ json, binary: inPlace });
	return { ...output, binary: { ...collectOwnFiles(item, file), ...output.binary } };
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
	execute: async (item) => {
		const source = getSource(item);
		const { binary, document } = await openSource(item, source);
		const { recommendation, reasons, pages, tagged, imageOnlyPages, encrypted, signed, ...more } =
			await inspectDocument(item, document);
		const { form, title, language } = more;
		const answers = { pages, tagged, imageOnlyPages, encrypted, signed, form, title, language };
		// The most useful fields first.
		const json = { filename: source.fileName, recommendation, reasons, ...answers };
		return {
			json: { ...json, ...nameField(source) },
			binary: collectOwnFiles(item, binary),
		};
	},
};

export const documentOperations = { inspect, submit, tag };
export const documentProperties = createProperties('document', documentOperations, {
	default: 'tag',
	hint: 'Tag and Submit cost 1 credit per page; Inspect is free',
});
