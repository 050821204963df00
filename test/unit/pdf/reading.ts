import { readBody, type Body, type Earlier } from '../../../nodes/pdf/body';
import { Readings, type PdfDocument } from '../../../nodes/pdf/document';
import { READER_LIMITS, type ReaderLimits } from '../../../nodes/pdf/limits';
import { Turns } from '../../../nodes/pdf/turns';
import { PdfWriter } from '../support/pdfWriter';
import { chunksOf } from './inspected';

/** Turns without a time limit. */
export const NO_TURNS = new Turns(Infinity, () => Promise.resolve());

const NOTHING: Earlier = { integers: new Map(), wrongLengths: new Set() };

/** Result of one pass over a file. */
export async function bodyOf(
	file: PdfWriter | Buffer | string,
	limits: Partial<ReaderLimits> = {},
	earlier: Partial<Earlier> = {},
): Promise<Body> {
	const raw = file instanceof PdfWriter ? file.bytes() : file;
	const bytes = typeof raw === 'string' ? Buffer.from(raw, 'latin1') : raw;
	return await readBody(chunksOf(bytes, 4096), { ...READER_LIMITS, ...limits }, NO_TURNS, {
		...NOTHING,
		...earlier,
	});
}

/** Possible readings of a file's objects. */
export async function readingsOf(file: PdfWriter | Buffer | string): Promise<Readings> {
	return new Readings(await bodyOf(file), NO_TURNS);
}

/** The document in a file. */
export async function documentIn(file: PdfWriter): Promise<PdfDocument> {
	const document = await (await readingsOf(file.end())).byCrossReference();
	if (!document) throw new Error('This is no document');
	return document;
}

/** A document of these objects, by their numbers; the first is its catalog. */
export async function documentOf(objects: Record<number, string>): Promise<PdfDocument> {
	const writer = new PdfWriter();
	for (const [number, content] of Object.entries(objects)) writer.object(Number(number), content);
	return await documentIn(writer);
}
