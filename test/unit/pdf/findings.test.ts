import { CONDITIONS, decideFindings } from '../../../nodes/pdf/findings';
import type { Facts } from '../../../nodes/pdf/inspection';
import { pagesOf, PdfWriter } from '../support/pdfWriter';
import { PLAIN } from './fixtures';
import { inspectBytes } from './inspectBytes';

/** A document that meets all conditions. */
const GOOD = {
	...PLAIN,
	marked: true,
	structureTree: true,
	pdfUaPart: 1,
	displayDocTitle: true,
	displayDocTitleEntry: true,
	metadata: true,
	metadataTitle: true,
	suspects: false,
	textWithoutLanguage: false,
	textInNotEmbeddedFont: false,
	dynamicXfa: false,
	blocksAssistance: false,
} as Facts;

const short = ({ checkpoint, clause }: { clause: string; checkpoint: string }) =>
	`${clause} ${checkpoint}`.trim();

test('a document that meets all conditions has no findings', () => {
	expect(decideFindings(GOOD, {})).toEqual({ findings: [], unknownFindings: [] });
});

test.each<[Partial<Facts>, string]>([
	[{ pdfUaPart: 0 }, '5 06-002'],
	[{ pdfUaPart: 2 }, '5 06-002'],
	[{ marked: false }, '6.2'],
	[{ structureTree: false }, '7.1'],
	[{ suspects: true }, '7.1 01-007'],
	[{ metadata: false }, '7.1 06-001'],
	[{ metadataTitle: false }, '7.1 06-003'],
	[{ displayDocTitle: false, displayDocTitleEntry: false }, '7.1 07-001'],
	[{ displayDocTitle: false }, '7.1 07-002'],
	[{ textWithoutLanguage: true }, '7.2 11-001'],
	[{ figuresWithoutAlt: 1 }, '7.3 13-004'],
	[{ dynamicXfa: true }, '7.15 25-001'],
	[{ blocksAssistance: true }, '7.16 26-002'],
	[{ textInNotEmbeddedFont: true }, '7.21.4.1 31-009'],
])('%j is a finding of %s, and of nothing else', (facts, expected) => {
	const { findings, unknownFindings } = decideFindings({ ...GOOD, ...facts }, {});
	expect(findings.map(short)).toEqual([expected]);
	expect(findings[0]?.what).toMatch(/^[A-Z].{10,}[^.]$/);
	expect(unknownFindings).toEqual([]);
});

test('a condition is unknown if one of its facts is unknown, and gives the reason', () => {
	const facts: Partial<Facts> = { ...GOOD };
	delete facts.displayDocTitle;
	const { findings, unknownFindings } = decideFindings(facts, { displayDocTitle: 'A reason' });
	expect(findings).toEqual([]);
	expect(unknownFindings).toEqual([
		{
			clause: '7.1',
			checkpoint: '07-002',
			what: 'Viewers are not told to show the title (DisplayDocTitle)',
			reason: 'A reason',
		},
	]);
});

test('a document that needs a password leaves every condition except its encryption unknown', async () => {
	const P = '/Encrypt<</Filter/Standard/V 1/R 2/P -4096/O()/U(x)>>';
	const bytes = pagesOf(new PdfWriter(), 1).end(`/Root 1 0 R ${P}`).bytes();
	const { findings, unknownFindings } = await inspectBytes(bytes);
	expect(findings.map(short)).toEqual(['7.16 26-002']);
	expect(unknownFindings).toHaveLength(CONDITIONS.length - 1);
	expect(new Set(unknownFindings.map(({ reason }) => reason))).toEqual(
		new Set(['it needs a password to open']),
	);
});

const XMP = (inner: string) =>
	`<x:xmpmeta><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</rdf:Description>`;
const TITLE = '<dc:title><rdf:Alt><rdf:li xml:lang="en">Mine</rdf:li></rdf:Alt></dc:title>';
const CLAIM = '<u:part xmlns:u="http://www.aiim.org/pdfua/ns/id/">1</u:part>';

test.each([
	['', '', ['5 06-002', '6.2', '7.1', '7.1 06-001', '7.1 06-003', '7.1 07-001']],
	['/Metadata 10 0 R', XMP(''), ['5 06-002', '6.2', '7.1', '7.1 06-003', '7.1 07-001']],
	['/Metadata 10 0 R', XMP(TITLE), ['5 06-002', '6.2', '7.1', '7.1 07-001']],
	['/Metadata 10 0 R', XMP(TITLE + CLAIM), ['6.2', '7.1', '7.1 07-001']],
	[
		'/Metadata 10 0 R/MarkInfo<</Marked true/Suspects true>>/StructTreeRoot<</K<</S/Figure>>>>/ViewerPreferences<</DisplayDocTitle false>>',
		XMP(TITLE + CLAIM),
		['7.1 01-007', '7.1 07-002', '7.3 13-004'],
	],
])('a document with %s and the metadata %s', async (catalog, xmp, expected) => {
	const writer = pagesOf(new PdfWriter(), 1, `/Lang(en)${catalog}`);
	if (xmp !== '') writer.stream(10, '/Type/Metadata/Subtype/XML', xmp);
	const { findings, unknownFindings } = await inspectBytes(writer.end().bytes());
	expect(findings.map(short)).toEqual(expected);
	expect(unknownFindings).toEqual([]);
});
