import { StoreGroup, type SeenStore } from '../../../../nodes/client/journal';
import { MemoryStore } from '../../support/memoryStore';

/** A store whose calls wait until they are let go, one at a time. */
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

test('documents that come together go with one call, and each is told what was known', async () => {
	const store = new MemoryStore(['b']);
	const grouped = new StoreGroup().member(store);
	const answers = await Promise.all([grouped.record(['a', 'b']), grouped.record(['c'])]);
	expect(store.calls).toEqual([['record', ['a', 'b', 'c']]]);
	expect(answers.map((known) => [...known])).toEqual([['b'], []]);
	expect(store.row).toEqual(['b', 'a', 'c']);
});

test('of those who come together with the same key, the later know it from the first', async () => {
	const store = new MemoryStore();
	const grouped = new StoreGroup().member(store);
	const all = [
		['a', 'one'],
		['a', 'two'],
		['b', 'one'],
	].map(async (keys) => await grouped.record(keys));
	expect((await Promise.all(all)).map((known) => [...known])).toEqual([[], ['a'], ['one']]);
	expect(store.calls).toEqual([['record', ['a', 'one', 'two', 'b']]]);
});

test('a key that several remove is removed with one call', async () => {
	const store = new MemoryStore(['a', 'b']);
	const grouped = new StoreGroup().member(store);
	await Promise.all([grouped.remove(['a']), grouped.remove(['a', 'b'])]);
	expect(store.calls).toEqual([['remove', ['a', 'b']]]);
	expect(store.row).toEqual([]);
});

test('one of those who go together carries the call of all, by its own way to the store', async () => {
	const [first, second] = [new MemoryStore(['b']), new MemoryStore()];
	const group = new StoreGroup();
	const both = [group.member(first).record(['a']), group.member(second).record(['b'])];
	expect((await Promise.all(both)).map((known) => [...known])).toEqual([[], ['b']]);
	expect(await group.member(second).record(['b'])).toEqual(new Set());
	expect([first.calls, second.calls]).toEqual([[['record', ['a', 'b']]], [['record', ['b']]]]);
});

test('what comes during a call goes with the next one, removals first', async () => {
	const store = new SlowStore();
	const grouped = new StoreGroup().member(store);
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

test('a call that fails fails for those that went with it alone', async () => {
	const store = new MemoryStore();
	const failure = new Error('no row');
	const failing: SeenStore = {
		record: async () => await Promise.reject(failure),
		remove: async (keys) => {
			await store.remove(keys);
		},
	};
	const grouped = new StoreGroup().member(failing);
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
	await new StoreGroup().member(store).remove(['a']);
	await new Promise(setImmediate);
	expect(store.calls).toEqual([['remove', ['a']]]);
});

test('nothing to remove is no call', async () => {
	const store = new MemoryStore();
	await new StoreGroup().member(store).remove([]);
	expect(store.calls).toEqual([]);
});
