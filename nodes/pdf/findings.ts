import type { Facts, Finding, UnknownFinding } from './inspection';

/** A condition of PDF/UA-1 that depends on facts about a document. */
export interface Condition extends Finding {
	needs: ReadonlyArray<keyof Facts>;
	fails: (facts: Facts) => boolean;
}

const TITLE_NOT_SHOWN = 'Viewers are not told to show the title (DisplayDocTitle)';

/** Clauses of ISO 14289-1, and failure conditions of the Matterhorn Protocol 1.1. */
export const CONDITIONS: readonly Condition[] = [
	{
		clause: '5',
		checkpoint: '06-002',
		what: 'The metadata do not identify the document as PDF/UA-1',
		needs: ['pdfUaPart'],
		fails: ({ pdfUaPart }) => pdfUaPart !== 1,
	},
	{
		clause: '6.2',
		checkpoint: '',
		what: 'The document is not marked as tagged',
		needs: ['marked'],
		fails: ({ marked }) => !marked,
	},
	{
		clause: '7.1',
		checkpoint: '',
		what: 'There is no structure tree',
		needs: ['structureTree'],
		fails: ({ structureTree }) => !structureTree,
	},
	{
		clause: '7.1',
		checkpoint: '01-007',
		what: 'The tags are marked as suspect',
		needs: ['suspects'],
		fails: ({ suspects }) => suspects,
	},
	{
		clause: '7.1',
		checkpoint: '06-001',
		what: 'There are no XMP metadata',
		needs: ['metadata'],
		fails: ({ metadata }) => !metadata,
	},
	{
		clause: '7.1',
		checkpoint: '06-003',
		what: 'The XMP metadata have no title',
		needs: ['metadataTitle'],
		fails: ({ metadataTitle }) => !metadataTitle,
	},
	{
		clause: '7.1',
		checkpoint: '07-001',
		what: TITLE_NOT_SHOWN,
		needs: ['displayDocTitleEntry'],
		fails: ({ displayDocTitleEntry }) => !displayDocTitleEntry,
	},
	{
		clause: '7.1',
		checkpoint: '07-002',
		what: TITLE_NOT_SHOWN,
		needs: ['displayDocTitle', 'displayDocTitleEntry'],
		fails: ({ displayDocTitle, displayDocTitleEntry }) => displayDocTitleEntry && !displayDocTitle,
	},
	{
		clause: '7.2',
		checkpoint: '11-001',
		what: 'Text has no language',
		needs: ['textWithoutLanguage'],
		fails: ({ textWithoutLanguage }) => textWithoutLanguage,
	},
	{
		clause: '7.3',
		checkpoint: '13-004',
		what: 'Figures have no alternative text',
		needs: ['figuresWithoutAlt'],
		fails: ({ figuresWithoutAlt }) => figuresWithoutAlt > 0,
	},
	{
		clause: '7.15',
		checkpoint: '25-001',
		what: 'The form is a dynamic XFA form',
		needs: ['dynamicXfa'],
		fails: ({ dynamicXfa }) => dynamicXfa,
	},
	{
		clause: '7.16',
		checkpoint: '26-002',
		what: 'The encryption keeps assistive technology out',
		needs: ['blocksAssistance'],
		fails: ({ blocksAssistance }) => blocksAssistance,
	},
	{
		clause: '7.21.4.1',
		checkpoint: '31-009',
		what: 'Text is shown in a font that is not embedded',
		needs: ['textInNotEmbeddedFont'],
		fails: ({ textInNotEmbeddedFont }) => textInNotEmbeddedFont,
	},
];

/** The conditions that a document fails, and those that cannot be decided. */
export function decideFindings(
	known: Partial<Facts>,
	unknown: Partial<Record<keyof Facts, string>>,
): { findings: Finding[]; unknownFindings: UnknownFinding[] } {
	const findings: Finding[] = [];
	const unknownFindings: UnknownFinding[] = [];
	for (const { fails, needs, ...finding } of CONDITIONS) {
		const unknownFact = needs.find((fact) => known[fact] === undefined);
		// `fails` only reads known facts.
		if (unknownFact === undefined && fails(known as Facts)) findings.push(finding);
		if (unknownFact !== undefined)
			unknownFindings.push({ ...finding, reason: unknown[unknownFact] ?? '' });
	}
	return { findings, unknownFindings };
}
