import type { INodeExecutionData } from 'n8n-workflow';

import { pagesOf, PdfWriter } from './pdfWriter';

/** An input item with these bytes as a file. */
const itemWithFile = (content: Buffer, fileName: string): INodeExecutionData => ({
	json: {},
	binary: {
		data: { data: content.toString('base64'), mimeType: 'application/pdf', fileName },
	},
});

/** An input item with a PDF whose pages cannot be counted. */
export const itemWithPdf = (content: string): INodeExecutionData =>
	itemWithFile(Buffer.from(`%PDF-1.7 ${content}\n%%EOF`), `${content}.pdf`);

/** An input item with a PDF of this many pages with text. */
export const itemWithPages = (pages: number, catalog = ''): INodeExecutionData =>
	itemWithFile(pagesOf(new PdfWriter(), pages, catalog).end().bytes(), `${pages} pages.pdf`);

/** Parameters of the operations on documents, with the editor's defaults. */
export const onDocument = (operation: 'submit' | 'tag', options: object = {}) => ({
	resource: 'document',
	operation,
	source: 'binary',
	binaryPropertyName: 'data',
	binaryPropertyOutput: 'data',
	options,
});

/** A run that submits these documents, one after the other. */
export const submitAll = (...names: string[]) => ({
	parameters: names.map(() => onDocument('submit', { maxDocumentsAtOnce: 1 })),
	items: names.map(itemWithPdf),
});
