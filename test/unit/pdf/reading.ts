import { readBody, type Body, type EarlierPass } from '../../../nodes/pdf/body';
import { DocumentLoader, type PdfDocument } from '../../../nodes/pdf/document';
import { READER_LIMITS, type ReaderLimits } from '../../../nodes/pdf/limits';
import { Turns } from '../../../nodes/pdf/turns';
import { PdfWriter } from '../support/pdfWriter';
import { splitIntoChunks } from './inspectBytes';

/** Turns without a time limit. */
export const NO_TURNS = new Turns(Infinity, () => Promise.resolve());

const NO_EARLIER_PASS: EarlierPass = { integers: new Map(), wrongLengths: new Set() };

/** Result of one pass over a file. */
export async function scanBody(
	file: PdfWriter | Buffer | string,
	limits: Partial<ReaderLimits> = {},
	earlier: Partial<EarlierPass> = {},
): Promise<Body> {
	const raw = file instanceof PdfWriter ? file.bytes() : file;
	const bytes = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw;
	return await readBody(splitIntoChunks(bytes, 4096), { ...READER_LIMITS, ...limits }, NO_TURNS, {
		...NO_EARLIER_PASS,
		...earlier,
	});
}

/** Possible readings of a file's objects. */
export async function createLoader(file: PdfWriter | Buffer | string): Promise<DocumentLoader> {
	return new DocumentLoader(await scanBody(file), NO_TURNS);
}

/** The document in a file. */
export async function loadDocument(file: PdfWriter): Promise<PdfDocument> {
	const document = await (await createLoader(file.end())).getReferencedDocument();
	if (!document) throw new Error('This is no document');
	return document;
}

/** A document of these objects, by their numbers; the first is its catalog. */
export async function makeDocument(objects: Record<number, string>): Promise<PdfDocument> {
	const writer = new PdfWriter();
	for (const [number, content] of Object.entries(objects)) writer.object(Number(number), content);
	return await loadDocument(writer);
}
