import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A small PDF whose bytes depend on its title and its pages alone. */
export async function makeDocument(title: string, pages = 1): Promise<Buffer> {
	const pdf = await PDFDocument.create({ updateMetadata: false });
	pdf.setTitle(title);
	const font = await pdf.embedFont(StandardFonts.Helvetica);
	for (let page = 1; page <= pages; page += 1) {
		pdf.addPage().drawText(`${title}, page ${page}`, { x: 50, y: 700, size: 24, font });
	}
	return Buffer.from(await pdf.save());
}

/** Writes `count` different one-page PDFs named document-001.pdf and so on into a folder. */
export async function writeDocuments(folder: string, count: number): Promise<void> {
	await mkdir(folder, { recursive: true });
	for (let n = 1; n <= count; n += 1) {
		const name = `document-${String(n).padStart(3, '0')}`;
		await writeFile(join(folder, `${name}.pdf`), await makeDocument(`${folder} ${name}`));
	}
}
