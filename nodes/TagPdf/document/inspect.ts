import type { IDataObject } from 'n8n-workflow';

import type { Inspection } from '../../../pdf/inspect';
import type { Operation } from '../operation';
import { maxDocumentsAtOnce } from '../options';
import { collectOwnFiles } from '../output';
import { nameField, sourceProperties } from '../source';
import { findFault } from './fault';
import { getSource, inspectDocument, openSource } from './openDocument';

/** Reads the document locally. The output item keeps the unchanged file. */
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
		const { recommendation, reasons } = recommendAsTag(inspection, findFault(binary, opened));
		return {
			json: {
				filename: source.fileName,
				recommendation: RECOMMENDATIONS[recommendation],
				reasons,
				...describeAnswers(inspection),
				...nameField(source),
			},
			binary: collectOwnFiles(task.context, task, binary, undefined),
		};
	},
};

/** Values of outputs are in snake_case, as the names of fields, and as those of the service. */
export const RECOMMENDATIONS = {
	tag: 'tag',
	tagWithOcr: 'tag_with_ocr',
	skip: 'skip',
	review: 'review',
} satisfies Record<Inspection['recommendation'], string>;

export const ENCRYPTIONS = {
	none: 'none',
	openable: 'openable',
	passwordNeeded: 'password_needed',
} satisfies Record<NonNullable<Inspection['encrypted']>, string>;

export const FORMS = {
	none: 'none',
	AcroForm: 'acroform',
	XFA: 'xfa',
} satisfies Record<NonNullable<Inspection['form']>, string>;

/** The reader's answers, the most useful first; each may be null. */
function describeAnswers({ encrypted, form, ...answers }: Inspection): IDataObject {
	return {
		pages: answers.pages,
		tagged: answers.tagged,
		image_only_pages: answers.imageOnlyPages,
		encrypted: encrypted && ENCRYPTIONS[encrypted],
		signed: answers.signed,
		form: form && FORMS[form],
		title: answers.title,
		language: answers.language,
	};
}

/** Tag refuses a file with a fault, so Inspect must not recommend it. */
function recommendAsTag(
	{ recommendation, reasons }: Inspection,
	fault: ReturnType<typeof findFault>,
): Pick<Inspection, 'recommendation' | 'reasons'> {
	if (!fault) return { recommendation, reasons };
	const more = recommendation === 'review' ? reasons : [];
	return { recommendation: 'review', reasons: [`It ${fault.what}`, ...more] };
}
