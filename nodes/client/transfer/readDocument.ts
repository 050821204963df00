import { TagPdfError, throwIfStopped } from '../errors';
import { unlessAborted, underWatch, type Watch } from '../exchange';
import type { Runtime } from '../runtime';
import { cannotBeRead, chunksOf, close, GIVES_NOTHING, type PdfDocument } from './uploadBody';

/** Opens a document at its start. */
export type OpenDocument = () => Promise<AsyncIterable<Buffer>>;

/**
 * Lets `read` go over a document, as often as it opens it, under a watch: a store may hang.
 *
 * @throws TagPdfError `DOCUMENT_UNREADABLE`, `STOPPED` or `NOT_STARTED`
 */
export async function readDocument<T>(
	runtime: Runtime,
	document: PdfDocument,
	signal: AbortSignal | undefined,
	read: (open: OpenDocument) => Promise<T>,
): Promise<T> {
	const bounds = { silenceMs: () => runtime.limits.transfer.stallMs };
	return await underWatch(runtime, signal, bounds, async (watch) => {
		const work = read(async () => watched(await openUnder(document, watch), watch));
		return await unlessAborted(watch.signal, work, () => {}).catch((cause: unknown) => {
			throwIfStopped(signal);
			const { reason } = watch.failure() ? GIVES_NOTHING : cannotBeRead(cause);
			const failure = { kind: 'document', reason } as const;
			throw new TagPdfError('DOCUMENT_UNREADABLE', { failure }, { cause });
		});
	});
}

async function openUnder(document: PdfDocument, { signal }: Watch) {
	const content = await document.open();
	signal.addEventListener('abort', () => close(content), { once: true });
	if (signal.aborted) close(content);
	return content;
}

async function* watched(
	content: Awaited<ReturnType<PdfDocument['open']>>,
	watch: Watch,
): AsyncGenerator<Buffer, void> {
	for await (const chunk of chunksOf(content)) {
		watch.signal.throwIfAborted();
		watch.alive();
		yield chunk;
	}
}
