const turns = new Map<string, Promise<unknown>>();

/**
 * Runs the tasks of a key one after the other. n8n's deduplication store reads, changes and writes one
 * row per node; two at once would lose one's record.
 */
export async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
	const before = turns.get(key) ?? Promise.resolve();
	const own = before.then(task, task);
	turns.set(key, own);
	try {
		return await own;
	} finally {
		if (turns.get(key) === own) turns.delete(key);
	}
}
