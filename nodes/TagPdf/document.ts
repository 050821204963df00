import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { TagPdfError } from '../client/errors';
import { PDF_HEADER_WINDOW, startsLikePdf } from '../client/pdf';
import type { PdfDocument } from '../client/upload';

/**
 * A binary of n8n's as a document to upload: streamed where the binary store keeps it (it has an
 * `id`), one buffer where the item itself does.
 *
 * @throws TagPdfError `NOT_A_PDF`, also for an empty file
 */
export async function documentOf(
	{ helpers }: IExecuteFunctions,
	binary: IBinaryData,
	fileName: string,
): Promise<PdfDocument> {
	const { id } = binary;
	const content = Buffer.from(id ? '' : binary.data, 'base64');
	const document: PdfDocument = {
		fileName,
		size: id ? (await helpers.getBinaryMetadata(id)).fileSize : content.length,
		open: async () => (id ? await helpers.getBinaryStream(id) : content),
	};
	if (document.size === 0) throw notAPdf(fileName, 'is empty');
	if (!startsLikePdf(await startOf(document))) {
		throw notAPdf(fileName, 'is not a PDF: "%PDF-" is not among its first 1,024 bytes');
	}
	return document;
}

async function startOf(document: PdfDocument): Promise<Buffer> {
	const content = await document.open();
	if (Buffer.isBuffer(content)) return content.subarray(0, PDF_HEADER_WINDOW);
	let start = Buffer.alloc(0);
	for await (const chunk of content) {
		start = Buffer.concat([start, chunk as Buffer]);
		if (start.length >= PDF_HEADER_WINDOW) break;
	}
	return start;
}

function notAPdf(fileName: string, what: string): TagPdfError {
	return new TagPdfError({
		code: 'NOT_A_PDF',
		message: `The file "${fileName}" ${what}`,
		description: 'Nothing was uploaded or charged. The service tags PDF files only.',
	});
}
