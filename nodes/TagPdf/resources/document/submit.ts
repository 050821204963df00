import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { DocumentJob } from '../../../client/submission';
import type { Item } from '../../item';
import type { Operation } from '../../operation';
import { embedFonts, ocrProperty } from '../../parameters/jobOptions';
import { maxFileSize, maxInFlight } from '../../parameters/limits';
import { alreadyTagged } from '../../parameters/paying/alreadyTagged';
import { avoidPayingTwice, readIdempotencyScope } from '../../parameters/paying/avoidPayingTwice';
import { creditLimits } from '../../parameters/paying/creditLimits';
import { getSource, sourceProperties } from '../../parameters/source';
import {
	collectOwnFiles,
	keepSource,
	readKeepSource,
	type AddInputData,
} from '../../parameters/source/keepSource';
import { AlreadyTagged, Preparation } from './preparation';

/** Options of operations that submit a document. */
export const submissionOptions: INodeProperties[] = [
	alreadyTagged,
	avoidPayingTwice,
	...creditLimits,
	embedFonts,
	keepSource,
	maxInFlight,
	maxFileSize,
];

/** Uploads and submits the document. The job continues by itself. */
export const submit: Operation = {
	toolDescription:
		'Submit the PDF at a URL for tagging, without waiting. Costs 1 credit per page. Returns the job as JSON; its id is needed to wait for it and to get a link to the tagged PDF.',
	parameters: [...sourceProperties, ocrProperty],
	options: submissionOptions,
	recall: recallDocument,
	execute: async (item) => {
		const addInputData = readKeepSource(item);
		const { fileName, skipped, submitted } = await submitDocument(item);
		if (skipped) return [createSkippedItem(item, fileName, skipped, addInputData)];
		return [addInputData({ json: { ...submitted.job } })];
	},
};

/** Outcome of a document. Items that share a job may use different file names. */
export type Outcome = { fileName: string } & (
	| { submitted: DocumentJob; skipped?: undefined }
	| { skipped: AlreadyTagged; submitted?: undefined }
);

/** Counts the item's document as paid for if an earlier execution may have paid for it. */
export async function recallDocument(item: Item): Promise<void> {
	await new Preparation(item, getSource(item)).recall();
}

/**
 * Gets the job of an item's document: a new one, or the one it already has. An already tagged document is
 * skipped if the item says so.
 *
 * @param retryUntil deadline (epoch ms) for looking up the document's existing job
 */
export async function submitDocument(item: Item, retryUntil?: number): Promise<Outcome> {
	const { index, runtime, submitter } = item;
	const source = getSource(item);
	const { fileName } = source;
	const preparation = new Preparation(item, source);
	const submitting = submitter.getJob({
		slot: String(index),
		identity: preparation.identity,
		fileName,
		options: preparation.options,
		scope: readIdempotencyScope(item),
		retryUntil,
		open: async () => await preparation.open(),
	});
	const outcome = await submitting.catch((error: unknown) => {
		if (error instanceof AlreadyTagged && preparation.whenTagged === 'skip') return error;
		throw error;
	});
	if (outcome instanceof AlreadyTagged) {
		item.state.skippedPages = outcome.pages;
		return { fileName, skipped: outcome };
	}
	item.state.submission = outcome;
	item.state.job = outcome.job;
	runtime.log('debug', `job ${outcome.job.id} (${outcome.job.status})`);
	return { fileName, submitted: outcome };
}

/**
 * The output item of a skipped document. It has no job, and its own file is in the field of the tagged PDF,
 * so that the next node can treat both alike.
 *
 * @param addInputData adds the kept parts of the input item
 * @param binaryField field of the tagged PDF, in operations that return it
 */
export function createSkippedItem(
	item: Item,
	fileName: string,
	{ file, pages, reason }: AlreadyTagged,
	addInputData: AddInputData,
	binaryField?: string,
): INodeExecutionData {
	const json = { filename: fileName, credits_used: 0, skipped: { reason, pages } };
	const inPlace = binaryField === undefined ? {} : { [binaryField]: file };
	const output = addInputData({ json, binary: inPlace });
	return { ...output, binary: { ...collectOwnFiles(item, file), ...output.binary } };
}
