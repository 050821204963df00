import { PRODUCT_LIMITS } from '../../../../nodes/client/limits';
import { Journal } from '../../../../nodes/client/journal';
import { errorOf } from '../../support/errorOf';
import { failureOf } from '../../support/failureOf';
import { MemoryStore } from '../../support/memoryStore';

const DAY_MS = 86_400_000;
const fresh = { again: false, isSpent: (generation: number) => generation < 1 };
const again = { ...fresh, again: true };

describe('Journal', () => {
	let store: MemoryStore;
	let now: number;
	let journal: Journal;

	beforeEach(() => {
		store = new MemoryStore();
		now = Date.parse('2026-03-31T12:00:00Z');
		journal = new Journal(store, PRODUCT_LIMITS.submission, () => now);
	});

	const open = async (options = fresh) => await journal.open('d', options);
	const entry = (generation: number) => ({ document: 'd', generation });
	const deliver = async (...generations: number[]) => {
		await journal.close({ delivered: generations.map(entry) });
	};
	const fail = async (...generations: number[]) => {
		await journal.close({ failed: generations.map(entry) });
	};
	/** Opens and delivers the document so many times. */
	const deliverTimes = async (times: number) => {
		for (let time = 1; time <= times; time += 1) await deliver((await open()).generation);
	};

	it('begins a new document with one call', async () => {
		expect(await open()).toEqual({ generation: 1, state: 'fresh' });
		expect(store.calls.filter(([, keys]) => keys.length > 0)).toEqual([
			['record', ['d 1 started', 'd 1 unfinished', 'd 1 hopeful', 'd 1 2026-03-31']],
		]);
	});

	it('takes up what was not finished, as often as it comes by', async () => {
		await open();
		const row = store.row;
		for (let time = 0; time < 3; time += 1) {
			expect(await open()).toEqual({ generation: 1, state: 'unfinished' });
		}
		expect(store.row).toEqual(row);
	});

	it('begins the next generation once one was delivered, and keeps one mark of that', async () => {
		await deliverTimes(1);
		expect(store.row).toEqual(['d 1 started']);
		expect(await open()).toEqual({ generation: 2, state: 'fresh' });
		expect(store.row).toEqual([
			'd 1 started',
			'd 2 started',
			'd 2 unfinished',
			'd 2 hopeful',
			'd 2 2026-03-31',
		]);
	});

	it.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33])(
		'finds the one after %d that were delivered, and leaves no mark of the search',
		async (times) => {
			await deliverTimes(times);
			const row = store.row;
			store.calls.length = 0;
			expect(await open()).toEqual({ generation: times + 1, state: 'fresh' });
			const looks = store.calls.filter(([what]) => what === 'record');
			expect(looks.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(times + 2)) + 1);
			expect(await open()).toEqual({ generation: times + 1, state: 'unfinished' });
			await deliver(times + 1);
			expect(store.row).toEqual([...row, `d ${times + 1} started`]);
		},
	);

	it('takes up the first unfinished one, whatever stands behind it', async () => {
		await deliverTimes(2);
		// A search that was killed leaves the marks of what it only looked at.
		const marks = ['started', 'unfinished', 'hopeful'];
		store.row = [...store.row, ...marks.map((mark) => `d 4 ${mark}`)];
		expect(await open()).toEqual({ generation: 3, state: 'fresh' });
	});

	it('keeps documents apart', async () => {
		await deliverTimes(1);
		expect(await journal.open('e', fresh)).toEqual({ generation: 1, state: 'fresh' });
	});

	describe('after failed jobs', () => {
		it('begins the next generation', async () => {
			await open();
			await fail(1);
			expect(await open()).toEqual({ generation: 2, state: 'fresh' });
			expect(await open()).toEqual({ generation: 2, state: 'unfinished' });
		});

		it('refuses a fourth attempt, and marks nothing', async () => {
			for (const generation of [1, 2, 3]) {
				expect(await open()).toEqual({ generation, state: 'fresh' });
				await fail(generation);
			}
			const row = store.row;
			for (let time = 0; time < 2; time += 1) {
				expect(await failureOf(open())).toMatchObject({
					code: 'FAILED_REPEATEDLY',
					facts: { attempts: 3 },
				});
				expect(store.row).toEqual(row);
			}
			expect(await errorOf(() => open(again))).toMatchObject({ code: 'FAILED_REPEATEDLY' });
			const left = { again: false, isSpent: (generation: number) => generation <= 3 };
			expect(await errorOf(() => open(left))).toMatchObject({ code: 'FAILED_REPEATEDLY' });
		});

		it('counts only those since the last delivery', async () => {
			for (const generation of [1, 2]) {
				await open();
				await fail(generation);
			}
			await deliverTimes(1);
			for (const generation of [4, 5]) {
				expect(await open()).toEqual({ generation, state: 'fresh' });
				await fail(generation);
			}
			expect(await open()).toEqual({ generation: 6, state: 'fresh' });
		});

		it('takes up an attempt that is under way, however many have failed before', async () => {
			const row = [1, 2, 3].flatMap((n) => [`d ${n} started`, `d ${n} unfinished`]);
			store.row = [...row, 'd 4 started', 'd 4 unfinished', 'd 4 hopeful'];
			expect(await open()).toEqual({ generation: 4, state: 'unfinished' });
		});
	});

	describe('for a manual retry', () => {
		it('asks once more for what was delivered last, and marks nothing', async () => {
			await deliverTimes(2);
			const row = store.row;
			expect(await open(again)).toEqual({ generation: 2, state: 'delivered' });
			expect(store.row).toEqual(row);
		});

		it('takes up what is unfinished all the same', async () => {
			await deliverTimes(1);
			await open();
			expect(await open(again)).toEqual({ generation: 2, state: 'unfinished' });
		});

		it('begins a new document', async () => {
			expect(await open(again)).toEqual({ generation: 1, state: 'fresh' });
			expect(store.row).toHaveLength(4);
		});

		it('does not ask for a failed one', async () => {
			await open();
			await fail(1);
			expect(await open(again)).toEqual({ generation: 2, state: 'fresh' });
		});

		it('does not ask for one that the execution has left', async () => {
			await deliverTimes(1);
			const left = { again: true, isSpent: (generation: number) => generation === 1 };
			expect(await open(left)).toEqual({ generation: 2, state: 'fresh' });
		});
	});

	it('goes past what the execution has left, although the store does not know', async () => {
		await open();
		const left = { again: false, isSpent: (generation: number) => generation === 1 };
		expect(await open(left)).toEqual({ generation: 2, state: 'fresh' });
	});

	it('goes past what the execution has left, and the store has dropped', async () => {
		const left = { again: false, isSpent: (generation: number) => generation === 1 };
		expect(await open(left)).toEqual({ generation: 2, state: 'fresh' });
	});

	describe('over a full row', () => {
		it('goes back to the key of what was dropped', async () => {
			await deliverTimes(3);
			store.row = [];
			expect(await open()).toEqual({ generation: 1, state: 'fresh' });
		});

		it.each([1, 2])('takes up one of which the oldest %d marks were dropped', async (dropped) => {
			await open();
			store.row = store.row.slice(dropped);
			const { row } = store;
			expect(await open()).toEqual({ generation: 1, state: 'unfinished' });
			// A mark that came late would outlive the others, and tell of a delivery.
			expect(store.row).toEqual(row);
		});
	});

	describe('close', () => {
		it('removes the marks of what it closes alone', async () => {
			await deliver(1);
			await fail(2);
			expect(store.calls).toEqual([
				['remove', ['d 1 unfinished', 'd 1 hopeful', 'd 1 2026-03-31']],
				['remove', ['d 2 hopeful']],
			]);
		});

		it('closes any number of documents with one call', async () => {
			const others = ['a', 'b', 'c'].map((document) => ({ document, generation: 1 }));
			for (const { document } of others) await journal.open(document, fresh);
			store.calls.length = 0;
			await journal.close({ delivered: others.slice(0, 2), failed: others.slice(2) });
			expect(store.calls).toEqual([
				[
					'remove',
					[
						'a 1 unfinished',
						'a 1 hopeful',
						'a 1 2026-03-31',
						'b 1 unfinished',
						'b 1 hopeful',
						'b 1 2026-03-31',
						'c 1 hopeful',
					],
				],
			]);
			expect(store.row).toEqual([
				'a 1 started',
				'b 1 started',
				'c 1 started',
				'c 1 unfinished',
				'c 1 2026-03-31',
			]);
		});
	});

	describe('since', () => {
		it('is the day on which it began, whenever it came by again', async () => {
			await open();
			now += 3 * DAY_MS;
			await open();
			now += 2 * DAY_MS;
			await open();
			const row = store.row;
			expect(await journal.since(entry(1))).toBe('2026-03-31');
			expect(store.row).toEqual(row);
		});

		it('is remembered for a month', async () => {
			await open();
			now += 30 * DAY_MS;
			expect(await journal.since(entry(1))).toBe('2026-03-31');
			now += DAY_MS;
			expect(await journal.since(entry(1))).toBeUndefined();
		});
	});
});
