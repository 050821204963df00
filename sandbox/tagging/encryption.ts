import { PDFDocument, PDFRef } from '@cantoo/pdf-lib';

/** Opens documents that are encrypted with an empty user password, as every viewer does. */
export const FOR_EVERYBODY = { updateMetadata: false, password: '' };

/**
 * Returns the document without its encryption; a document without encryption stays the same.
 *
 * @throws Error when a password is needed, or the bytes are not a PDF
 */
export async function withoutEncryption(pdf: Uint8Array): Promise<Uint8Array> {
	const encrypted = { updateMetadata: false, ignoreEncryption: true };
	const { context, isEncrypted } = await PDFDocument.load(pdf, encrypted);
	if (!isEncrypted) return pdf;
	const document = await PDFDocument.load(pdf, FOR_EVERYBODY);
	const dictionary = context.trailerInfo.Encrypt;
	if (dictionary instanceof PDFRef) document.context.delete(dictionary);
	return await document.save();
}
