/** Models n8n's deduplication store: one row of hashes per node and workflow. */
export class DeduplicationStore {
	private readonly rows = new Map<string, string[]>();

	/** @param entries capacity of a row; 0 for the size the node asks for */
	constructor(private readonly entries: number) {}

	/** @returns which items the row already had, and which are new */
	record(row: string, items: readonly string[], maxEntries: number) {
		const known = this.rows.get(row) ?? [];
		const fresh: string[] = [];
		const processed: string[] = [];
		for (const item of items) (known.includes(item) ? processed : fresh).push(item);
		const most = this.entries === 0 ? maxEntries : this.entries;
		this.rows.set(row, [...known, ...fresh].slice(-most));
		return { new: fresh, processed };
	}

	remove(row: string, items: readonly string[]): void {
		const known = this.rows.get(row) ?? [];
		this.rows.set(
			row,
			known.filter((item) => !items.includes(item)),
		);
	}

	clear(): void {
		this.rows.clear();
	}

	sizeOf(row: string): number {
		return this.rows.get(row)?.length ?? 0;
	}
}
