import type { INodeExecutionData } from 'n8n-workflow';

/** An input item that carries a PDF of its own. */
export const itemWithPdf = (content: string): INodeExecutionData => ({
	json: {},
	binary: {
		data: {
			data: Buffer.from(`%PDF-1.7 ${content}\n%%EOF`).toString('base64'),
			mimeType: 'application/pdf',
			fileName: `${content}.pdf`,
		},
	},
});

/** Parameters of the operations on documents, as the editor fills them in. */
export const onDocument = (operation: 'submit' | 'tag', options: object = {}) => ({
	resource: 'document',
	operation,
	source: 'binary',
	binaryPropertyName: 'data',
	outputBinaryField: 'data',
	options,
});
