import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { TagPdfError, throwIfStopped } from '../../client/errors';
import { openFile } from '../../n8n/binary';
import { describeError, listDetails } from '../../n8n/errors';
import { readChoiceOption } from '../../n8n/optionParameters';
import type { Inspection } from '../../pdf';
import type { Item } from '../item';
import { groupByReason, inspectDocument, toInspectionJson } from '../inspection';
import { compareWithOriginal } from '../parameters/compareWithOriginal';
import type { Source } from '../parameters/source/source';
import { compareInspections, compareFindings } from './regressions';

/** Checks of every document that only a person can make. */
const NEEDS_HUMAN = [
	'Reading order: whether the content is read in a sensible order',
	'Alternative texts: whether they say what the pictures show',
	'Tables: whether their headers tell what their cells mean',
];

/** Adds the report to the output item of a job. */
export type AddReport = (output: INodeExecutionData) => Promise<INodeExecutionData>;

/** A tagged PDF that is worse than its document. It is paid for, so the failed item includes it. */
export class WorseResult extends TagPdfError {
	/**
	 * @param jobId of the job that made it
	 * @param lost fields of the report
	 * @param output the item's regular output
	 */
	constructor(
		jobId: string,
		lost: readonly string[],
		readonly output: INodeExecutionData,
	) {
		super('RESULT_WORSE', { jobId, jobExists: true, jobStatus: 'completed', lost });
	}
}

interface Before {
	inspection: Inspection;
	file: IBinaryData;
}

/**
 * Reads the document for a later comparison with its tagged PDF. Nothing is read unless the item wants a
 * report. If the document is gone, the user still gets the result of a known job. Without a known job, the
 * submission cannot read the document either, and fails.
 *
 * @param field of the output item that holds the tagged PDF
 * @param source undefined if the document is not available
 * @throws InputError, or TagPdfError if the document cannot be read completely; nothing is paid for yet
 */
export async function prepareReport(
	item: Item,
	field: string,
	source?: Source,
): Promise<AddReport> {
	const choice = readChoiceOption(item.context, item.index, compareWithOriginal);
	if (choice === 'off') return async (output) => await Promise.resolve(output);
	const before = source && (await inspectBefore(item, source));
	return async (output) => {
		const file = output.binary?.[field];
		const report = {
			submitted_at: output.json.created_at ?? null,
			reported_at: new Date().toISOString(),
			...(await compareFiles(item, before, file)),
		};
		const reported = { ...output, json: { ...output.json, report: report as IDataObject } };
		const lost = report.regressions.map((regression) => regression.field);
		if (choice !== 'fail' || lost.length === 0) return reported;
		const { id } = output.json;
		throw new WorseResult(
			typeof id === 'string' ? id : '',
			lost,
			addDocument(item, reported, field, before instanceof TagPdfError ? undefined : before),
		);
	};
}

/** @returns the inspection, or why the document is gone, e.g. because its URL has expired */
async function inspectBefore({ signal }: Item, source: Source): Promise<Before | TagPdfError> {
	const found = await source.find().catch((error: unknown) => {
		throwIfStopped(signal);
		if (error instanceof TagPdfError) return error.addFacts({ fileName: source.fileName });
		throw error;
	});
	if (found instanceof TagPdfError) return found;
	return { inspection: await source.inspect(found.document), file: found.binary };
}

async function compareFiles(
	item: Item,
	before: Before | TagPdfError | undefined,
	file: IBinaryData | undefined,
) {
	const after = file && (await inspectAfter(item, file));
	const isMissing = before instanceof TagPdfError;
	const inspection = isMissing ? undefined : before?.inspection;
	const was = inspection ? toInspectionJson(inspection) : null;
	const needsHuman = NEEDS_HUMAN;
	if (!after) {
		const reason = 'the tagged PDF could not be read back from the binary store of n8n';
		const notCompared = [{ reason, fields: ['all'] }];
		return { before: was, after: null, regressions: [], findings: null, notCompared, needsHuman };
	}
	const { notCompared, regressions } = compareInspections(inspection, after);
	const missing = isMissing ? { all: explainMissing(before) } : {};
	return {
		before: was,
		after: toInspectionJson(after),
		regressions,
		findings: compareFindings(inspection, after),
		notCompared: groupByReason({ ...notCompared, ...missing }),
		needsHuman,
	};
}

function explainMissing(error: TagPdfError): string {
	const { reason } = listDetails(error);
	return `${describeError(error).message}${typeof reason === 'string' ? `: ${reason}` : ''}`;
}

/** The tagged PDF is paid for and stored, so the user gets it even if it cannot be read back here. */
async function inspectAfter(item: Item, file: IBinaryData): Promise<Inspection | undefined> {
	const { context, runtime, signal } = item;
	const inspectFile = async () => {
		const { document } = await openFile(context, runtime, file, file.fileName ?? '', signal);
		return await inspectDocument(item, document);
	};
	return await inspectFile().catch((error: unknown) => {
		if (error instanceof TagPdfError && error.code === 'DOCUMENT_UNREADABLE') return undefined;
		throw error;
	});
}

/** Adds a document from a URL: failed items take their files from the input item, which does not have it. */
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
