import type { Clock } from '../runtime';

/** A persistent set of keys. A lookup only tells whether a key is in it. */
export interface SeenStore {
	/** Adds the keys. @returns the keys that it already had */
	record(keys: readonly string[]): Promise<ReadonlySet<string>>;
	remove(keys: readonly string[]): Promise<void>;
}

interface WaitingCall {
	store: SeenStore;
	keys: readonly string[];
	resolve: (known: ReadonlySet<string>) => void;
	reject: (reason: unknown) => void;
}

/** Serializes the calls of a store. Requests that arrive during a call share the next one. */
export class StoreGroup {
	private waiting: Record<'record' | 'remove', WaitingCall[]> = { record: [], remove: [] };
	private isWorking = false;

	/** @param timeoutMs after which a call counts as failed, so that a hanging store blocks nobody */
	constructor(
		private readonly clock: Pick<Clock, 'sleep'>,
		private readonly timeoutMs: number,
	) {}

	/** A view of `store` that batches its calls with the calls of the other members. */
	join(store: SeenStore): SeenStore {
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
			if (!this.isWorking) void this.work();
		});
	}

	private async work(): Promise<void> {
		this.isWorking = true;
		// Requests of the same turn share a call.
		await Promise.resolve();
		while (this.waiting.record.length > 0 || this.waiting.remove.length > 0) {
			const { record, remove } = this.waiting;
			this.waiting = { record: [], remove: [] };
			await callForAll(remove, async (store, keys) => {
				await this.applyTimeout(store.remove(keys));
				return new Set();
			});
			await callForAll(record, async (store, keys) => await this.applyTimeout(store.record(keys)));
		}
		this.isWorking = false;
	}

	private async applyTimeout<T>(call: Promise<T>): Promise<T> {
		const answered = new AbortController();
		const timeout = this.clock.sleep(this.timeoutMs, answered.signal).then((): never => {
			throw new Error(`no answer within ${this.timeoutMs / 1000} seconds`);
		});
		try {
			return await Promise.race([call, timeout]);
		} finally {
			answered.abort();
		}
	}
}

async function callForAll(
	waiting: readonly WaitingCall[],
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
