import { pagesOf, PdfWriter } from '../support/pdfWriter';

export const plain = (count = 2, catalog = '', writer = new PdfWriter()) =>
	pagesOf(writer, count, catalog);
export const TRAILER = 'trailer<</Root 1 0 R>>';
export const end = `${TRAILER}%%EOF`;
export const MARKED = '/MarkInfo<</Marked true>>';
export const SIGNATURE = '<</Type/Sig/ByteRange[0 1 2 3]>>';
const SIGNED_FIELD = '/AcroForm<</Fields[<</FT/Sig/T(a)/V 10 0 R>>]>>';
export const TITLE =
	'<rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="en">Fish &amp; chips</rdf:li></rdf:Alt></dc:title></rdf:Description>';

export const signed = () => plain(1, SIGNED_FIELD).object(10, SIGNATURE).end();

/** A page tree with a root and one kid, object 3, and more objects. */
export function writeTree(
	root: string,
	kid: string,
	addMore = (writer: PdfWriter): PdfWriter => writer,
): PdfWriter {
	const writer = new PdfWriter().object(1, '<</Type/Catalog/Pages 2 0 R>>');
	return addMore(writer.object(2, root).object(3, kid)).end();
}
