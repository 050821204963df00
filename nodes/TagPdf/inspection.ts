import type { IDataObject } from 'n8n-workflow';

import { readDocument, type PdfDocument } from '../client/transfer';
import type { Inspection } from '../pdf';
import type { Item } from './item';

/**
 * Reads a whole document from n8n's binary store.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function inspectDocument(
	{ runtime, signal }: Item,
	document: PdfDocument,
): Promise<Inspection> {
	// Loaded on first use: it is a third of the code, and many workflows never need it.
	const { inspect } = await import('../pdf');
	return await readDocument(
		runtime,
		document,
		signal,
		async (open) => await inspect({ open, pause: async () => await runtime.sleep(1) }),
	);
}

export const SIMPLIFIED_FIELDS = [
	'recommendation',
	'reasons',
	'pages',
	'tagged',
	'imageOnlyPages',
	'encrypted',
	'signed',
] as const satisfies ReadonlyArray<keyof Inspection>;

const OTHER_FIELDS = [
	'opensWithoutPassword',
	'text',
	'drawingPages',
	'untaggedPages',
	'language',
	'title',
	'producer',
	'created',
	'modified',
	'marked',
	'structureTree',
	'structureElements',
	'pdfUaPart',
	'displayDocTitle',
	'figuresWithoutAlt',
	'notEmbeddedFonts',
	'form',
	'formFields',
	'links',
	'damaged',
	'findings',
	'unknownFindings',
	'unknown',
	'size',
	'sha256',
] as const satisfies ReadonlyArray<keyof Inspection>;

/** All fields except the file name, the most useful first. */
export const INSPECTION_FIELDS = [...SIMPLIFIED_FIELDS, ...OTHER_FIELDS];

/** Fields that are not known for the same reason. */
export interface UnknownFields {
	reason: string;
	fields: string[];
}

/** Groups unknown fields by reason, because one doubt often affects many fields. */
export function groupByReason(
	unknown: Readonly<Record<string, string | undefined>>,
): UnknownFields[] {
	const groups = new Map<string, string[]>();
	for (const [field, reason = ''] of Object.entries(unknown)) {
		groups.set(reason, [...(groups.get(reason) ?? []), field]);
	}
	return [...groups].map(([reason, fields]) => ({ reason, fields }));
}

export function toInspectionJson(inspection: Inspection): IDataObject {
	return {
		...pickFields(inspection, INSPECTION_FIELDS),
		unknown: groupByReason(inspection.unknown),
	};
}

/** The fields that exist, in the given order. */
export function pickFields(from: object, fields: readonly string[]): Record<string, never> {
	const values = new Map(Object.entries(from));
	const there = fields.filter((field) => values.has(field));
	return Object.fromEntries(there.map((field) => [field, values.get(field) as never]));
}
