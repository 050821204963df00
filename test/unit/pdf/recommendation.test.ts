import type { Known } from '../../../nodes/pdf/inspection';
import { recommend } from '../../../nodes/pdf/recommendation';

const UNTAGGED: Known = {
	pages: 3,
	version: '1.7',
	tagged: false,
	marked: false,
	structureTree: false,
	structureElements: 0,
	pdfUaPart: 0,
	title: '',
	language: '',
	displayDocTitle: false,
	encrypted: false,
	opensWithoutPassword: true,
	imageOnlyPages: 0,
	text: 'all',
	notEmbeddedFonts: 0,
	signed: false,
	form: 'none',
	headings: 0,
	tables: 0,
	figures: 0,
	figuresWithoutAlt: 0,
	damaged: false,
};
const TAGGED = { tagged: true, marked: true, structureTree: true, structureElements: 9 };

test.each<[string, Partial<Known>]>([
	['tag', {}],
	['tag', { damaged: true }],
	['tagWithOcr', { imageOnlyPages: 1, text: 'some' }],
	['tagWithOcr', { imageOnlyPages: 3, text: 'none' }],
	['skip', TAGGED],
	['review', { ...TAGGED, text: 'none' }],
	['review', { ...TAGGED, text: null, imageOnlyPages: null }],
	['review', { ...TAGGED, imageOnlyPages: 1 }],
	['review', { ...TAGGED, damaged: true }],
	['review', { marked: true }],
	['review', { structureElements: 9 }],
	['review', { tagged: null }],
	['review', { pages: null }],
	['review', { pages: 0 }],
	['review', { encrypted: true }],
	['review', { encrypted: true, opensWithoutPassword: false }],
	['review', { opensWithoutPassword: null }],
	['review', { signed: true }],
	['review', { signed: null }],
	['review', { form: 'xfa' }],
	['review', { text: null }],
])('%s: %j', (recommendation, change) => {
	const { reasons, ...rest } = recommend({ ...UNTAGGED, ...change });
	expect(rest).toEqual({ recommendation });
	expect(reasons.length).toBeGreaterThan(0);
});
