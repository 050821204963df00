import type { Body } from '../body';
import type { Page, PdfDocument } from '../document';
import type { Answers } from '../inspection';
import { NO_ENTRIES, Unknown } from '../syntax';
import type { Turns } from '../turns';
import { AnswerSheet } from './answerSheet';
import {
	readDisplayDocTitle,
	readFormKind,
	readLanguage,
	readMarkInfo,
	readPdfUaPart,
	readTitle,
} from './catalog';
import { answerContents, STRUCTURE_NOT_READ } from './contents';
import { answerFacts } from './facts';
import { findNotEmbeddedFonts } from './page/fonts';
import { countFormFields, countLinks } from './interactive';
import { readDate, readProducer } from './provenance';
import { isSigned } from './signatures';
import { readStructure, type Structure } from './structure';
import type { DecryptString } from './texts';

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

/** A document as far as it could be opened. */
export interface OpenedDocument {
	body: Body;
	document?: PdfDocument;
	/** Its pages, or why they are unknown. */
	pages: readonly Page[] | Unknown;
	/** Why its content cannot be read; undefined if it can. */
	closedReason?: string;
	encrypted: boolean | Unknown;
	opensWithoutPassword: boolean | Unknown;
	blocksAssistance: boolean | Unknown;
	decrypt: DecryptString;
}

export async function answerQuestions(opened: OpenedDocument, turns: Turns): Promise<AnswerSheet> {
	const sheet = new AnswerSheet(turns);
	const { document } = opened;
	const requireDocument = (): PdfDocument => {
		if (opened.closedReason !== undefined) throw new Unknown(opened.closedReason);
		if (!document) throw new Unknown('it has no reliable document catalog');
		return document;
	};
	const requirePages = () => requireKnown(opened.pages);

	await sheet.answerField('encrypted', () => requireKnown(opened.encrypted));
	await sheet.answerField('opensWithoutPassword', () => requireKnown(opened.opensWithoutPassword));
	await sheet.answerField('damaged', () => isDamaged(opened));
	await sheet.answerField('pages', () => requirePages().length);
	await answerCatalog(sheet, requireDocument, opened.decrypt);
	const structure = await answerStructure(sheet, requireDocument, opened.decrypt, turns);
	const contents = await answerContents(sheet, requireDocument, requirePages, structure, turns);
	await sheet.answerField('notEmbeddedFonts', async () => {
		const names = await findNotEmbeddedFonts(requireDocument().objects, requirePages(), turns);
		return names.size;
	});
	await sheet.answerField(
		'links',
		async () => await countLinks(requireDocument().objects, requirePages(), turns),
	);
	await sheet.answerField(
		'formFields',
		async () => await countFormFields(requireDocument(), turns),
	);
	await sheet.answerField(
		'signed',
		async () => await isSigned(requireDocument(), opened.pages, turns),
	);
	await answerFacts(sheet, requireDocument, opened.blocksAssistance, { structure, contents });
	return sheet;
}

async function answerCatalog(
	sheet: AnswerSheet,
	requireDocument: () => PdfDocument,
	decrypt: DecryptString,
): Promise<void> {
	await sheet.answerField('marked', () => readMarkInfo(requireDocument(), 'Marked'));
	await sheet.answer(['displayDocTitle', 'displayDocTitleEntry'], () => {
		const entry = readDisplayDocTitle(requireDocument());
		return { displayDocTitle: entry === true, displayDocTitleEntry: entry !== undefined };
	});
	await sheet.answerField('form', () => readFormKind(requireDocument()));
	await sheet.answerField('language', () => readLanguage(requireDocument(), decrypt));
	await sheet.answerField('title', () => readTitle(requireDocument(), decrypt));
	await sheet.answerField('pdfUaPart', () => readPdfUaPart(requireDocument()));
	await sheet.answerField('producer', () => readProducer(requireDocument(), decrypt));
	await sheet.answerField('created', () =>
		readDate(requireDocument(), 'CreationDate', 'xmp:CreateDate', decrypt),
	);
	await sheet.answerField('modified', () =>
		readDate(requireDocument(), 'ModDate', 'xmp:ModifyDate', decrypt),
	);
}

async function answerStructure(
	sheet: AnswerSheet,
	requireDocument: () => PdfDocument,
	decrypt: DecryptString,
	turns: Turns,
): Promise<Structure | undefined> {
	let structure: Structure | undefined;
	await sheet.answerField('structureTree', () => {
		const { catalog, objects } = requireDocument();
		return objects.getDictionary(catalog.get('StructTreeRoot')) !== undefined;
	});
	await sheet.answer(['structureElements', 'figuresWithoutAlt'], async () => {
		const { catalog, objects } = requireDocument();
		const root = objects.getDictionary(catalog.get('StructTreeRoot')) ?? NO_ENTRIES;
		structure = await readStructure(objects, root, decrypt, turns);
		const { elements, figuresWithoutAlt } = structure;
		return { structureElements: elements, figuresWithoutAlt };
	});
	await sheet.answerField('tagged', () => {
		const { marked, structureElements, structureTree } = sheet.known;
		if (marked === false || structureTree === false) return false;
		if (marked === true && (structureElements ?? 0) > 0) return true;
		if (marked === true && structureElements === 0) {
			throw new Unknown('it is marked as tagged, but its structure tree has no elements');
		}
		throw new Unknown(
			sheet.unknown.marked ?? sheet.unknown.structureElements ?? STRUCTURE_NOT_READ,
		);
	});
	return structure;
}

function isDamaged({ body, closedReason, document, pages }: OpenedDocument): boolean {
	if (closedReason !== undefined) throw new Unknown(closedReason);
	return (
		body.damage.size > 0 ||
		body.wrongLengths.size > 0 ||
		document === undefined ||
		document.rebuilt !== undefined ||
		pages instanceof Unknown
	);
}

function requireKnown<T>(value: T | Unknown): T {
	if (value instanceof Unknown) throw value;
	return value;
}
