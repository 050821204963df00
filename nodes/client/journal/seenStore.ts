/** A store that outlives the process, and of a key only tells whether it has it. */
export interface SeenStore {
	/** Adds the keys. @returns those that it had before */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<void>;
}

interface Waiting {
	store: SeenStore;
	keys: readonly string[];
	resolve: (known: ReadonlySet<string>) => void;
	reject: (reason: unknown) => void;
}

/**
 * Those who ask the same store: one call at a time, and what comes while it is under way goes with the
 * next one. Each is answered as if they had asked one after the other.
 */
export class StoreGroup {
	private waiting: Record<'record' | 'remove', Waiting[]> = { record: [], remove: [] };
	private underWay = false;

	/** Whoever asks `store` by way of the group; any of those who go together may carry the call. */
	member(store: SeenStore): SeenStore {
		return {
			record: async (keys) => await this.enqueue('record', store, keys),
			remove: async (keys) => {
				if (keys.length > 0) await this.enqueue('remove', store, keys);
			},
		};
	}

	private async enqueue(
		what: 'record' | 'remove',
		store: SeenStore,
		keys: readonly string[],
	): Promise<ReadonlySet<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting[what].push({ store, keys, resolve, reject });
			if (!this.underWay) void this.work();
		});
	}

	private async work(): Promise<void> {
		this.underWay = true;
		// Those who come in the same turn go together.
		await Promise.resolve();
		while (this.waiting.record.length > 0 || this.waiting.remove.length > 0) {
			const { record, remove } = this.waiting;
			this.waiting = { record: [], remove: [] };
			await together(remove, async (store, keys) => {
				await store.remove(keys);
				return new Set();
			});
			await together(record, async (store, keys) => await store.record(keys));
		}
		this.underWay = false;
	}
}

async function together(
	waiting: readonly Waiting[],
	call: (store: SeenStore, keys: string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
	const [first] = waiting;
	if (!first) return;
	try {
		const all = new Set(waiting.flatMap(({ keys }) => keys));
		const known = new Set(await call(first.store, [...all]));
		for (const { keys, resolve } of waiting) {
			resolve(new Set(keys.filter((key) => known.has(key))));
			for (const key of keys) known.add(key);
		}
	} catch (error) {
		for (const { reject } of waiting) reject(error);
	}
}
