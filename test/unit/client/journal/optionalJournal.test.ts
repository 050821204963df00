import { TagPdfError } from '../../../../nodes/client/errors';
import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Journal, OptionalJournal, type SeenStore } from '../../../../nodes/client/journal';
import { errorOf } from '../../support/errorOf';
import { MemoryStore, NO_STORE } from '../../support/memoryStore';

const isSpent = () => false;
const entry = { document: 'd', generation: 1 };

function open(store: SeenStore, again = false) {
	const lines: string[] = [];
	const journal = new Journal(store, PRODUCT_LIMITS.submission, () => 0);
	return { lines, journal: new OptionalJournal(journal, again, (line) => lines.push(line)) };
}

test('is the journal where its store answers', async () => {
	const store = new MemoryStore();
	const { journal, lines } = open(store);
	expect(await journal.open('d', isSpent)).toEqual({ generation: 1, state: 'fresh' });
	expect(await journal.since(entry)).toBe('1970-01-01');
	await journal.close({ delivered: [entry] });
	expect(await journal.open('d', isSpent)).toEqual({ generation: 2, state: 'fresh' });
	await journal.close({ failed: [{ document: 'd', generation: 2 }] });
	expect(await journal.open('d', isSpent)).toEqual({ generation: 3, state: 'fresh' });
	expect(await journal.open('d', (generation) => generation === 3)).toMatchObject({
		generation: 4,
	});
	expect(lines).toEqual([]);
});

test('asks for what was delivered last in a manual retry', async () => {
	const store = new MemoryStore(['d 1 started']);
	expect(await open(store, true).journal.open('d', isSpent)).toMatchObject({ state: 'delivered' });
	expect(await open(store).journal.open('d', isSpent)).toMatchObject({ generation: 2 });
});

test('is none where the store does not answer: one line in the log, and nobody is asked again', async () => {
	let asked = 0;
	const store: SeenStore = {
		...NO_STORE,
		record: async () => {
			asked += 1;
			return await Promise.reject(new Error('no row'));
		},
	};
	const { journal, lines } = open(store);
	expect(await journal.open('d', isSpent)).toBeUndefined();
	expect(await journal.open('e', isSpent)).toBeUndefined();
	expect(asked).toBe(1);
	await journal.close({ delivered: [entry] });
	expect(await journal.since(entry)).toBeUndefined();
	expect(lines).toEqual([
		"n8n's deduplication store does not answer, so documents are paid for once per execution: Error: no row",
	]);
});

test('closes what it has opened although the store failed since', async () => {
	const store = new MemoryStore();
	let fails = false;
	const { journal } = open({
		record: async (keys) => {
			if (fails) throw new Error('no row');
			return await store.record(keys);
		},
		remove: async (keys) => await store.remove(keys),
	});
	await journal.open('d', isSpent);
	fails = true;
	await journal.open('e', isSpent);
	await journal.close({ delivered: [entry] });
	expect(store.row).toEqual(['d 1 started']);
});

test('closes as many delivered documents as failed ones', async () => {
	const store = new MemoryStore();
	const { journal } = open(store);
	await journal.open('d', isSpent);
	await journal.open('e', isSpent);
	await journal.close({ delivered: [entry], failed: [{ document: 'e', generation: 1 }] });
	expect(store.row).toEqual(['d 1 started', 'e 1 started', 'e 1 unfinished', 'e 1 1970-01-01']);
});

test.each([
	['close', async (journal: OptionalJournal) => await journal.close({ delivered: [entry] })],
	['since', async (journal: OptionalJournal) => await journal.since(entry)],
] as const)('says so where it is %s that gets no answer first', async (_, ask) => {
	const { journal, lines } = open(NO_STORE);
	expect(await ask(journal)).toBeUndefined();
	expect(lines).toEqual([expect.stringContaining('Error: no row')]);
	expect(await journal.open('d', isSpent)).toBeUndefined();
	expect(lines).toHaveLength(1);
});

test('has nothing to close: no call', async () => {
	const { journal, lines } = open(NO_STORE);
	await journal.close({});
	await journal.close({ delivered: [], failed: [] });
	expect(lines).toEqual([]);
});

test('passes on that a document has failed too often', async () => {
	const row = [1, 2, 3].flatMap((n) => [`d ${n} started`, `d ${n} unfinished`]);
	const { journal, lines } = open(new MemoryStore(row));
	const error = await errorOf(() => journal.open('d', isSpent));
	expect(error).toMatchObject({ code: 'FAILED_REPEATEDLY' });
	expect(lines).toEqual([]);
	expect(new TagPdfError('FAILED_REPEATEDLY')).toBeInstanceOf(Error);
});
