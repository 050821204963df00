import { setImmediate } from 'node:timers/promises';

import { inspect, type Inspection } from '../../../pdf/inspect';
import { READER_LIMITS, type ReaderLimits } from '../../../pdf/readerLimits';
import type { PdfWriter } from '../support/pdfWriter';

interface Options {
	chunk?: number;
	limits?: ReaderLimits;
	pause?: () => Promise<void>;
}

const soon = async () => await setImmediate();

/** The reader's answers about these bytes, read in chunks of this size. */
export async function inspectBytes(
	bytes: Uint8Array,
	{ chunk = 4096, limits = READER_LIMITS, pause = soon }: Options = {},
): Promise<Inspection> {
	const source = {
		open: () => Promise.resolve(splitIntoChunks(bytes, chunk)),
		pause,
	};
	return await inspect(source, limits);
}

/** Expects these answers among others, and a reason if the pages are not known. */
export async function expectAnswers(
	writer: PdfWriter,
	answers: Partial<Inspection>,
): Promise<void> {
	const inspection = await inspectBytes(writer.bytes());
	expect(inspection).toMatchObject(answers);
	expect(inspection.pages === null).toBe(inspection.unknown.pages !== undefined);
}

/** Chunks as from a file: a chunk is invalid once the next chunk is requested. */
async function* splitIntoChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) {
		const chunk = await Promise.resolve(Uint8Array.from(bytes.subarray(at, at + size)));
		yield chunk;
		chunk.fill(0);
	}
}
