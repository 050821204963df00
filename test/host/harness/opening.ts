/** Ends or removes an opened resource. */
export type Close = () => Promise<void>;

/**
 * Opens several resources that belong together.
 *
 * @param open passes a function to `onClose` for each opened resource, and `close` to its own result;
 * `close` ends all resources, last first
 * @throws the error of `open`, after it has closed what was opened before
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
