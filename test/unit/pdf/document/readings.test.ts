import { Readings } from '../../../../nodes/pdf/document';
import { pagesOf, PdfWriter } from '../../support/pdfWriter';
import { bodyOf, NO_TURNS } from '../reading';

const readingsOf = async (file: PdfWriter | string) => new Readings(await bodyOf(file), NO_TURNS);

test('a document is read each way once', async () => {
	const readings = await readingsOf(pagesOf(new PdfWriter(), 2).end());
	const last = await readings.byLastDefinition();
	expect(last?.rebuilt).toBeDefined();
	expect(await readings.byLastDefinition()).toBe(last);
	const referenced = await readings.referenced();
	expect(referenced).toBeDefined();
	expect(await readings.referenced()).toBe(referenced);
	const document = await readings.byCrossReference();
	expect(document?.rebuilt).toBeUndefined();
	expect(document?.catalog.has('Pages')).toBe(true);
});

test('what is no document is none either way', async () => {
	const readings = await readingsOf('no PDF');
	expect(await readings.byCrossReference()).toBeUndefined();
	expect(await readings.byLastDefinition()).toBeUndefined();
});
