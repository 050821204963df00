import { deflateSync } from 'node:zlib';

import { PdfWriter } from '../../support/pdfWriter';

/** A file that tries to keep the reader busy, and its number of pages if the reader can know it. */
export type HostileFile = [name: string, make: () => Buffer, pages: number | null];

/** A document of one page; object numbers from 4 are free. */
export function writeOnePage(contents: string, catalog = ''): PdfWriter {
	return new PdfWriter()
		.object(1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`)
		.object(2, '<</Type/Pages/Count 1/Kids[3 0 R]>>')
		.object(3, `<</Type/Page/Contents ${contents}>>`);
}

/** Zeros, deflated several times; each time the size shrinks to about a thousandth. */
export function makeBomb(bytes: number, times: number): Buffer {
	let content = Buffer.alloc(bytes);
	for (let count = 0; count < times; count += 1) content = deflateSync(content);
	return content;
}
