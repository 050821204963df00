/**
 * Runs `worker` for the indexes 0 … count - 1, in order, at most `limit` at the same time.
 *
 * @param carryOn asked about each rejection; after a "no" nothing new is started, and what has been
 * started settles
 * @returns what became of each index that was started
 */
export async function runPool<T>(
	count: number,
	limit: number,
	worker: (index: number) => Promise<T>,
	carryOn: (index: number, reason: unknown) => boolean,
): Promise<Array<PromiseSettledResult<T>>> {
	const results: Array<PromiseSettledResult<T>> = [];
	let next = 0;
	let halted = false;
	const lane = async () => {
		while (next < count && !halted) {
			const index = next++;
			const [result] = await Promise.allSettled([worker(index)]);
			results[index] = result;
			if (result.status === 'rejected' && !carryOn(index, result.reason)) halted = true;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, count) }, lane));
	return results;
}
