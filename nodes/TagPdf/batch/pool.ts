/**
 * Runs `task` for the indexes 0 … count - 1, in order, at most `limit` at the same time.
 *
 * @param shouldContinue called for each rejection; if it returns false, no new task starts and the running ones
 * settle
 * @returns the outcome of each index that was started
 */
export async function runPool<T>(
	count: number,
	limit: number,
	task: (index: number) => Promise<T>,
	shouldContinue: (index: number, reason: unknown) => boolean,
): Promise<Array<PromiseSettledResult<T>>> {
	const results: Array<PromiseSettledResult<T>> = [];
	let next = 0;
	let halted = false;
	const work = async () => {
		while (next < count && !halted) {
			const index = next++;
			try {
				results[index] = { status: 'fulfilled', value: await task(index) };
			} catch (reason) {
				results[index] = { status: 'rejected', reason };
				if (!shouldContinue(index, reason)) halted = true;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, count) }, work));
	return results;
}
