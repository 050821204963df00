import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib';

/** A small PDF whose bytes depend only on its title and its pages. */
export async function makeDocument(title: string, pages = 1): Promise<Buffer> {
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(title);
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (let page = 1; page <= pages; page += 1) {
		pdf.addPage().drawText(`${title}, page ${page}`, { x: 50, y: 700, size: 24, font });
	}
	return Buffer.from(await pdf.save());
}

/** Blank pages that conform to PDF/UA-1 as soon as they are tagged. */
export async function makeReadyDocument(title: string, pages = 1): Promise<Buffer> {
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(title, { showInWindowTitleBar: true });
	pdf.setLanguage('en');
	for (let page = 1; page <= pages; page += 1) pdf.addPage();
	const metadata = pdf.context.stream(
		`<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
		<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
		<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
			xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
		<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title>
		<pdfuaid:part>1</pdfuaid:part>
		</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
		{ Type: 'Metadata', Subtype: 'XML' },
	);
	pdf.catalog.set(PDFName.of('Metadata'), pdf.context.register(metadata));
	return Buffer.from(await pdf.save());
}

/** A PDF that opens only with a password. */
export async function makeLockedDocument(title: string): Promise<Buffer> {
	const pdf = await PDFDocument.load(await makeDocument(title), { updateMetadata: false });
	pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
	return Buffer.from(await pdf.save());
}

/**
 * Writes `count` different one-page PDFs into a new folder.
 *
 * @returns pattern that reads all of them, in the order of their names and titles
 */
export async function writeDocuments(folder: string, count: number): Promise<string> {
	const own = join(folder, randomUUID());
	await mkdir(own, { recursive: true });
	for (let n = 0; n < count; n += 1) {
		const title = titleOf(n);
		await writeFile(join(own, `${title}.pdf`), await makeDocument(title));
	}
	return join(own, '*');
}

/** `count` one-page PDFs with different bytes, because equal documents would share a job; each has `bytes` at least. */
export async function variants(count: number, bytes = 0): Promise<Buffer[]> {
	const pdf = padDocument(await makeDocument('Variant'), bytes);
	// Readers ignore bytes after the end of a PDF, but the files differ.
	return Array.from({ length: count }, (_, n) => Buffer.concat([pdf, Buffer.from(`\n%${n}\n`)]));
}

/** Adds line ends before the end of a PDF until it has `bytes`. */
function padDocument(pdf: Buffer, bytes: number): Buffer {
	const end = pdf.lastIndexOf('%%EOF');
	const padding = Buffer.alloc(Math.max(0, bytes - pdf.length), '\n');
	return Buffer.concat([pdf.subarray(0, end), padding, pdf.subarray(end)]);
}

/**
 * Writes `count` variants of a one-page PDF into a new folder; each has `bytes` at least.
 *
 * @returns pattern that reads all of them
 */
export async function writeVariants(folder: string, count: number, bytes = 0): Promise<string> {
	const own = join(folder, randomUUID());
	await mkdir(own, { recursive: true });
	for (const [n, variant] of (await variants(count, bytes)).entries()) {
		await writeFile(join(own, `${titleOf(n)}.pdf`), variant);
	}
	return join(own, '*');
}

/** Title and file name of document number `n`, counted from 0. */
export function titleOf(n: number): string {
	return `document-${String(n).padStart(3, '0')}`;
}

/** Title in the metadata of a PDF. */
export async function readTitle(pdf: Buffer): Promise<string | undefined> {
	return (await PDFDocument.load(pdf)).getTitle();
}
