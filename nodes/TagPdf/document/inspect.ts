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
