import type { IDataObject } from 'n8n-workflow';

import type { Inspection } from '../../../pdf';
import type { Extent } from './simplify';

const SIMPLIFIED = [
	'recommendation',
	'reasons',
	'pages',
	'tagged',
	'imageOnlyPages',
	'encrypted',
	'signed',
] as const satisfies ReadonlyArray<keyof Inspection>;

const OTHERS = [
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

/** Every field beside the file name, the most useful first. */
export const INSPECTION_FIELDS = [...SIMPLIFIED, ...OTHERS];

/** Fields that are not known for the same reason. */
export interface UnknownFields {
	reason: string;
	fields: string[];
}

/** A doubt counts for many fields: each reason is said once. */
export function byReason(unknown: Readonly<Record<string, string | undefined>>): UnknownFields[] {
	const groups = new Map<string, string[]>();
	for (const [field, reason = ''] of Object.entries(unknown)) {
		groups.set(reason, [...(groups.get(reason) ?? []), field]);
	}
	return [...groups].map(([reason, fields]) => ({ reason, fields }));
}

/** All that an inspection says. */
export function rawOf(inspection: Inspection): IDataObject {
	return { ...pick(inspection, INSPECTION_FIELDS), unknown: byReason(inspection.unknown) };
}

/** The output of Inspect for a document. */
export function inspectOutput(
	filename: string,
	inspection: Inspection,
	extent: Extent,
): IDataObject {
	if (extent === 'simplified') {
		const unknown = byReason(pick(inspection.unknown, SIMPLIFIED)).map(({ reason }) => reason);
		return { filename, ...pick(inspection, SIMPLIFIED), unknown };
	}
	const raw = rawOf(inspection);
	return { filename, ...(extent === 'raw' ? raw : pick(raw, extent)) };
}

/** The fields that there are, in this order. */
function pick(from: object, fields: readonly string[]): Record<string, never> {
	const values = new Map(Object.entries(from));
	const there = fields.filter((field) => values.has(field));
	return Object.fromEntries(there.map((field) => [field, values.get(field) as never]));
}
