import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { TagPdfError } from '../../../client/errors';
import type { DocumentJob, WantedJob } from '../../../client/submit';
import { quoteName } from '../../shared/errorTexts';
import { InputError } from '../../shared/inputError';
import { readOption, readParameter, readWholeOption } from '../../shared/parameters';
import type { Task } from '../operation';
import { alreadyTagged, embedFonts, maxJobsPerDocument, readOwner } from '../options';
import { collectOwnFiles, type readKeepInputData } from '../output';
import { nameField, type Source } from '../source';
import { findFault } from './fault';
import { getSource, inspectDocument, openSource } from './openDocument';

/** What Tag and Submit share: they read which job a unit wants, and add to its output who paid for the job. */

export const ocr = {
	displayName: 'Recognize Text (OCR)',
	name: 'ocr',
	type: 'boolean',
	default: false,
	description:
		'Whether to recognize the text of pages that are images, so that it can be read and tagged. The price is the same.',
} satisfies INodeProperties;

/** A document that is already tagged, and so is not submitted. */
export interface Skipped {
	/** Number of pages, which equals the saved credits; null if the pages could not be counted. */
	pages: number | null;
	/** The unchanged document as n8n keeps it. */
	file: IBinaryData;
}

/**
 * Reads all parameters that decide which job a unit wants for its document.
 *
 * @throws InputError if a parameter is not valid, or n8n's errors while it reads parameters
 */
export function readWantedJob(task: Task): WantedJob<Skipped> {
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

/**
 * Checks a unit's document before it is paid for. Usually the beginning of the file is enough. If Already Tagged is
 * Fail or Skip, or if there is a credit limit, the whole file is read. This also shows whether it needs a password.
 *
 * @returns the document, with its number of pages if the whole file was read and they could be counted; or `skipped`
 * @throws InputError `NOT_A_PDF`, or if the binary field has no file
 * @throws TagPdfError `ALREADY_TAGGED`, `PASSWORD_NEEDED`, `PAGES_UNKNOWN`, or if the document cannot be fetched or
 * read
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
	const { encryption, pages, tagged, unknown } = await inspectDocument(task, document);
	if (encryption === 'password_needed') throw new TagPdfError('PASSWORD_NEEDED', {});
	if (whenTagged !== 'tag' && tagged === true) {
		if (whenTagged === 'fail') throw new TagPdfError('ALREADY_TAGGED', {});
		return { skipped: { pages, file: binary } };
	}
	if (pages !== null) return { document, pages };
	if (!hasLimit) return { document };
	throw new TagPdfError('PAGES_UNKNOWN', { reason: unknown.pages ?? '' });
}

/** Adds whether an earlier execution paid for the job, the job's number, and the binary field of the document. */
export function describePayment(
	{ source }: Task,
	{ jobNumber, paidBefore }: DocumentJob,
	output: INodeExecutionData,
): INodeExecutionData {
	const payment = { paid_before: paidBefore, job_number: jobNumber };
	return { ...output, json: { ...output.json, ...payment, ...nameField(source) } };
}

/**
 * The output item of a skipped document, which has no job. In Tag, the unchanged document is in the field of the tagged
 * PDF, so that the next node can treat skipped and tagged documents alike. Also records the pages that were saved.
 *
 * @param addInputData adds the kept parts of the input item
 * @param binaryField the field for a tagged PDF; undefined in Submit, which returns none
 */
export function createSkippedItem(
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
	const own = collectOwnFiles(task.context, task, file, binaryField);
	return { ...output, binary: { ...own, ...output.binary } };
}
