/**
 * Documents that are read at once in this process, whoever asks. Reading is bound by the processor, so more of
 * them are not finished sooner, and each may need its full memory.
 */
const MAX_READERS = 2;

/** Documents that are read, in this process. */
export const readers = { count: 0 };
const waiting: Array<() => void> = [];

/** Waits until a document may be read, in order of arrival. @returns a function that lets the next one begin */
export async function beginReading(): Promise<() => void> {
	if (readers.count < MAX_READERS) readers.count += 1;
	else await new Promise<void>((resolve) => waiting.push(resolve));
	let hasEnded = false;
	return () => {
		if (hasEnded) return;
		hasEnded = true;
		const next = waiting.shift();
		// The next one takes the place.
		if (next) next();
		else readers.count -= 1;
	};
}
