import { DocumentLoader } from '../../../../nodes/pdf/document';
import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { scanBody, NO_TURNS } from '../reading';

const readingsOf = async (file: PdfWriter | string) =>
	new DocumentLoader(await scanBody(file), NO_TURNS);

test('reads a document each way once', async () => {
	const readings = await readingsOf(pagesOf(new PdfWriter(), 2).end());
	const last = await readings.getRebuiltDocument();
	expect(last?.rebuilt).toBeDefined();
	expect(await readings.getRebuiltDocument()).toBe(last);
	const referenced = await readings.getReferencedRevision();
	expect(referenced).toBeDefined();
	expect(await readings.getReferencedRevision()).toBe(referenced);
	const document = await readings.getReferencedDocument();
	expect(document?.rebuilt).toBeUndefined();
	expect(document?.catalog.has('Pages')).toBe(true);
});

test('refuses a file that is not a PDF either way', async () => {
	const readings = await readingsOf('no PDF');
	expect(await readings.getReferencedDocument()).toBeUndefined();
	expect(await readings.getRebuiltDocument()).toBeUndefined();
});
