/** Ends or removes an opened resource. */
export type Close = () => Promise<void>;

/**
 * Opens several resources that belong together.
 *
 * @param open hands the end of each thing it opens to `onClose`, and `close` on to its caller: it
 * ends them all, the last first
 * @throws what `open` throws; what it had opened is closed then
 */
export async function opening<T>(
	open: (onClose: (end: Close) => void, close: Close) => Promise<T>,
): Promise<T> {
	const ends: Close[] = [];
	const close = async () => {
		for (const end of ends.splice(0).reverse()) await end();
	};
	try {
		return await open((end) => ends.push(end), close);
	} catch (error) {
		await close();
		throw error;
	}
}
