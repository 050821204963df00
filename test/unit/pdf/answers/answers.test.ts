import { AnswerSheet } from '../../../../nodes/pdf/answers/answerSheet';
import { answerQuestions, FIELDS, type OpenedDocument } from '../../../../nodes/pdf/answers';
import { openDocument } from '../../../../nodes/pdf/openDocument';
import { Unknown } from '../../../../nodes/pdf/syntax';
import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { createLoader, NO_TURNS } from '../reading';

const SURE = { encrypted: false, opensWithoutPassword: true, blocksAssistance: false };

async function readAnswers(file: PdfWriter, change: Partial<OpenedDocument> = {}) {
	const opened = await openDocument(await createLoader(file), SURE);
	return await answerQuestions({ ...opened, ...change }, NO_TURNS);
}

/** Answers that findings need in addition to the displayed answers. */
const FACTS = [
	'blocksAssistance',
	'displayDocTitleEntry',
	'dynamicXfa',
	'metadata',
	'metadataTitle',
	'suspects',
	'textInNotEmbeddedFont',
	'textWithoutLanguage',
];
const document = (catalog = '') => pagesOf(new PdfWriter(), 2, catalog);
const tree = '/StructTreeRoot<</K<</S/H1>>>>';
const empty = '/StructTreeRoot<<>>';
const marked = (is: boolean) => `/MarkInfo<</Marked ${is}>>`;
const NO_CATALOG = 'it has no reliable document catalog';

test('answers every field of a document', async () => {
	const sheet = await readAnswers(document('/Lang(en)').end());
	expect(Object.keys(sheet.known).sort()).toEqual([...FIELDS, ...FACTS].sort());
	expect(sheet.unknown).toEqual({});
	expect(sheet.known).toMatchObject({ pages: 2, damaged: false, structureTree: false, ...SURE });
});

test.each([
	['', false],
	[marked(false) + tree, false],
	[marked(true), false],
	[marked(true) + tree, true],
])('tagged with %j: %s', async (catalog, tagged) => {
	const { known } = await readAnswers(document(catalog).end());
	expect(known.tagged).toBe(tagged);
});

test.each([
	[marked(true) + empty, 'it is marked as tagged, but its structure tree has no elements'],
	[`/MarkInfo 50 0 R${tree}`, 'its references form a circle'],
	[`${marked(true)}/StructTreeRoot<</K 50 0 R>>`, 'its references form a circle'],
	[`${marked(true)}/StructTreeRoot 50 0 R`, 'its references form a circle'],
])('whether it is tagged is not known with %s', async (catalog, reason) => {
	const { known, unknown } = await readAnswers(document(catalog).object(50, '50 0 R').end());
	expect(known.tagged).toBeUndefined();
	expect(unknown.tagged).toBe(reason);
});

test('a doubt affects every field that depends on it', async () => {
	const file = document('/Lang(en)/StructTreeRoot<</K 50 0 R>>').object(50, '50 0 R').end();
	const { unknown } = await readAnswers(file);
	const circle = 'its references form a circle';
	expect(unknown).toEqual({
		structureElements: circle,
		figuresWithoutAlt: circle,
		untaggedPages: circle,
	});
});

test.each([
	['all', '', ''],
	['some', '/Contents null', ''],
	['none', '/Contents null', '/Contents null'],
])('text on %s pages', async (text, first, second) => {
	const file = document();
	for (const [index, entry] of [first, second].entries()) {
		if (entry !== '') file.object(100 + index, `<</Type/Page${entry}>>`);
	}
	expect((await readAnswers(file.end())).known.text).toBe(text);
});

test('of a closed document, only unencrypted facts are known', async () => {
	const { known, unknown } = await readAnswers(document().end(), {
		closedReason: 'A key is needed',
		pages: new Unknown('A key is needed'),
	});
	expect(known).toEqual(SURE);
	expect(new Set(Object.values(unknown))).toEqual(new Set(['A key is needed']));
	expect(Object.keys({ ...known, ...unknown }).sort()).toEqual([...FIELDS, ...FACTS].sort());
});

test('a file without a catalog is damaged, and most fields are unknown', async () => {
	const pages = new Unknown('None');
	const { known, unknown } = await readAnswers(document().end(), { document: undefined, pages });
	expect(known).toEqual({ ...SURE, damaged: true });
	expect(unknown).toMatchObject({ pages: 'None', text: NO_CATALOG, tagged: NO_CATALOG });
});

test('doubts about encryption are doubts', async () => {
	const { unknown } = await readAnswers(document().end(), {
		encrypted: new Unknown('One'),
		opensWithoutPassword: new Unknown('Other'),
	});
	expect(unknown).toMatchObject({ encrypted: 'One', opensWithoutPassword: 'Other' });
});

test('damage is damage, wherever it is', async () => {
	const isDamaged = async (file: PdfWriter, change: Partial<OpenedDocument> = {}) =>
		(await readAnswers(file, change)).known.damaged;
	expect(await isDamaged(document().raw('9 0 obj 5\n').object(10, '6').end())).toBe(true);
	expect(await isDamaged(document().stream(9, '/Length 2', 'abc').end())).toBe(true);
	expect(await isDamaged(document().raw('trailer<</Root 1 0 R>>'))).toBe(true);
	expect(await isDamaged(document().end(), { pages: new Unknown('None') })).toBe(true);
});

test('keeps the answers that are found, and the reasons for the others', async () => {
	const sheet = new AnswerSheet(NO_TURNS);
	const doubt = () => {
		throw new Unknown('A reason');
	};
	await sheet.answer('pages', () => Promise.resolve(0));
	await sheet.answer('title', doubt);
	await sheet.answer('language', doubt);
	await sheet.answer('form', () => Promise.reject(new TypeError('Not foreseen')));
	expect(sheet.getAnswers(['pages', 'title', 'form'])).toEqual({
		pages: 0,
		title: null,
		form: null,
	});
	expect(sheet.unknown).toEqual({
		title: 'A reason',
		language: 'A reason',
		form: 'it contains something that this reader does not expect',
	});
	expect(sheet.getReasons(['pages', 'title'])).toEqual({ title: 'A reason' });
});
