/** A store that outlives the process, and of a key only tells whether it has it. */
export interface SeenStore {
	/** Adds the keys. @returns those that it had before */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<void>;
}

interface Waiting {
	keys: readonly string[];
	resolve: (known: ReadonlySet<string>) => void;
	reject: (reason: unknown) => void;
}

/**
 * Asks a store for many documents at once: what comes while a call is under way goes with the next
 * one. No two documents have a key in common.
 */
export class GroupedStore implements SeenStore {
	private waiting: Record<'record' | 'remove', Waiting[]> = { record: [], remove: [] };
	private underWay = false;

	constructor(private readonly store: SeenStore) {}

	async record(keys: readonly string[]): Promise<ReadonlySet<string>> {
		return await this.enqueue('record', keys);
	}

	async remove(keys: readonly string[]): Promise<void> {
		if (keys.length > 0) await this.enqueue('remove', keys);
	}

	private async enqueue(
		what: 'record' | 'remove',
		keys: readonly string[],
	): Promise<ReadonlySet<string>> {
		return await new Promise((resolve, reject) => {
			this.waiting[what].push({ keys, resolve, reject });
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
			if (remove.length > 0) {
				const removed = async (keys: string[]) => {
					await this.store.remove(keys);
					return new Set<string>();
				};
				await together(remove, removed);
			}
			if (record.length > 0) {
				await together(record, async (keys) => await this.store.record(keys));
			}
		}
		this.underWay = false;
	}
}

async function together(
	waiting: readonly Waiting[],
	call: (keys: string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
	try {
		const known = await call(waiting.flatMap(({ keys }) => keys));
		for (const { resolve } of waiting) resolve(known);
	} catch (error) {
		for (const { reject } of waiting) reject(error);
	}
}
