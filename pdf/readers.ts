/**
 * Documents that are read at once in this process, whoever asks. Reading is bound by the processor, so more of
 * them are not finished sooner, and each may need its full memory.
 */
const MAX_READERS = 2;

/** Documents that are read, and those that wait, with what lets them begin. In order of arrival. */
const reading = new Map<symbol, true>();
const waiting = new Map<symbol, () => void>();

/** Waits until a document may be read, in order of arrival. @returns a function that lets the next one begin */
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
