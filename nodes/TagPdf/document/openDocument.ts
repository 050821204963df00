import { throwIfStopped } from '../../../client/errors';
import { rejectOnAbort } from '../../../client/http';
import { type PdfFile, readPdfFile } from '../../../client/pdfFile';
import type { Inspection } from '../../../pdf/inspect';
import { openFile } from '../../shared/binary';
import type { Task } from '../operation';
import type { Source } from '../source';

/** How an operation gets at the document of its unit. */

/** The document of a unit whose operation has one. */
export function getSource({ source }: Task): Source {
	if (source) return source;
	throw new Error('The operation has no document');
}

/** Opens a document of any content; its first bytes are read. */
export async function openSource({ connection, context }: Task, source: Source) {
	const { runtime, signal } = connection;
	const binary = await source.getFile();
	return { binary, ...(await openFile(context, runtime, binary, source.fileName, signal)) };
}

/**
 * Reads a whole document from n8n's binary store.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function inspectDocument(
	{ connection }: Task,
	document: PdfFile,
): Promise<Inspection> {
	const { runtime, signal } = connection;
	// Loaded on first use: it is a third of the code, and many workflows never need it.
	const { beginReading, inspectNow } = await import('../../../pdf/inspect');
	// Before the document is opened: a store is not silent while its document waits for others.
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
		// After Stop, the reader computes until its next pause, and only then another document may begin.
		void Promise.allSettled([reading]).then(endReading);
	}
}

/** @throws TagPdfError `STOPPED` or `NOT_STARTED` as soon as the run ends; the turn then goes to the next document */
async function awaitTurn(signal: AbortSignal, turn: Promise<() => void>): Promise<() => void> {
	return await rejectOnAbort(signal, turn, (end) => end()).catch((error: unknown) => {
		throwIfStopped(signal);
		throw error;
	});
}
