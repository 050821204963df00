import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Structure, structureOf } from './structure';

/** A PDF to tag, read and checked. */
export interface Document {
	path: string;
	name: string;
	content: Buffer;
	/** Null for a document that cannot be read, e.g. an encrypted one. */
	structure: Structure | null;
}

/**
 * Reads the documents, before anything is started or written.
 *
 * @throws Error naming the first file that is missing, unreadable or not a PDF
 */
export async function openDocuments(paths: string[]): Promise<Document[]> {
	const documents: Document[] = [];
	for (const path of paths) {
		const content = await read(path);
		// Up to 1,024 bytes of other data may precede the header (PDF 1.7, appendix H).
		if (!content.subarray(0, 1024).includes('%PDF-')) {
			throw new Error(`${path} is not a PDF: nothing was tagged. Name PDF files only.`);
		}
		const structure = await structureOf(content).catch(() => null);
		documents.push({ path, name: basename(path), content, structure });
	}
	return documents;
}

async function read(path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const reason =
			{ ENOENT: 'does not exist', EISDIR: 'is a folder', EACCES: 'cannot be read' }[code ?? ''] ??
			`cannot be read (${message})`;
		throw new Error(`${path} ${reason}: nothing was tagged.`);
	}
}
