import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';

/** A PDF with this many pages, each with a heading and a line of text. */
export async function makePdf(pages = 1): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const font = await document.embedFont(StandardFonts.Helvetica);
	for (let number = 1; number <= pages; number += 1) {
		const page = document.addPage();
		page.drawText(`Heading ${number}`, { x: 50, y: 700, size: 28, font });
		page.drawText('A line of text that says nothing.', { x: 50, y: 650, size: 12, font });
	}
	return await document.save();
}
