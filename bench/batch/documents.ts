import { PDFDocument } from '@cantoo/pdf-lib';

/** So many PDFs of a page each, no two of them alike: equal ones would share a job. */
export async function documents(count: number): Promise<Buffer[]> {
	const document = await PDFDocument.create();
	document.addPage([300, 300]);
	const bytes = await document.save();
	// What follows the end of a PDF is no part of it, but of the file.
	return Array.from({ length: count }, (_, n) => Buffer.concat([bytes, Buffer.from(`\n%${n}\n`)]));
}
