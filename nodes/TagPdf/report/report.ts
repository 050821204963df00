import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { TagPdfError, throwIfStopped } from '../../client/errors';
import { fileOf } from '../../n8n/binary';
import { describe, listDetails } from '../../n8n/errors';
import type { Inspection } from '../../pdf';
import type { Item } from '../item';
import { inspectDocument } from '../inspection/inspectDocument';
import { groupByReason, listInspection } from '../inspection/inspectionJson';
import { readComparison } from '../parameters/compareWithOriginal';
import type { Source } from '../parameters/source/source';
import { compare, compareFindings } from './regressions';
import { WorseResult } from './worseResult';

/** What only a person can judge, of every document. */
const NEEDS_HUMAN = [
	'Reading order: whether the content is read in the order in which it makes sense',
	'Alternative texts: whether they say what the pictures show',
	'Tables: whether their headers tell what their cells mean',
];

/** Adds the report to the output item of a job. */
export type WithReport = (output: INodeExecutionData) => Promise<INodeExecutionData>;

interface Before {
	inspection: Inspection;
	file: IBinaryData;
}

/**
 * Reads the document, so that its tagged PDF can be compared with it. Nothing is read unless the item
 * asks for a report. A document that is not there any more is no reason to keep the result of a known job
 * from the user; without a known job, the submission reads the document itself and fails.
 *
 * @param field of the output item that holds the tagged PDF
 * @param source undefined where the document is not at hand
 * @throws InputError, or TagPdfError for a document that cannot be read to its end, before anything is
 * paid for
 */
export async function prepareReport(
	item: Item,
	field: string,
	source?: Source,
): Promise<WithReport> {
	const { isWanted, mayFail } = readComparison(item);
	if (!isWanted) return async (output) => await Promise.resolve(output);
	const before = source && (await inspectBefore(item, source));
	return async (output) => {
		const file = output.binary?.[field];
		const report = { ...listDates(output), ...(await compareFiles(item, before, file)) };
		const reported = { ...output, json: { ...output.json, report: report as IDataObject } };
		const lost = report.regressions.map((regression) => regression.field);
		if (!mayFail || lost.length === 0) return reported;
		const { id } = output.json;
		throw new WorseResult(
			typeof id === 'string' ? id : '',
			lost,
			addDocument(item, reported, field, before instanceof TagPdfError ? undefined : before),
		);
	};
}

/** @returns why the document is not there, e.g. because its URL has expired */
async function inspectBefore({ signal }: Item, source: Source): Promise<Before | TagPdfError> {
	const found = await source.find().catch((error: unknown) => {
		throwIfStopped(signal);
		if (error instanceof TagPdfError) return error.withFacts({ fileName: source.fileName });
		throw error;
	});
	if (found instanceof TagPdfError) return found;
	return { inspection: await source.inspect(found.document), file: found.binary };
}

function listDates({ json }: INodeExecutionData) {
	return {
		submitted_at: json.created_at ?? null,
		reported_at: new Date().toISOString(),
	};
}

async function compareFiles(
	item: Item,
	before: Before | TagPdfError | undefined,
	file: IBinaryData | undefined,
) {
	const after = file && (await inspectAfter(item, file));
	const isMissing = before instanceof TagPdfError;
	const inspection = isMissing ? undefined : before?.inspection;
	const was = inspection ? listInspection(inspection) : null;
	const needsHuman = NEEDS_HUMAN;
	if (!after || after instanceof TagPdfError) {
		const reason = 'the tagged PDF could not be read back from the binary store of n8n';
		const notCompared = [{ reason, fields: ['all'] }];
		return { before: was, after: null, regressions: [], findings: null, notCompared, needsHuman };
	}
	const { notCompared, regressions } = compare(inspection, after);
	const missing = isMissing ? { all: whyMissing(before) } : {};
	return {
		before: was,
		after: listInspection(after),
		regressions,
		findings: compareFindings(inspection, after),
		notCompared: groupByReason({ ...notCompared, ...missing }),
		needsHuman,
	};
}

function whyMissing(error: TagPdfError): string {
	const { reason } = listDetails(error);
	return `${describe(error).message}${typeof reason === 'string' ? `: ${reason}` : ''}`;
}

/** It is paid for and stored: that it cannot be read back here is no reason to keep it from the user. */
async function inspectAfter(item: Item, file: IBinaryData): Promise<Inspection | TagPdfError> {
	const { context, runtime, signal } = item;
	const inspected = async () => {
		const { document } = await fileOf(context, runtime, file, file.fileName ?? '', signal);
		return await inspectDocument(item, document);
	};
	return await inspected().catch((error: unknown) => {
		if (error instanceof TagPdfError && error.code === 'DOCUMENT_UNREADABLE') return error;
		throw error;
	});
}

/** A document from a URL stands in no field of the input item, where a failed item takes its files from. */
function addDocument(
	{ context, index }: Item,
	output: INodeExecutionData,
	field: string,
	before: Before | undefined,
): INodeExecutionData {
	const isFetched = context.getNodeParameter('source', index, 'binary') === 'url';
	if (!isFetched || !before) return output;
	return { ...output, binary: { ...output.binary, [`${field}_source`]: before.file } };
}
