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
	const open = async (sought: Partial<Sought> = {}, maySend = true) =>
		await journal.open({ document: 'd', ...sought }, () => maySend);
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

	it('records a new document with one call', async () => {
		expect(await open()).toEqual(firstOf());
		expect(store.calls.filter(([, keys]) => keys.length > 0)).toEqual([
			['record', ['d 1 started', 'd 1 undelivered', 'd 1 usable']],
		]);
	});

	it('resumes an undelivered document every time', async () => {
		await open();
		const { row } = store;
		for (let time = 0; time < 3; time += 1) {
			expect(await open()).toEqual(firstOf({ state: 'sent' }));
		}
		expect(store.row).toEqual(row);
	});

	it('starts the next attempt after a delivery, and keeps one mark of the delivery', async () => {
		await times(1, deliver);
		expect(store.row).toEqual(['d 1 started']);
		expect(await open()).toEqual(firstOf({ attempt: 2, previous: 'delivered' }));
		expect(marksOf(2)).toEqual(SENT);
	});

	it.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33])(
		'finds the attempt after %d delivered ones, and leaves no marks of the search',
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

	it('starts the next attempt, and removes marks of a later one that an interrupted lookup left', async () => {
		await times(2, deliver);
		store.row = [...store.row, ...SENT.map((mark) => `d 4 ${mark}`)];
		expect(await open()).toMatchObject({ attempt: 3, state: 'new' });
		expect(marksOf(3)).toEqual(SENT);
		expect(marksOf(4)).toEqual([]);
	});

	it('keeps documents apart', async () => {
		await times(1, deliver);
		expect(await open({ document: 'e' })).toEqual(firstOf());
	});

	describe('after failed jobs', () => {
		it('starts the next attempt, and counts the failed ones', async () => {
			await times(1, fail);
			expect(await open()).toEqual(firstOf({ attempt: 2, previous: 'failed', failures: 1 }));
			expect(await open()).toMatchObject({ attempt: 2, state: 'sent' });
		});

		it('stops counting at the limit', async () => {
			await times(5, fail);
			expect(await open({}, false)).toMatchObject({ attempt: 6, failures: MAX_FAILURES });
		});

		it('counts only those since the last delivery', async () => {
			await times(2, fail);
			await times(1, deliver);
			await times(2, fail);
			expect(await open({}, false)).toMatchObject({ attempt: 6, failures: 2 });
		});

		it('resumes a pending attempt, however many failed before', async () => {
			await times(3, fail);
			await open();
			expect(await open()).toMatchObject({ attempt: 4, state: 'sent' });
		});
	});

	describe('when the caller chooses', () => {
		it('not to send the attempt, it writes nothing', async () => {
			await times(3, deliver);
			const { row } = store;
			expect(await open({}, false)).toMatchObject({ attempt: 4, previous: 'delivered' });
			expect(store.row).toEqual(row);
		});

		it('to throw, it passes the exception on and writes nothing', async () => {
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

		it('shows the caller the same facts', async () => {
			await times(1, fail);
			const told: FoundAttempt[] = [];
			const found = await journal.open({ document: 'd' }, (each) => {
				told.push(each);
				return true;
			});
			expect(told).toEqual([found]);
		});
	});

	describe('for an attempt that the execution has finished', () => {
		it('skips it, although the store does not know', async () => {
			await open();
			expect(await open({ firstAttempt: 2 })).toMatchObject({ attempt: 2, state: 'new' });
			expect([marksOf(1), marksOf(2)]).toEqual([SENT, SENT]);
		});

		it('skips it, although the store has dropped it', async () => {
			expect(await open({ firstAttempt: 2 })).toMatchObject({ attempt: 2, state: 'new' });
			expect([marksOf(1), marksOf(2)]).toEqual([['started', 'undelivered'], SENT]);
		});

		it('leads a later run to the same attempt', async () => {
			await open({ firstAttempt: 3 });
			expect(await open()).toMatchObject({ attempt: 3, state: 'sent' });
		});

		it('rolls back a lookup that records nothing', async () => {
			await open({ firstAttempt: 2 }, false);
			expect(store.row).toEqual([]);
		});

		it('skips it and all attempts that the store knows as finished', async () => {
			await times(3, deliver);
			expect(await open({ firstAttempt: 2 })).toMatchObject({ attempt: 4, state: 'new' });
		});
	});

	describe("under a key of the user's own", () => {
		it('records the owner of the key last', async () => {
			expect(await open({ content: 'c' })).toEqual(firstOf());
			expect(marksOf(1)).toEqual([...SENT, 'content c']);
		});

		it('distinguishes another document from the owner, and leaves no mark of it', async () => {
			await open({ content: 'c' });
			expect(await open({ content: 'c' })).toMatchObject({
				state: 'sent',
				isOfOtherContent: false,
			});
			const { row } = store;
			expect(await open({ content: 'other' }, false)).toMatchObject({
				state: 'sent',
				isOfOtherContent: true,
			});
			expect(store.row).toEqual(row);
		});

		it('recognizes another document after the delivery, too', async () => {
			await open({ content: 'c' });
			const own = { ...entry(1), content: 'c', isReusable: true };
			await journal.recordEnds([[own, 'delivered']]);
			expect(await open({ content: 'c' })).toMatchObject({
				state: 'sent',
				isOfOtherContent: false,
			});
			expect(await open({ content: 'other' }, false)).toMatchObject({ isOfOtherContent: true });
		});

		it('releases the key for the next attempt of any document', async () => {
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
		it('returns to the key of a dropped attempt', async () => {
			await times(3, deliver);
			store.row = [];
			expect(await open()).toEqual(firstOf());
		});

		it.each([1, 2])('resumes an attempt without its oldest %d marks', async (dropped) => {
			await open();
			store.row = store.row.slice(dropped);
			const { row } = store;
			expect(await open()).toMatchObject({ attempt: 1, state: 'sent' });
			// A late mark would outlive the others and would wrongly report a delivery.
			expect(store.row).toEqual(row);
		});

		it('knows the owner of a key while it is in use', async () => {
			await open({ content: 'c' });
			store.row = store.row.slice(2);
			expect(await open({ content: 'c' })).toMatchObject({
				state: 'sent',
				isOfOtherContent: false,
			});
			expect(await open({ content: 'other' }, false)).toMatchObject({ isOfOtherContent: true });
		});
	});

	describe('recordEnds', () => {
		it('removes only the marks of finished attempts', async () => {
			await deliver(1);
			await fail(2);
			await journal.recordEnds([[entry(3), 'new']]);
			expect(store.calls).toEqual([
				['remove', ['d 1 undelivered', 'd 1 usable']],
				['remove', ['d 2 usable']],
				['remove', ['d 3 started', 'd 3 undelivered', 'd 3 usable']],
			]);
		});

		it('records any number of documents with one call', async () => {
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

		it('leaves no mark of a refused document', async () => {
			await open({ content: 'c' });
			await journal.recordEnds([[{ ...entry(1), content: 'c', isReusable: true }, 'new']]);
			expect(store.row).toEqual([]);
			expect(await open()).toEqual(firstOf());
		});

		it('makes no call if there is nothing to record', async () => {
			await journal.recordEnds([]);
			expect(store.calls).toEqual([]);
		});
	});

	describe('reopen', () => {
		it.each([
			['delivered', {}, false],
			['delivered, and reusable', { content: 'c' }, true],
		])('lets later runs find an attempt that was %s as sent', async (_how, content, isReusable) => {
			const own = { ...entry(1), ...content, isReusable };
			await open(content);
			await journal.recordEnds([[own, 'delivered']]);
			await journal.reopen([own]);
			expect(await open(content)).toEqual(firstOf({ state: 'sent' }));
			expect(marksOf(1)).toEqual(expect.arrayContaining(SENT));
		});

		it('makes no call if there is nothing to reopen', async () => {
			await journal.reopen([]);
			expect(store.calls).toEqual([]);
		});
	});

	describe('if the store does not answer', () => {
		const OF_NO_ROW =
			"n8n's deduplication store does not answer, so documents are paid for once per execution: Error: no row";

		it('writes one line to the log and stays silent afterwards', async () => {
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
		])('reports it if %s gets no answer first', async (_what, ask) => {
			journalOver(NO_STORE);
			expect(await ask()).toBeUndefined();
			expect(lines).toEqual([OF_NO_ROW]);
			expect(await open()).toBeUndefined();
			expect(lines).toHaveLength(1);
		});

		it('still closes the documents that it opened before', async () => {
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

		it('records a looked-up attempt as sent if the store is lost meanwhile', async () => {
			journalOver({
				record: async (keys) => await store.record(keys),
				remove: async () => await Promise.reject(new Error('no row')),
			});
			expect(await open({}, false)).toBeUndefined();
			expect(marksOf(1)).toEqual(SENT);
		});

		it('continues without a hanging store after the timeout, and calls it no more', async () => {
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
