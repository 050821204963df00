import { recommend, type Evidence } from '../../../../pdf/answers/recommendation';
import { PLAIN } from '../fixtures';

const UNTAGGED: Evidence = {
	...PLAIN,
	pagesWithText: 2,
	drawingPages: 0,
	isPortfolio: false,
	isMarked: false,
	hasUnmarkedTree: false,
	isDamaged: false,
};
const TAGGED: Evidence = {
	...UNTAGGED,
	tagged: true,
	isMarked: true,
	title: 'Title',
	language: 'en',
};
const OCR = 'It is not tagged, and some pages are images without text';

test.each<[string, string, Partial<Evidence>]>([
	['tag', 'It is not tagged', {}],
	['tag', 'It is not tagged', { isDamaged: true }],
	['tag', 'It is not tagged', { form: 'acroform' }],
	['tag_with_ocr', OCR, { image_only_pages: 1, pagesWithText: 1 }],
	['tag_with_ocr', OCR, { image_only_pages: 2, pagesWithText: 0 }],
	['tag_with_ocr', OCR, { image_only_pages: 1, pagesWithText: 0, drawingPages: 1 }],
	['review', 'No page shows text or an image', { pagesWithText: 0 }],
	['review', 'No page shows text or an image', { pagesWithText: 0, drawingPages: 1 }],
	['review', 'Some pages show only drawings, which have no text', { drawingPages: 1 }],
	['review', 'It claims to be tagged, but has no structure elements', { isMarked: true }],
	[
		'review',
		'It has structure elements, but does not claim to be tagged',
		{ hasUnmarkedTree: true },
	],
	['review', 'It has no pages', { pages: 0 }],
	['review', 'It is encrypted, although it opens without a password', { encryption: 'openable' }],
	['review', 'It needs a password to open', { encryption: 'password_needed' }],
	['review', 'It is signed, and tagging breaks a signature', { signed: true }],
	['review', 'It has an XFA form, which is not PDF content', { form: 'xfa' }],
	['review', 'It is a portfolio, whose documents are files in it', { isPortfolio: true }],
])('an untagged document: %s, %s', (recommendation, reason, change) => {
	expect(recommend({ ...UNTAGGED, ...change }, {})).toEqual({ recommendation, reasons: [reason] });
});

test.each<[string, string, Partial<Evidence>]>([
	['skip', 'It is tagged', {}],
	['skip', 'It is tagged', { encryption: 'openable' }],
	['review', 'It claims to be tagged, but no page shows text', { pagesWithText: 0 }],
	['review', 'It is tagged, but some pages are images without text', { image_only_pages: 1 }],
	['review', 'It is tagged, but its cross-reference is damaged', { isDamaged: true }],
	['review', 'It is tagged, but its cross-reference is damaged', { isDamaged: null }],
])('a tagged document: %s, %s', (recommendation, reason, change) => {
	expect(recommend({ ...TAGGED, ...change }, {})).toEqual({ recommendation, reasons: [reason] });
});

test.each(['encryption', 'image_only_pages', 'pages', 'signed', 'tagged'])(
	'review, if %s is not known, with or without tags',
	(field) => {
		const reasons = [`Not known, because it is cut off: ${field}`];
		for (const evidence of [UNTAGGED, TAGGED]) {
			const said = recommend({ ...evidence, [field]: null }, { [field]: 'it is cut off' });
			expect(said).toEqual({ recommendation: 'review', reasons });
		}
	},
);

test('names doubts, then each reason for unknown fields once', () => {
	const unknown = { pages: 'it is cut off', title: 'it is too long', language: 'it is cut off' };
	const nothing = { pages: null, title: null, language: null };
	const evidence = { ...TAGGED, ...nothing, signed: true, form: 'xfa' } as const;
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

test.each<[string[], Partial<Evidence>]>([
	[['It is tagged'], {}],
	[['It is tagged', 'It has no title'], { title: '' }],
	[['It is tagged', 'It has no language'], { language: '' }],
	[['It is tagged', 'It has no title', 'It has no language'], { title: '', language: '' }],
	[['It is tagged'], { title: null, language: null }],
])(
	'a tagged document lacks a title or a language, which decides nothing: %j',
	(reasons, change) => {
		expect(recommend({ ...TAGGED, ...change }, {})).toEqual({ recommendation: 'skip', reasons });
	},
);

test('says what a tagged document lacks after its doubts, and nothing of an untagged one', () => {
	const signed = recommend({ ...TAGGED, signed: true, title: '' }, {});
	expect(signed).toEqual({
		recommendation: 'review',
		reasons: ['It is signed, and tagging breaks a signature', 'It has no title'],
	});
	expect(recommend({ ...UNTAGGED, title: '', language: '' }, {}).reasons).toEqual([
		'It is not tagged',
	]);
});
