import { recommend, type Evidence } from '../../../pdf/recommendation';
import { PLAIN } from './fixtures';

const UNTAGGED: Evidence = {
	...PLAIN,
	pagesWithText: 2,
	drawingPages: 0,
	isPortfolio: false,
	isMarked: false,
	hasUnmarkedTree: false,
	isDamaged: false,
};
const TAGGED: Evidence = { ...UNTAGGED, tagged: true, isMarked: true };

test.each<[string, Partial<Evidence>, string]>([
	['tag', {}, 'It is not tagged'],
	['tag', { isDamaged: true }, 'It is not tagged'],
	['tag', { form: 'AcroForm' }, 'It is not tagged'],
	[
		'tagWithOcr',
		{ imageOnlyPages: 1, pagesWithText: 1 },
		'It is not tagged, and some pages are images without text',
	],
	[
		'tagWithOcr',
		{ imageOnlyPages: 2, pagesWithText: 0 },
		'It is not tagged, and some pages are images without text',
	],
	['review', { pagesWithText: 0 }, 'No page shows text or an image'],
	['review', { drawingPages: 1 }, 'Some pages show only drawings, which have no text'],
	['review', { isMarked: true }, 'It claims to be tagged, but has no structure elements'],
	[
		'review',
		{ hasUnmarkedTree: true },
		'It has structure elements, but does not claim to be tagged',
	],
	['review', { pages: 0 }, 'It has no pages'],
	['review', { encrypted: 'openable' }, 'It is encrypted, although it opens without a password'],
	['review', { encrypted: 'passwordNeeded' }, 'It needs a password to open'],
	['review', { signed: true }, 'It is signed, and tagging breaks a signature'],
	['review', { form: 'XFA' }, 'It has an XFA form, which is not PDF content'],
	['review', { isPortfolio: true }, 'It is a portfolio, whose documents are files in it'],
])('an untagged document: %s with %j', (recommendation, change, reason) => {
	expect(recommend({ ...UNTAGGED, ...change }, {})).toEqual({ recommendation, reasons: [reason] });
});

test.each<[string, Partial<Evidence>, string]>([
	['skip', {}, 'It is tagged, and its pages show text'],
	['skip', { encrypted: 'openable' }, 'It is tagged, and its pages show text'],
	['review', { pagesWithText: 0 }, 'It claims to be tagged, but no page shows text'],
	['review', { imageOnlyPages: 1 }, 'It is tagged, but some pages are images without text'],
	['review', { isDamaged: true }, 'It is tagged, but its cross-reference is damaged'],
	['review', { isDamaged: null }, 'It is tagged, but its cross-reference is damaged'],
])('a tagged document: %s with %j', (recommendation, change, reason) => {
	expect(recommend({ ...TAGGED, ...change }, {})).toEqual({ recommendation, reasons: [reason] });
});

test.each(['encrypted', 'imageOnlyPages', 'pages', 'signed', 'tagged'])(
	'review, if %s is not known, with or without tags',
	(field) => {
		const expected = {
			recommendation: 'review',
			reasons: [`Not known, because it is cut off: ${field}`],
		};
		for (const evidence of [UNTAGGED, TAGGED]) {
			expect(recommend({ ...evidence, [field]: null }, { [field]: 'it is cut off' })).toEqual(
				expected,
			);
		}
	},
);

test('names doubts in the order of their fields, then each reason for unknown fields once', () => {
	const unknown = { pages: 'it is cut off', title: 'it is too long', language: 'it is cut off' };
	const evidence = { ...TAGGED, pages: null, signed: true, form: 'XFA' } as const;
	expect(recommend(evidence, unknown).reasons).toEqual([
		'It is signed, and tagging breaks a signature',
		'It has an XFA form, which is not PDF content',
		'Not known, because it is cut off: pages, language',
		'Not known, because it is too long: title',
	]);
	expect(recommend(UNTAGGED, { title: 'it is too long' })).toEqual({
		recommendation: 'tag',
		reasons: ['It is not tagged', 'Not known, because it is too long: title'],
	});
});
