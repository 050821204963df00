import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

const OF_CATALOG = ['AcroForm', 'Lang', 'MarkInfo', 'StructTreeRoot'];
const OF_PAGES = ['Annots', 'Contents'];

/** Removes parts that a tagged PDF must keep or have: text, links, form, language, structure, last page. */
export async function worsen(path: string): Promise<void> {
	const document = await PDFDocument.load(await readFile(path), { updateMetadata: false });
	for (const name of OF_CATALOG) document.catalog.delete(PDFName.of(name));
	for (const { node } of document.getPages()) {
		for (const name of OF_PAGES) node.delete(PDFName.of(name));
	}
	if (document.getPageCount() > 1) document.removePage(document.getPageCount() - 1);
	await writeFile(path, await document.save());
}
