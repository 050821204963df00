import { TagPdfError } from '../../../../nodes/client/errors';
import {
	Journal,
	StoreGroup,
	type FoundAttempt,
	type SeenStore,
} from '../../../../nodes/client/journal';
import { MemoryStore, NO_STORE } from '../../support/memoryStore';
import { VirtualClock } from '../../support/virtualClock';

const MAX_FAILURES = 3;
const SENT = ['started', 'undelivered', 'usable'];

/** The journal's data about the first attempt at a new document. */
const firstOf = (more: Partial<FoundAttempt> = {}): FoundAttempt => ({
	attempt: 1,
	state: 'new',
	isOfOtherContent: false,
	previous: undefined,
	failures: 0,
	...more,
});

describe('Journal', () => {
	let store: MemoryStore;
	let journal: Journal;
	let lines: string[];

	beforeEach(() => {
		store = new MemoryStore();
		journalOver(store);
	});

	function journalOver(own: SeenStore): void {
		lines = [];
		journal = new Journal(own, MAX_FAILURES, (line) => lines.push(line));
	}

	type Sought = Parameters<Journal['open']>[0];
	type Choice = ReturnType<Parameters<Journal['open']>[1]>;
	const open = async (sought: Partial<Sought> = {}, choice: Choice = 'found') =>
		await journal.open({ document: 'd', ...sought }, () => choice);
	const entry = (attempt: number) => ({ document: 'd', attempt });
	const deliver = async (attempt: number) =>
		await journal.recordEnds([[entry(attempt), 'delivered']]);
	const fail = async (attempt: number) => await journal.recordEnds([[entry(attempt), 'failed']]);
	/** Opens and ends the document this way, `count` times. */
	const times = async (count: number, end: (attempt: number) => Promise<void>) => {
		for (let time = 1; time <= count; time += 1) await end((await open())?.attempt ?? 0);
	};
	/** The marks of an attempt. */
	const marksOf = (attempt: number) =>
		store.row
			.filter((mark) => mark.startsWith(`d ${attempt} `))
			.map((mark) => mark.split(' ').slice(2).join(' '));

	it('writes a new document down with one call', async () => {
		expect(await open()).toEqual(firstOf());
		expect(store.calls.filter(([, keys]) => keys.length > 0)).toEqual([
			['record', ['d 1 started', 'd 1 undelivered', 'd 1 usable']],
		]);
	});

	it('takes up what was not delivered, as often as it comes by', async () => {
		await open();
		const { row } = store;
		for (let time = 0; time < 3; time += 1) {
			expect(await open()).toEqual(firstOf({ state: 'sent' }));
		}
		expect(store.row).toEqual(row);
	});

	it('begins the next attempt once one was delivered, and keeps one mark of that', async () => {
		await times(1, deliver);
		expect(store.row).toEqual(['d 1 started']);
		expect(await open()).toEqual(firstOf({ attempt: 2, previous: 'delivered' }));
		expect(marksOf(2)).toEqual(SENT);
	});

	it.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33])(
		'finds the one after %d that were delivered, and leaves no mark of the search',
		async (count) => {
			await times(count, deliver);
			const { row } = store;
			store.calls.length = 0;
			expect(await open()).toMatchObject({ attempt: count + 1, state: 'new' });
			const looks = store.calls.filter(([what]) => what === 'record');
			expect(looks.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count + 2)) + 1);
			expect(await open()).toMatchObject({ attempt: count + 1, state: 'sent' });
			await deliver(count + 1);
			expect(store.row).toEqual([...row, `d ${count + 1} started`]);
		},
	);

	it('takes up the first one that is not over, whatever stands behind it', async () => {
		await times(2, deliver);
		// A lookup that was killed leaves its marks behind.
		store.row = [...store.row, ...SENT.map((mark) => `d 4 ${mark}`)];
		expect(await open()).toMatchObject({ attempt: 3, state: 'new' });
	});

	it('keeps documents apart', async () => {
		await times(1, deliver);
		expect(await open({ document: 'e' })).toEqual(firstOf());
	});

	describe('after failed jobs', () => {
		it('begins the next attempt, and counts the failed ones', async () => {
			await times(1, fail);
			expect(await open()).toEqual(firstOf({ attempt: 2, previous: 'failed', failures: 1 }));
			expect(await open()).toMatchObject({ attempt: 2, state: 'sent' });
		});

		it('counts no further than anybody asks', async () => {
			await times(5, fail);
			expect(await open({}, 'none')).toMatchObject({ attempt: 6, failures: MAX_FAILURES });
		});

		it('counts only those since the last delivery', async () => {
			await times(2, fail);
			await times(1, deliver);
			await times(2, fail);
			expect(await open({}, 'none')).toMatchObject({ attempt: 6, failures: 2 });
		});

		it('takes up an attempt that is under way, however many have failed before', async () => {
			await times(3, fail);
			await open();
			expect(await open()).toMatchObject({ attempt: 4, state: 'sent' });
		});
	});

	describe('when the caller chooses', () => {
		it.each<[Choice, string]>([
			['none', 'none'],
			['previous', 'the one before'],
		])('%s: nothing is written (%s)', async (choice) => {
			await times(3, deliver);
			const { row } = store;
			expect(await open({}, choice)).toMatchObject({ attempt: 4, previous: 'delivered' });
			expect(store.row).toEqual(row);
		});

		it('to throw, passes that on, and writes nothing', async () => {
			await times(2, fail);
			const { row } = store;
			const refusal = new TagPdfError('FAILED_REPEATEDLY', { attempts: 2 });
			const refusing = journal.open({ document: 'd' }, () => {
				throw refusal;
			});
			await expect(refusing).rejects.toBe(refusal);
			expect(store.row).toEqual(row);
			expect(lines).toEqual([]);
			expect(await open()).toMatchObject({ attempt: 3 });
		});

		it('is told the same as the caller is', async () => {
			await times(1, fail);
			const told: FoundAttempt[] = [];
			const found = await journal.open({ document: 'd' }, (each) => {
				told.push(each);
				return 'found';
			});
			expect(told).toEqual([found]);
		});
	});

	describe('for one that the execution has left', () => {
		it('goes past it, although the store does not know', async () => {
			await open();
			expect(await open({ firstAttempt: 2 })).toMatchObject({ attempt: 2, state: 'new' });
			expect([marksOf(1), marksOf(2)]).toEqual([SENT, SENT]);
		});

		it('goes past it, although the store has dropped it', async () => {
			expect(await open({ firstAttempt: 2 })).toMatchObject({ attempt: 2, state: 'new' });
			expect([marksOf(1), marksOf(2)]).toEqual([['started', 'undelivered'], SENT]);
		});

		it('leads a later run, which knows nothing of it, to the same attempt', async () => {
			await open({ firstAttempt: 3 });
			expect(await open()).toMatchObject({ attempt: 3, state: 'sent' });
		});

		it('leaves no trace of a lookup that writes nothing down', async () => {
			await open({ firstAttempt: 2 }, 'none');
			expect(store.row).toEqual([]);
		});

		it('goes past it, and past what the store knows to be over', async () => {
			await times(3, deliver);
			expect(await open({ firstAttempt: 2 })).toMatchObject({ attempt: 4, state: 'new' });
		});
	});

	describe("under a key of the user's own", () => {
		it('keeps whose key it is, last of all', async () => {
			expect(await open({ content: 'c' })).toEqual(firstOf());
			expect(marksOf(1)).toEqual([...SENT, 'content c']);
		});

		it('tells another document from the same one, and leaves no mark of it', async () => {
			await open({ content: 'c' });
			expect(await open({ content: 'c' })).toMatchObject({
				state: 'sent',
				isOfOtherContent: false,
			});
			const { row } = store;
			expect(await open({ content: 'other' }, 'none')).toMatchObject({
				state: 'sent',
				isOfOtherContent: true,
			});
			expect(store.row).toEqual(row);
		});

		it('knows the other document after its delivery, too', async () => {
			await open({ content: 'c' });
			const own = { ...entry(1), content: 'c', isReusable: true };
			await journal.recordEnds([[own, 'delivered']]);
			expect(await open({ content: 'c' })).toMatchObject({
				state: 'sent',
				isOfOtherContent: false,
			});
			expect(await open({ content: 'other' }, 'none')).toMatchObject({ isOfOtherContent: true });
		});

		it('leaves the key to the next attempt of any document', async () => {
			await open({ content: 'c' });
			await journal.recordEnds([[{ ...entry(1), content: 'c' }, 'failed']]);
			expect(await open({ content: 'other' })).toMatchObject({
				attempt: 2,
				state: 'new',
				isOfOtherContent: false,
			});
		});
	});

	describe('over a full row', () => {
		it('goes back to the key of what was dropped', async () => {
			await times(3, deliver);
			store.row = [];
			expect(await open()).toEqual(firstOf());
		});

		it.each([1, 2])('takes up one of which the oldest %d marks were dropped', async (dropped) => {
			await open();
			store.row = store.row.slice(dropped);
			const { row } = store;
			expect(await open()).toMatchObject({ attempt: 1, state: 'sent' });
			// A late mark would outlive the others and would wrongly report a delivery.
			expect(store.row).toEqual(row);
		});

		it('knows whose key it is as long as it is in use', async () => {
			await open({ content: 'c' });
			store.row = store.row.slice(2);
			expect(await open({ content: 'c' })).toMatchObject({
				state: 'sent',
				isOfOtherContent: false,
			});
			expect(await open({ content: 'other' }, 'none')).toMatchObject({ isOfOtherContent: true });
		});
	});

	describe('recordEnds', () => {
		it('removes the marks of what has ended alone', async () => {
			await deliver(1);
			await fail(2);
			await journal.recordEnds([[entry(3), 'new']]);
			expect(store.calls).toEqual([
				['remove', ['d 1 undelivered', 'd 1 usable']],
				['remove', ['d 2 usable']],
				['remove', ['d 3 started', 'd 3 undelivered', 'd 3 usable']],
			]);
		});

		it('writes down any number of documents with one call', async () => {
			for (const document of ['a', 'b', 'c']) await open({ document });
			store.calls.length = 0;
			const of = (document: string) => ({ document, attempt: 1 });
			await journal.recordEnds([
				[of('a'), 'delivered'],
				[of('b'), 'failed'],
				[of('c'), 'new'],
			]);
			expect(store.calls.map(([what]) => what)).toEqual(['remove']);
			expect(store.row).toEqual(['a 1 started', 'b 1 started', 'b 1 undelivered']);
		});

		it('leaves nothing of a document that was refused', async () => {
			await open({ content: 'c' });
			await journal.recordEnds([[{ ...entry(1), content: 'c', isReusable: true }, 'new']]);
			expect(store.row).toEqual([]);
			expect(await open()).toEqual(firstOf());
		});

		it('has nothing to write down: no call', async () => {
			await journal.recordEnds([]);
			expect(store.calls).toEqual([]);
		});
	});

	describe('reopen', () => {
		it.each([
			['delivered', {}, false],
			['delivered, and reusable', { content: 'c' }, true],
		])('lets later runs find what was %s as sent', async (_how, content, isReusable) => {
			const own = { ...entry(1), ...content, isReusable };
			await open(content);
			await journal.recordEnds([[own, 'delivered']]);
			await journal.reopen([own]);
			expect(await open(content)).toEqual(firstOf({ state: 'sent' }));
			expect(marksOf(1)).toEqual(expect.arrayContaining(SENT));
		});

		it('has nothing to reopen: no call', async () => {
			await journal.reopen([]);
			expect(store.calls).toEqual([]);
		});
	});

	describe('where the store does not answer', () => {
		const OF_NO_ROW =
			"n8n's deduplication store does not answer, so documents are paid for once per execution: Error: no row";

		it('falls silent: one line in the log, and nobody is asked to open again', async () => {
			let asked = 0;
			journalOver({
				...NO_STORE,
				record: async () => {
					asked += 1;
					return await Promise.reject(new Error('no row'));
				},
			});
			expect(await open()).toBeUndefined();
			expect(await open({ document: 'e' })).toBeUndefined();
			expect(asked).toBe(1);
			await deliver(1);
			await journal.reopen([entry(1)]);
			expect(lines).toEqual([OF_NO_ROW]);
		});

		it.each<[string, () => Promise<unknown>]>([
			['end', async () => await deliver(1)],
			['reopen', async () => await journal.reopen([entry(1)])],
		])('says so where it is %s that gets no answer first', async (_what, ask) => {
			journalOver(NO_STORE);
			expect(await ask()).toBeUndefined();
			expect(lines).toEqual([OF_NO_ROW]);
			expect(await open()).toBeUndefined();
			expect(lines).toHaveLength(1);
		});

		it('still closes what it has opened before', async () => {
			let fails = false;
			journalOver({
				record: async (keys) => {
					if (fails) throw new Error('no row');
					return await store.record(keys);
				},
				remove: async (keys) => await store.remove(keys),
			});
			await open();
			fails = true;
			expect(await open({ document: 'e' })).toBeUndefined();
			await deliver(1);
			expect(store.row).toEqual(['d 1 started']);
		});

		it('writes down as sent what it only looked at if the store is lost meanwhile', async () => {
			journalOver({
				record: async (keys) => await store.record(keys),
				remove: async () => await Promise.reject(new Error('no row')),
			});
			expect(await open({}, 'none')).toBeUndefined();
			expect(marksOf(1)).toEqual(SENT);
		});

		it('goes on without a store that hangs, after its timeout, and asks it no more', async () => {
			const clock = new VirtualClock();
			const never = async () => await new Promise<never>(() => undefined);
			journalOver(new StoreGroup(clock, 10_000).join({ record: never, remove: never }));
			const began = clock.now();
			expect(await open()).toBeUndefined();
			expect(await open({ document: 'e' })).toBeUndefined();
			expect(clock.now() - began).toBe(10_000);
			await deliver(1);
			expect(lines).toEqual([expect.stringContaining('no answer within 10 seconds')]);
		});
	});
});
