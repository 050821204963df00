import type { NullableAnswers } from '../../../nodes/pdf/inspection';
import { recommend } from '../../../nodes/pdf/recommendation';
import { PLAIN } from './fixtures';

const TAGGED = {
	tagged: true,
	marked: true,
	structureTree: true,
	structureElements: 9,
	untaggedPages: 0,
};

test.each<[string, Partial<NullableAnswers>, string]>([
	['tag', {}, 'It is not tagged'],
	['tag', { damaged: true }, 'It is not tagged'],
	['tag', { structureElements: null }, 'It is not tagged'],
	['review', { text: 'none' }, 'No page shows text or an image'],
	['review', { drawingPages: 1 }, 'Some pages show only drawings, which have no text'],
	[
		'review',
		{ ...TAGGED, untaggedPages: 1 },
		'It is tagged, but some pages show text that is not tagged',
	],
	['tag', { form: 'acroform' }, 'It is not tagged'],
	['tag', { structureElements: 0, marked: null }, 'It is not tagged'],
	[
		'tagWithOcr',
		{ imageOnlyPages: 1, text: 'some' },
		'It is not tagged, and some pages are images without text',
	],
	[
		'tagWithOcr',
		{ imageOnlyPages: 2, text: 'none' },
		'It is not tagged, and some pages are images without text',
	],
	['tag', { imageOnlyPages: null }, 'It is not tagged'],
	['skip', TAGGED, 'It is tagged, and its pages show text'],
	['skip', { ...TAGGED, encrypted: true }, 'It is tagged, and its pages show text'],
	['review', { ...TAGGED, text: 'none' }, 'It claims to be tagged, but no page shows text'],
	[
		'review',
		{ ...TAGGED, imageOnlyPages: null },
		'It is tagged, but some pages are images without text',
	],
	[
		'review',
		{ ...TAGGED, imageOnlyPages: 1 },
		'It is tagged, but some pages are images without text',
	],
	['review', { ...TAGGED, damaged: true }, 'It is tagged, but the file is damaged'],
	['review', { ...TAGGED, damaged: null }, 'It is tagged, but the file is damaged'],
	['review', { marked: true }, 'It claims to be tagged, but has no structure elements'],
	[
		'review',
		{ structureElements: 1 },
		'It has structure elements, but does not claim to be tagged',
	],
	['review', { tagged: null }, 'Whether it is tagged is not known'],
	['review', { pages: null }, 'The number of pages is not known'],
	['review', { pages: 0 }, 'It has no pages'],
	['review', { encrypted: true }, 'It is encrypted, although it opens without a password'],
	['review', { encrypted: true, opensWithoutPassword: false }, 'It needs a password to open'],
	['review', { opensWithoutPassword: null }, 'Whether it opens without a password is not known'],
	['review', { signed: true }, 'It is signed, and tagging breaks a signature'],
	['review', { signed: null }, 'Whether it is signed is not known'],
	['review', { form: 'xfa' }, 'It has an XFA form, which is not PDF content'],
	['review', { text: null }, 'Whether its pages show text is not known'],
])('%s: %j', (recommendation, change, reason) => {
	expect(recommend({ ...PLAIN, ...change })).toEqual({ recommendation, reasons: [reason] });
});

test('names all doubts in the order of their fields', () => {
	expect(recommend({ ...PLAIN, ...TAGGED, pages: null, signed: true }).reasons).toEqual([
		'The number of pages is not known',
		'It is signed, and tagging breaks a signature',
	]);
});
