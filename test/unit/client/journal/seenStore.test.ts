import { StoreGroup, type SeenStore } from '../../../../nodes/client/journal';
import { MemoryStore } from '../../support/memoryStore';
import { VirtualClock } from '../../support/virtualClock';

const TIMEOUT_MS = 10_000;
const groupOf = (clock = new StillClock()) => new StoreGroup(clock, TIMEOUT_MS);

/** A clock that stands still, so no call times out. */
class StillClock {
	async sleep(_ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
	}
}

/** A store whose calls wait until the test releases them, one at a time. */
class SlowStore implements SeenStore {
	readonly calls: string[] = [];
	private readonly waiting: Array<() => void> = [];

	async record(keys: readonly string[]): Promise<ReadonlySet<string>> {
		await this.call(`record ${keys.join()}`);
		return new Set(keys.filter((key) => key === 'known'));
	}

	async remove(keys: readonly string[]): Promise<void> {
		await this.call(`remove ${keys.join()}`);
	}

	async letGo(): Promise<void> {
		await new Promise(setImmediate);
		const next = this.waiting.shift();
		if (next) next();
		await new Promise(setImmediate);
	}

	private async call(what: string): Promise<void> {
		this.calls.push(what);
		await new Promise<void>((resolve) => this.waiting.push(resolve));
	}
}

test('documents that come together share one call, and each gets its own answer', async () => {
	const store = new MemoryStore(['b']);
	const grouped = groupOf().join(store);
	const answers = await Promise.all([grouped.record(['a', 'b']), grouped.record(['c'])]);
	expect(store.calls).toEqual([['record', ['a', 'b', 'c']]]);
	expect(answers.map((known) => [...known])).toEqual([['b'], []]);
	expect(store.row).toEqual(['b', 'a', 'c']);
});

test('of concurrent callers with one key, the later ones see the key of the first', async () => {
	const store = new MemoryStore();
	const grouped = groupOf().join(store);
	const all = [
		['a', 'one'],
		['a', 'two'],
		['b', 'one'],
	].map(async (keys) => await grouped.record(keys));
	expect((await Promise.all(all)).map((known) => [...known])).toEqual([[], ['a'], ['one']]);
	expect(store.calls).toEqual([['record', ['a', 'one', 'two', 'b']]]);
});

test('a key that several callers remove is removed with one call', async () => {
	const store = new MemoryStore(['a', 'b']);
	const grouped = groupOf().join(store);
	await Promise.all([grouped.remove(['a']), grouped.remove(['a', 'b'])]);
	expect(store.calls).toEqual([['remove', ['a', 'b']]]);
	expect(store.row).toEqual([]);
});

test('one member of a group makes the call for all, with its own store', async () => {
	const [first, second] = [new MemoryStore(['b']), new MemoryStore()];
	const group = groupOf();
	const both = [group.join(first).record(['a']), group.join(second).record(['b'])];
	expect((await Promise.all(both)).map((known) => [...known])).toEqual([[], ['b']]);
	expect(await group.join(second).record(['b'])).toEqual(new Set());
	expect([first.calls, second.calls]).toEqual([[['record', ['a', 'b']]], [['record', ['b']]]]);
});

test('requests during a call share the next one, removals first', async () => {
	const store = new SlowStore();
	const grouped = groupOf().join(store);
	const all = [grouped.record(['a'])];
	await new Promise(setImmediate);
	all.push(grouped.record(['b']), grouped.record(['known']));
	const removed = Promise.all([grouped.remove(['x']), grouped.remove(['y'])]);
	await new Promise(setImmediate);
	expect(store.calls).toEqual(['record a']);
	await store.letGo();
	expect(store.calls).toEqual(['record a', 'remove x,y']);
	await store.letGo();
	await removed;
	expect(store.calls).toEqual(['record a', 'remove x,y', 'record b,known']);
	await store.letGo();
	expect((await Promise.all(all)).map((known) => [...known])).toEqual([[], [], ['known']]);

	const later = grouped.record(['c']);
	await store.letGo();
	await later;
	expect(store.calls.at(-1)).toBe('record c');
});

