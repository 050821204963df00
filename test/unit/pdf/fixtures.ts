import { PDFDocument as PdfLib } from '@cantoo/pdf-lib';
import PdfKit from 'pdfkit';
import type { Known } from '../../../nodes/pdf/inspection';
import { pagesOf, PdfWriter } from '../support/pdfWriter';

/** The versions of encryption that pdfkit writes: RC4 of 40 and 128 bits, AES of 128 and 256. */
export const ENCRYPTED_VERSIONS = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

/** What there is to know of two pages of text and nothing else. */
export const PLAIN: Known = {
	pages: 2,
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

/** A document of two pages with a text on each. */
export async function pdfkitDocument(options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
	const document = new PdfKit({ info: { Title: 'Größe' }, lang: 'de', ...options });
	const chunks: Buffer[] = [];
	document.on('data', (chunk: Buffer) => chunks.push(chunk));
	const ended = new Promise((resolve) => document.on('end', resolve));
	document.text('The first page').addPage().text('The second page').end();
	await ended;
	return Buffer.concat(chunks);
}

/** Two pages, with object streams or without. */
export async function pdfLibDocument(
	useObjectStreams: boolean,
	passwords?: { userPassword: string; ownerPassword: string },
): Promise<Uint8Array> {
	const document = await PdfLib.create();
	for (const text of ['The first page', 'The second page']) document.addPage().drawText(text);
	document.setTitle('Title');
	if (passwords) document.encrypt(passwords);
	return await document.save({ useObjectStreams });
}

/** Two revisions: the second has a page more, and is longer than what tests cut off. */
export function twoRevisions(): PdfWriter {
	const writer = pagesOf(new PdfWriter(), 2).end().stream(10, '', 'x'.repeat(2500));
	return pagesOf(writer, 3).end();
}
