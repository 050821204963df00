import type { SeenStore } from '../../../nodes/client/journal';

/** n8n's row of hashes in memory. It drops the oldest hashes first and locks nothing. */
export class MemoryStore implements SeenStore {
	/** The calls so far. */
	readonly calls: Array<[what: 'record' | 'remove', keys: readonly string[]]> = [];

	constructor(
		/** Oldest first. */
		public row: readonly string[] = [],
		private readonly maxEntries = 10_000,
	) {}

	async record(keys: readonly string[]): Promise<ReadonlySet<string>> {
		this.calls.push(['record', keys]);
		const before = new Set(await this.read());
		const added = keys.filter((key) => !before.has(key));
		this.row = [...this.row, ...added].slice(-this.maxEntries);
		return new Set(keys.filter((key) => before.has(key)));
	}

	async remove(keys: readonly string[]): Promise<void> {
		this.calls.push(['remove', keys]);
		await this.read();
		this.row = this.row.filter((key) => !keys.includes(key));
	}

	private async read(): Promise<readonly string[]> {
		return await Promise.resolve(this.row);
	}
}

/** The store of a workflow that is not saved. */
export const NO_STORE: SeenStore = {
	record: async () => await Promise.reject(new Error('no row')),
	remove: async () => await Promise.reject(new Error('no row')),
};
