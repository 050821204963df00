import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { messageOf } from '../messageOf';
import { FOR_EVERYBODY } from './encryption';

/** Number of pages of the PDF at a path; null if it is unreadable (password, damage, not a PDF). */
export async function countPages(path: string): Promise<number | null> {
	try {
		const document = await PDFDocument.load(await readFile(path), FOR_EVERYBODY);
		return document.getPageCount() || null;
	} catch {
		return null;
	}
}

/** Why a document cannot be read, in a few words. */
export async function unreadable(path: string): Promise<string> {
	const said = await PDFDocument.load(await readFile(path), FOR_EVERYBODY).then(
		() => 'no pages',
		(error: unknown) => messageOf(error),
	);
	const needsPassword = /password/i.test(said);
	return needsPassword ? 'the document needs a password' : 'the document cannot be read as a PDF';
}
