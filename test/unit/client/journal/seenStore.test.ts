import { GroupedStore, type SeenStore } from '../../../../nodes/client/journal';
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
	const grouped = new GroupedStore(store);
	const answers = await Promise.all([grouped.record(['a', 'b']), grouped.record(['c'])]);
	expect(store.calls).toEqual([['record', ['a', 'b', 'c']]]);
	expect(answers.map((known) => known.has('b'))).toEqual([true, true]);
	expect(answers[1].has('c')).toBe(false);
	expect(store.row).toEqual(['b', 'a', 'c']);
});

test('what comes during a call goes with the next one, removals first', async () => {
	const store = new SlowStore();
	const grouped = new GroupedStore(store);
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
	expect((await Promise.all(all)).map((known) => [...known])).toEqual([[], ['known'], ['known']]);

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
	const grouped = new GroupedStore(failing);
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
	await new GroupedStore(store).remove(['a']);
	await new Promise(setImmediate);
	expect(store.calls).toEqual([['remove', ['a']]]);
});

test('nothing to remove is no call', async () => {
	const store = new MemoryStore();
	await new GroupedStore(store).remove([]);
	expect(store.calls).toEqual([]);
});