test('a failed call fails only for its own members', async () => {
	const store = new MemoryStore();
	const failure = new Error('no row');
	const failing: SeenStore = {
		record: async () => await Promise.reject(failure),
		remove: async (keys) => {
			await store.remove(keys);
		},
	};
	const grouped = groupOf().join(failing);
	const both = await Promise.allSettled([grouped.record(['a']), grouped.record(['b'])]);
	expect(both).toEqual([
		{ status: 'rejected', reason: failure },
		{ status: 'rejected', reason: failure },
	]);
	await expect(grouped.remove(['a'])).resolves.toBeUndefined();
	await expect(grouped.record(['a'])).rejects.toBe(failure);
});

test('a removal alone records nothing', async () => {
	const store = new MemoryStore();
	await groupOf().join(store).remove(['a']);
	await new Promise(setImmediate);
	expect(store.calls).toEqual([['remove', ['a']]]);
});

test('makes no call if there is nothing to remove', async () => {
	const store = new MemoryStore();
	await groupOf().join(store).remove([]);
	expect(store.calls).toEqual([]);
});

describe('a store that never answers', () => {
	const never = async () => await new Promise<never>(() => undefined);
	const hanging: SeenStore = { record: never, remove: never };
	let clock: VirtualClock;
	let group: StoreGroup;

	beforeEach(() => {
		clock = new VirtualClock();
		group = groupOf(clock);
	});

	it.each([
		['record', async (store: SeenStore) => await store.record(['a'])],
		['remove', async (store: SeenStore) => await store.remove(['a'])],
	] as const)('fails a call of %s in the end', async (_what, ask) => {
		const began = clock.now();
		await expect(ask(group.join(hanging))).rejects.toThrow('no answer within 10 seconds');
		expect(clock.now() - began).toBe(TIMEOUT_MS);
	});

	it('does not delay others after the timeout', async () => {
		const store = new MemoryStore(['b']);
		const began = clock.now();
		const first = Promise.allSettled([group.join(hanging).record(['a'])]);
		await clock.sleep(1_000);
		const others = [group.join(store).record(['b']), group.join(store).remove(['c'])];
		expect(await first).toMatchObject([{ status: 'rejected' }]);
		await Promise.all(others);
		expect(clock.now() - began).toBe(TIMEOUT_MS);
		expect(await group.join(store).record(['b'])).toEqual(new Set(['b']));
		expect(clock.now() - began).toBe(TIMEOUT_MS);
	});

	it('leaves no timeout behind after a call', async () => {
		const store = new MemoryStore();
		await group.join(store).record(['a']);
		await group.join(store).remove(['a']);
		const refusing: SeenStore = {
			...hanging,
			record: async () => await Promise.reject(new Error('no row')),
		};
		await expect(group.join(refusing).record(['a'])).rejects.toThrow('no row');
		expect(clock.pending).toBe(0);
	});

	it('tolerates a late answer', async () => {
		const late: SeenStore = {
			record: async () => {
				await clock.sleep(2 * TIMEOUT_MS);
				throw new Error('too late');
			},
			remove: never,
		};
		await expect(group.join(late).record(['a'])).rejects.toThrow('no answer');
		await clock.sleep(2 * TIMEOUT_MS);
		expect(clock.pending).toBe(0);
	});
});

test('a call that throws fails for its callers and blocks nobody', async () => {
	const throwing: SeenStore = {
		record: () => {
			throw new Error('no row');
		},
		remove: () => {
			throw new Error('no row');
		},
	};
	const group = groupOf();
	await expect(group.join(throwing).record(['a'])).rejects.toThrow('no row');
	await expect(group.join(throwing).remove(['a'])).rejects.toThrow('no row');
	expect(await group.join(new MemoryStore(['a'])).record(['a'])).toEqual(new Set(['a']));
});
