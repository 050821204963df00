import type { IDataObject } from 'n8n-workflow';

import type { Inspection } from '../../../pdf/inspect';
import type { Operation } from '../operation';
import { maxDocumentsAtOnce } from '../options';
import { collectOwnFiles } from '../output';
import { nameField, sourceProperties } from '../source';
import { findFault } from './fault';
import { getSource, inspectDocument, openSource } from './openDocument';

/**
 * Reads the document locally. The output item has the unchanged file, if it is in the input item or comes from a URL.
 */
export const inspect: Operation = {
	name: 'Inspect',
	action: 'Inspect document',
	description: 'Count pages and see if a PDF is tagged, scanned or signed; free, no API key needed',
	isLocal: true,
	toolDescription:
		'Inspect the PDF at a URL: what to do with it, how many pages it has, and whether it is tagged, scanned, encrypted or signed. Free. Tagging would cost 1 credit per page. Nothing is sent to the service. Returns JSON; null means not known.',
	parameters: sourceProperties,
	options: [maxDocumentsAtOnce],
	execute: async (task) => {
		const source = getSource(task);
		const { binary, ...opened } = await openSource(task, source);
		const inspection = await inspectDocument(task, opened.document);
		return {
			json: {
				filename: source.fileName,
				...recommendAsTag(inspection, findFault(binary, opened)),
				...listAnswers(inspection),
				...nameField(source),
			},
			binary: collectOwnFiles(task.context, task, binary, undefined),
		};
	},
};

/** The reader's answers, the most useful first; each may be null. */
function listAnswers(inspection: Inspection): IDataObject {
	return {
		pages: inspection.pages,
		tagged: inspection.tagged,
		image_only_pages: inspection.image_only_pages,
		encryption: inspection.encryption,
		signed: inspection.signed,
		form: inspection.form,
		title: inspection.title,
		language: inspection.language,
	};
}

/** Tag refuses a file with a fault, so Inspect must not recommend to tag it: the recommendation is `review` instead. */
function recommendAsTag(
	{ recommendation, reasons }: Inspection,
	fault: ReturnType<typeof findFault>,
): Pick<Inspection, 'recommendation' | 'reasons'> {
	if (!fault) return { recommendation, reasons };
	const more = recommendation === 'review' ? reasons : [];
	return { recommendation: 'review', reasons: [`It ${fault.what}`, ...more] };
}
