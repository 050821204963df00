import type { Finding, Inspection } from '../../pdf';

/** A field that has got worse, with both values. */
export interface Regression {
	field: Field;
	/** Null without the document. */
	before: Value;
	after: Value;
}

type Field = (typeof COMPARED_FIELDS)[number];
type Value = Inspection[Field];

/** Result of a comparison, with the fields that could not be compared. */
export interface Comparison {
	regressions: Regression[];
	/** Why a field could not be compared. */
	notCompared: Partial<Record<Field, string>>;
}

/** Differences between the findings of a document and of its tagged PDF. */
export interface FindingChanges {
	resolved: Finding[];
	/** Without the document, all findings of the tagged PDF. */
	remaining: Finding[];
	new: Finding[];
	/** Findings that are unknown on one side. */
	notCompared: Finding[];
}

/** Fields of an inspection that a tagged PDF may have lost. */
export const COMPARED_FIELDS = [
	'pages',
	'text',
	'imageOnlyPages',
	'title',
	'language',
	'links',
	'formFields',
	'tagged',
] as const;

const PAGES_WITH_TEXT = ['none', 'some', 'all'];

const isFewer = (before: Value, after: Value) => Number(after) < Number(before);
const isLost = (before: Value, after: Value) => before !== '' && after === '';

const IS_WORSE: Record<Field, (before: Value, after: Value) => boolean> = {
	pages: isFewer,
	text: (before, after) =>
		PAGES_WITH_TEXT.indexOf(String(after)) < PAGES_WITH_TEXT.indexOf(String(before)),
	imageOnlyPages: (before, after) => isFewer(after, before),
	title: isLost,
	language: isLost,
	links: isFewer,
	formFields: isFewer,
	// A tagged PDF must have a structure, even if the document had none.
	tagged: (_, after) => after === false,
};

/**
 * Finds losses. A field that is unknown on one side is no regression, but is listed as not compared.
 *
 * @param before undefined without the document: then only requirements of a tagged PDF are checked
 */
export function compareInspections(before: Inspection | undefined, after: Inspection): Comparison {
	const comparison: Comparison = { regressions: [], notCompared: {} };
	for (const field of COMPARED_FIELDS) {
		const needsBefore = field !== 'tagged';
		if (needsBefore && !before) continue;
		const unknown = after.unknown[field] ?? (needsBefore ? before?.unknown[field] : undefined);
		const was = before?.[field] ?? null;
		if (unknown !== undefined) comparison.notCompared[field] = unknown;
		else if (IS_WORSE[field](was, after[field])) {
			comparison.regressions.push({ field, before: was, after: after[field] });
		}
	}
	return comparison;
}

/** @param before undefined without the document */
export function compareFindings(before: Inspection | undefined, after: Inspection): FindingChanges {
	const includesFinding = ({ findings }: Inspection, { what }: Finding) =>
		findings.some((finding) => finding.what === what);
	const doubts = [...(before?.unknownFindings ?? []), ...after.unknownFindings];
	const isSure = ({ what }: Finding) => !doubts.some((doubt) => doubt.what === what);
	const failed = before?.findings ?? [];
	const fails = after.findings.filter(isSure);
	const all = new Map(
		doubts.map(({ checkpoint, clause, what }) => [what, { clause, checkpoint, what }]),
	);
	return {
		resolved: failed.filter((finding) => isSure(finding) && !includesFinding(after, finding)),
		remaining: fails.filter((finding) => !before || includesFinding(before, finding)),
		new: fails.filter((finding) => before && !includesFinding(before, finding)),
		notCompared: [...all.values()],
	};
}
