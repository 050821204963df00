import type { Body } from '../body';
import type { Page, PdfDocument } from '../document';
import type { Answers } from '../inspection';
import { NO_ENTRIES, Unknown } from '../syntax';
import type { Turns } from '../turns';
import { AnswerSheet } from './answerSheet';
import {
	displayDocTitleOf,
	formOf,
	languageOf,
	markedOf,
	pdfUaPartOf,
	titleOf,
	type DecryptString,
} from './catalog';
import { answerContents, NOT_READ } from './contents';
import { answerFacts } from './facts';
import { notEmbeddedFontsOf } from './page/fonts';
import { formFieldsOf, linksOf } from './interactive';
import { dateOf, producerOf } from './provenance';
import { isSigned } from './signatures';
import { structureOf, type Structure } from './structure/structure';

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
export interface Opened {
	body: Body;
	document?: PdfDocument;
	/** Its pages, or why they are unknown. */
	pages: readonly Page[] | Unknown;
	/** Why its content cannot be read; undefined if it can. */
	closed?: string;
	encrypted: boolean | Unknown;
	opensWithoutPassword: boolean | Unknown;
	blocksAssistance: boolean | Unknown;
	decrypt: DecryptString;
}

export async function answersOf(opened: Opened, turns: Turns): Promise<AnswerSheet> {
	const sheet = new AnswerSheet(turns);
	const { document } = opened;
	const readable = (): PdfDocument => {
		if (opened.closed !== undefined) throw new Unknown(opened.closed);
		if (!document) throw new Unknown('it has no document catalog that could be relied on');
		return document;
	};
	const pages = () => sure(opened.pages);

	await sheet.answer(['encrypted'], () => ({ encrypted: sure(opened.encrypted) }));
	await sheet.answer(['opensWithoutPassword'], () => ({
		opensWithoutPassword: sure(opened.opensWithoutPassword),
	}));
	await sheet.answer(['damaged'], () => ({ damaged: isDamaged(opened) }));
	await sheet.answer(['pages'], () => ({ pages: pages().length }));
	await answerCatalog(sheet, readable, opened.decrypt);
	const structure = await answerStructure(sheet, readable, opened.decrypt, turns);
	const contents = await answerContents(sheet, readable, pages, structure, turns);
	await sheet.answer(['notEmbeddedFonts'], async () => {
		const names = await notEmbeddedFontsOf(readable().objects, pages(), turns);
		return { notEmbeddedFonts: names.size };
	});
	await sheet.answer(['links'], async () => ({
		links: await linksOf(readable().objects, pages(), turns),
	}));
	await sheet.answer(['formFields'], async () => ({
		formFields: await formFieldsOf(readable(), turns),
	}));
	await sheet.answer(['signed'], async () => ({
		signed: await isSigned(readable(), opened.pages, turns),
	}));
	await answerFacts(sheet, readable, opened.blocksAssistance, { structure, contents });
	return sheet;
}

async function answerCatalog(
	sheet: AnswerSheet,
	readable: () => PdfDocument,
	decrypt: DecryptString,
): Promise<void> {
	await sheet.answer(['marked'], () => ({ marked: markedOf(readable()) }));
	await sheet.answer(['displayDocTitle', 'displayDocTitleEntry'], () => {
		const entry = displayDocTitleOf(readable());
		return { displayDocTitle: entry === true, displayDocTitleEntry: entry !== undefined };
	});
	await sheet.answer(['form'], () => ({ form: formOf(readable()) }));
	await sheet.answer(['language'], () => ({ language: languageOf(readable(), decrypt) }));
	await sheet.answer(['title'], () => ({ title: titleOf(readable(), decrypt) }));
	await sheet.answer(['pdfUaPart'], () => ({ pdfUaPart: pdfUaPartOf(readable()) }));
	await sheet.answer(['producer'], () => ({ producer: producerOf(readable(), decrypt) }));
	await sheet.answer(['created'], () => ({
		created: dateOf(readable(), 'CreationDate', 'xmp:CreateDate', decrypt),
	}));
	await sheet.answer(['modified'], () => ({
		modified: dateOf(readable(), 'ModDate', 'xmp:ModifyDate', decrypt),
	}));
}

async function answerStructure(
	sheet: AnswerSheet,
	readable: () => PdfDocument,
	decrypt: DecryptString,
	turns: Turns,
): Promise<Structure | undefined> {
	let structure: Structure | undefined;
	await sheet.answer(['structureTree'], () => {
		const { catalog, objects } = readable();
		return { structureTree: objects.dictionary(catalog.get('StructTreeRoot')) !== undefined };
	});
	await sheet.answer(['structureElements', 'figuresWithoutAlt'], async () => {
		const { catalog, objects } = readable();
		const root = objects.dictionary(catalog.get('StructTreeRoot')) ?? NO_ENTRIES;
		structure = await structureOf(objects, root, decrypt, turns);
		const { elements, figuresWithoutAlt } = structure;
		return { structureElements: elements, figuresWithoutAlt };
	});
	await sheet.answer(['tagged'], () => {
		const { marked, structureElements, structureTree } = sheet.known;
		if (marked === false || structureTree === false) return { tagged: false };
		if (marked === true && (structureElements ?? 0) > 0) return { tagged: true };
		if (marked === true && structureElements === 0) {
			throw new Unknown('it is marked as tagged, but its structure tree has no elements');
		}
		throw new Unknown(sheet.unknown.marked ?? sheet.unknown.structureElements ?? NOT_READ);
	});
	return structure;
}

function isDamaged({ body, closed, document, pages }: Opened): boolean {
	if (closed !== undefined) throw new Unknown(closed);
	return (
		body.damage.size > 0 ||
		body.wrongLengths.size > 0 ||
		document === undefined ||
		document.rebuilt !== undefined ||
		pages instanceof Unknown
	);
}

function sure<T>(value: T | Unknown): T {
	if (value instanceof Unknown) throw value;
	return value;
}
