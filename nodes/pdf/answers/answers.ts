import type { Answers } from '../inspection';
import { NO_ENTRIES, Unknown } from '../syntax';
import type { Turns } from '../turns';
import { AnswerSheet } from './answerSheet';
import {
	isDynamicXfa,
	readDisplayDocTitle,
	readFormKind,
	readLanguage,
	readMarkInfo,
	readMetadata,
	readPdfUaPart,
	readTitle,
} from './catalog';
import { countFormFields, countLinks } from './interactive';
import { hasTitle } from './metadata';
import { isDamaged, requireDocument, requireKnown, type OpenedDocument } from './openedDocument';
import { findNotEmbeddedFonts } from './page/fonts';
import { readPageContents, type PageContents } from './page/pageContents';
import { readDate, readProducer } from './provenance';
import { isSigned } from './signatures';
import { readStructure, type Structure } from './structure';

/** All fields, in display order. */
export const FIELDS = [
	'pages',
	'tagged',
	'marked',
	'structureTree',
	'structureElements',
	'pdfUaPart',
	'title',
	'language',
	'displayDocTitle',
	'producer',
	'created',
	'modified',
	'encrypted',
	'opensWithoutPassword',
	'imageOnlyPages',
	'drawingPages',
	'untaggedPages',
	'text',
	'notEmbeddedFonts',
	'signed',
	'form',
	'formFields',
	'links',
	'figuresWithoutAlt',
	'damaged',
] as const satisfies ReadonlyArray<keyof Answers>;

export async function answerQuestions(opened: OpenedDocument, turns: Turns): Promise<AnswerSheet> {
	const { pages } = opened;
	const sheet = new AnswerSheet(turns);
	await sheet.answer('encrypted', () => requireKnown(opened.encrypted));
	await sheet.answer('opensWithoutPassword', () => requireKnown(opened.opensWithoutPassword));
	await sheet.answer('damaged', () => isDamaged(opened));
	await sheet.answer('pages', () => requireKnown(pages).length);
	await answerCatalog(sheet, opened);
	const structure = await answerStructure(sheet, opened, turns);
	const contents = await answerContents(sheet, opened, structure, turns);
	await sheet.answer('notEmbeddedFonts', async () => {
		const { objects } = requireDocument(opened);
		return (await findNotEmbeddedFonts(objects, requireKnown(pages), turns)).size;
	});
	await sheet.answer('links', async () => {
		const { objects } = requireDocument(opened);
		return await countLinks(objects, requireKnown(pages), turns);
	});
	await sheet.answer('formFields', async () => {
		return await countFormFields(requireDocument(opened), turns);
	});
	await sheet.answer('signed', async () => await isSigned(requireDocument(opened), pages, turns));
	await answerFacts(sheet, opened, structure, contents);
	return sheet;
}

async function answerCatalog(sheet: AnswerSheet, opened: OpenedDocument): Promise<void> {
	const { decrypt } = opened;
	const getDocument = () => requireDocument(opened);
	const readEntry = () => readDisplayDocTitle(getDocument());
	await sheet.answer('marked', () => readMarkInfo(getDocument(), 'Marked'));
	await sheet.answer('displayDocTitle', () => readEntry() === true);
	await sheet.answer('displayDocTitleEntry', () => readEntry() !== undefined);
	await sheet.answer('form', () => readFormKind(getDocument()));
	await sheet.answer('language', () => readLanguage(getDocument(), decrypt));
	await sheet.answer('title', () => readTitle(getDocument(), decrypt));
	await sheet.answer('pdfUaPart', () => readPdfUaPart(getDocument()));
	await sheet.answer('producer', () => readProducer(getDocument(), decrypt));
	await sheet.answer('created', () =>
		readDate(getDocument(), 'CreationDate', 'xmp:CreateDate', decrypt),
	);
	await sheet.answer('modified', () =>
		readDate(getDocument(), 'ModDate', 'xmp:ModifyDate', decrypt),
	);
}

async function answerStructure(
	sheet: AnswerSheet,
	opened: OpenedDocument,
	turns: Turns,
): Promise<Structure | Unknown> {
	const findRoot = () => {
		const { catalog, objects } = requireDocument(opened);
		return objects.getDictionary(catalog.get('StructTreeRoot'));
	};
	await sheet.answer('structureTree', () => findRoot() !== undefined);
	const structure = await sheet.find(async () => {
		const root = findRoot() ?? NO_ENTRIES;
		return await readStructure(requireDocument(opened).objects, root, opened.decrypt, turns);
	});
	await sheet.answer('structureElements', () => requireKnown(structure).elements);
	await sheet.answer('figuresWithoutAlt', () => requireKnown(structure).figuresWithoutAlt);
	await sheet.answer('tagged', () => {
		const { marked, structureTree } = sheet.known;
		if (marked === false || structureTree === false) return false;
		if (sheet.unknown.marked !== undefined) throw new Unknown(sheet.unknown.marked);
		if (requireKnown(structure).elements > 0) return true;
		throw new Unknown('it is marked as tagged, but its structure tree has no elements');
	});
	return structure;
}

async function answerContents(
	sheet: AnswerSheet,
	opened: OpenedDocument,
	structure: Structure | Unknown,
	turns: Turns,
): Promise<PageContents | Unknown> {
	const contents = await sheet.find(async () => {
		return await readPageContents(requireDocument(opened), requireKnown(opened.pages), turns);
	});
	await sheet.answer('text', () => {
		const { pagesWithText } = requireKnown(contents);
		if (pagesWithText === 0) return 'none';
		return pagesWithText === requireKnown(opened.pages).length ? 'all' : 'some';
	});
	await sheet.answer('imageOnlyPages', () => requireKnown(contents).imageOnlyPages);
	await sheet.answer('drawingPages', () => requireKnown(contents).drawingPages);
	await sheet.answer('untaggedPages', () => {
		const { pages } = requireKnown(structure);
		const { markedPages, pagesWithText } = requireKnown(contents);
		return pagesWithText - markedPages.filter((page) => pages.has(page)).length;
	});
	return contents;
}

/** Finds the facts that only findings need, some of them from earlier answers. */
async function answerFacts(
	sheet: AnswerSheet,
	opened: OpenedDocument,
	structure: Structure | Unknown,
	contents: PageContents | Unknown,
): Promise<void> {
	const { known, unknown } = sheet;
	const getDocument = () => requireDocument(opened);
	await sheet.answer('blocksAssistance', () => requireKnown(opened.blocksAssistance));
	await sheet.answer('suspects', () => readMarkInfo(getDocument(), 'Suspects'));
	await sheet.answer('dynamicXfa', () => isDynamicXfa(getDocument()));
	await sheet.answer('metadata', () => readMetadata(getDocument()) !== undefined);
	await sheet.answer('metadataTitle', () => hasTitle(readMetadata(getDocument()) ?? ''));
	await sheet.answer('textInNotEmbeddedFont', () => {
		if (known.notEmbeddedFonts === 0) return false;
		if (!(contents instanceof Unknown) && contents.isFontNotEmbedded) return true;
		throw new Unknown(unknown.notEmbeddedFonts ?? 'a font that is not embedded may be unused');
	});
	await sheet.answer('textWithoutLanguage', () => {
		if ((known.language ?? '') !== '') return false;
		const mayBeNamed =
			getDocument().catalog.has('Lang') || structure instanceof Unknown || structure.namesLanguage;
		if (!mayBeNamed && !(contents instanceof Unknown) && contents.needsLanguage) return true;
		throw new Unknown(unknown.language ?? 'parts of it may name a language of their own');
	});
}
