/** Maximum number of records that a sandbox keeps of each kind (docs/sandbox.md). */
export interface Kept {
	requests: number;
	jobs: number;
	uploads: number;
	/** Charges and refunds. */
	ledgerEntries: number;
	deliveries: number;
}

/**
 * Enough for a run of 10,000 documents: each needs an upload, a job, a charge and a few calls. A request
 * takes about 700 bytes of memory.
 */
export const DEFAULT_KEPT: Kept = {
	requests: 100_000,
	jobs: 20_000,
	uploads: 20_000,
	ledgerEntries: 40_000,
	deliveries: 2000,
};

/** Shortens a list in place to `most` items: removes the oldest finished entries. */
export function shorten<T>(list: T[], most: number, isOver: (item: T) => boolean): void {
	let index = 0;
	while (list.length > most && index < list.length)
		if (isOver(list[index] as T)) list.splice(index, 1);
		else index += 1;
}

/**
 * Records by id, in order of arrival. Beyond the maximum, the oldest finished record is forgotten. Unfinished
 * records always stay.
 */
export class Records<T> {
	private readonly byId = new Map<string, T>();

	/** @param discard removes the data of a forgotten record, such as its document */
	constructor(
		private readonly most: number,
		private readonly isOver: (record: T) => boolean,
		private readonly discard: (record: T) => void,
	) {}

	get all(): T[] {
		return [...this.byId.values()];
	}

	get(id: string): T | undefined {
		return this.byId.get(id);
	}

	add(id: string, record: T): void {
		this.byId.set(id, record);
		for (const [oldId, old] of this.byId) {
			if (this.byId.size <= this.most) return;
			if (this.isOver(old)) this.forget(oldId, old);
		}
	}

	/** Forgets all records, finished or not. */
	clear(): void {
		for (const [id, record] of this.byId) this.forget(id, record);
	}

	private forget(id: string, record: T): void {
		this.byId.delete(id);
		this.discard(record);
	}
}
