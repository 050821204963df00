import { throwIfStopped } from '../../../client/errors';
import { rejectOnAbort } from '../../../client/http';
import { type PdfFile, readPdfFile } from '../../../client/pdfFile';
import type { Inspection } from '../../../pdf/inspect';
import { openFile } from '../../shared/binary';
import type { Task } from '../operation';
import type { Source } from '../source';

/** How an operation reads the document of its unit. */

/** The unit's document. A unit without one is a mistake in the code: only operations that have documents call this. */
export function getSource({ source }: Task): Source {
	if (source) return source;
	throw new Error('The operation has no document');
}

/**
 * Opens a document, whatever its content, and reads its first bytes.
 *
 * @throws InputError or TagPdfError if the document cannot be fetched or read, as `Source.getFile` and `openFile` say
 */
export async function openSource({ connection, context }: Task, source: Source) {
	const { runtime, signal } = connection;
	const binary = await source.getFile();
	return { binary, ...(await openFile(context, runtime, binary, source.fileName, signal)) };
}

/**
 * Reads a whole document and answers what can be known about it. The process reads only a few documents at a time, so
 * this may wait for others first.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function inspectDocument(
	{ connection }: Task,
	document: PdfFile,
): Promise<Inspection> {
	const { runtime, signal } = connection;
	// The PDF reader is loaded on first use: it is a third of the code, and many workflows never need it.
	const { beginReading, inspectNow } = await import('../../../pdf/inspect');
	// Waits before it opens the document. Otherwise the time limit for a silent store would also count this wait.
	const endReading = await awaitTurn(signal, beginReading());
	let reading: Promise<Inspection> | undefined;
	try {
		return await readPdfFile(runtime, signal, async (open) => {
			reading = inspectNow({
				open: async () => await Promise.resolve(open(document)),
				pause: async () => {
					await runtime.sleep(1);
					signal.throwIfAborted();
				},
			});
			return await reading;
		});
	} finally {
		// Nothing interrupts the reader: after Stop it computes until its next pause. Only then may another document begin.
		void Promise.allSettled([reading]).then(endReading);
	}
}

/**
 * Waits for a turn. If the run is stopped or halted meanwhile, the turn goes to the next document as soon as it comes.
 *
 * @throws TagPdfError `STOPPED` or `NOT_STARTED`
 */
async function awaitTurn(signal: AbortSignal, turn: Promise<() => void>): Promise<() => void> {
	return await rejectOnAbort(signal, turn, (end) => end()).catch((error: unknown) => {
		throwIfStopped(signal);
		throw error;
	});
}
