/**
 * Maximum number of documents that are read at once in this process, whoever asks. Reading is limited by the
 * processor, so a higher number would not finish them sooner, but each additional document may need its full memory.
 */
const MAX_READERS = 2;

/** Documents that are being read. */
const reading = new Map<symbol, true>();
/** Documents that wait, in order of arrival, each with the function that lets it begin. */
const waiting = new Map<symbol, () => void>();

/**
 * Waits until a document may be read. Documents begin in order of arrival.
 *
 * @returns a function to call when the document has been read: it lets the next one begin
 */
export async function beginReading(): Promise<() => void> {
	const reader = Symbol();
	if (reading.size < MAX_READERS) reading.set(reader, true);
	else await new Promise<void>((resolve) => waiting.set(reader, resolve));
	return () => {
		if (!reading.delete(reader)) return;
		const [next] = waiting;
		if (!next) return;
		const [nextReader, begin] = next;
		waiting.delete(nextReader);
		reading.set(nextReader, true);
		begin();
	};
}
