import type { IDeduplicationOutput } from 'n8n-workflow';

import { isFirstExecution } from '../../../../nodes/TagPdfTrigger/emit';
import { TagPdfTrigger } from '../../../../nodes/TagPdfTrigger/TagPdfTrigger.node';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';
import { jobEvent } from '../../support/events';

const trigger = new TagPdfTrigger();
const open = (events: object[], setup: FakeSetup = {}) => {
	const seen = new Set<string>();
	const asked: string[] = [];
	const fake = new FakeExecution({
		items: events.map((event) => ({ json: { ...event } })),
		mode: 'webhook',
		checkProcessed: (items) => {
			const [job = ''] = items.map(String);
			asked.push(job);
			const isNew = !seen.has(job);
			seen.add(job);
			return Promise.resolve({ new: isNew ? [job] : [], processed: isNew ? [] : [job] });
		},
		...setup,
	});
	return { asked, fake };
};

test('emits events of new jobs, each paired with its item', async () => {
	const [one, two] = [jobEvent(), jobEvent()];
	const { asked, fake } = open([one, { ...one, id: 'evt_again' }, two]);
	expect(await trigger.execute.call(fake.context)).toEqual([
		[
			{ json: one, pairedItem: { item: 0 } },
			{ json: two, pairedItem: { item: 2 } },
		],
	]);
	const entries = [one, one, two].map(({ data }) => JSON.stringify([data.job.id]));
	expect(asked).toEqual(entries);
});

test.each(['manual', 'retry', 'trigger'] as const)(
	'emits a deliberate repeat (%s) without lookup or record',
	async (mode) => {
		const event = jobEvent();
		const { asked, fake } = open([event, event], { mode });
		const [items = []] = await trigger.execute.call(fake.context);
		expect(items.map(({ json }) => json)).toEqual([event, event]);
		expect(asked).toEqual([]);
	},
);

describe('isFirstExecution', () => {
	type Check = (items: unknown[], scope: string, options: object) => Promise<IDeduplicationOutput>;

	/** A minimal n8n store: each node has its own entries. */
	class Store {
		readonly calls: Array<[items: unknown[], scope: string, options: object]> = [];
		private readonly known = new Set<string>();

		readonly check: Check = (items, scope, options) => {
			this.calls.push([items, scope, options]);
			const entries = items.map(String);
			const seen = {
				new: entries.filter((entry) => !this.known.has(entry)),
				processed: entries.filter((entry) => this.known.has(entry)),
			};
			for (const entry of entries) this.known.add(entry);
			return Promise.resolve(seen);
		};
	}

	const open = (checkProcessed: Check, executionId = '1', nodeId = 'node_1') =>
		new FakeExecution({ executionId, node: { id: nodeId, name: 'Trigger' }, checkProcessed });
	const isFirst = async (check: Check, executionId = '1') =>
		await isFirstExecution(open(check, executionId).context, 'job_7');

	test('a second run of the first execution still counts as first', async () => {
		const { check } = new Store();
		expect(await isFirst(check, '1')).toBe(true);
		expect(await isFirst(check, '1')).toBe(true);
		expect(await isFirst(check, '2')).toBe(false);
	});

	test.each(['urn:job:1', '["urn:job","1"]', 'urn:job","1'])(
		'a job with the ambiguous ID %s is new',
		async (related) => {
			const { check } = new Store();
			const isFirstOf = async (jobId: string, executionId: string) =>
				await isFirstExecution(open(check, executionId).context, jobId);
			expect(await isFirstOf('urn:job', '1')).toBe(true);
			expect(await isFirstOf(related, '2')).toBe(true);
			expect(await isFirstOf(related, '3')).toBe(false);
		},
	);

	test('records the job and the execution, for this node, up to 10,000 entries', async () => {
		const store = new Store();
		await isFirst(store.check, '9');
		expect(store.calls).toEqual([
			[['["job_7"]', '["job_7","9"]'], 'node', { mode: 'entries', maxEntries: 10_000 }],
		]);
	});

	test('retries a store that fails once, because the first insert can collide', async () => {
		const store = new Store();
		let calls = 0;
		const check: Check = async (...call) => {
			calls += 1;
			if (calls === 1) throw new Error('duplicate key');
			return await store.check(...call);
		};
		expect(await isFirst(check)).toBe(true);
		expect(calls).toBe(2);
	});

	test('treats a job as new if the store fails, and logs it', async () => {
		let calls = 0;
		const fake = open(() => {
			calls += 1;
			return Promise.reject(new Error('no database'));
		});
		expect(await isFirstExecution(fake.context, 'job_7')).toBe(true);
		expect(calls).toBe(2);
		expect(fake.log.lines).toEqual([
			[
				'warn',
				`"Trigger" in workflow "Inbox" could not ask n8n's deduplication store about job job_7, so the job counts as new: Error: no database`,
			],
		]);
	});

	/** A store whose calls end when the test says so. */
	const slowStore = () => {
		const calls: string[][] = [];
		const ends: Array<() => void> = [];
		const known = new Set<string>();
		const check: Check = async (items) => {
			const entries = items.map(String);
			calls.push(entries);
			await new Promise<void>((resolve) => ends.push(resolve));
			const processed = entries.filter((entry) => known.has(entry));
			for (const entry of entries) known.add(entry);
			return { new: entries.filter((entry) => !processed.includes(entry)), processed };
		};
		const settle = async () => await new Promise(setImmediate);
		/** Ends the oldest call. */
		const end = async () => {
			await settle();
			ends.shift()?.();
			await settle();
		};
		const ask = async (job: string, execution: string, node?: string) =>
			await isFirstExecution(open(check, execution, node).context, job);
		return { ask, calls, check, end, settle };
	};

	describe('executions at the same time', () => {
		test('wait for the call before theirs, and go together in the next one', async () => {
			const { ask, calls, end, settle } = slowStore();
			const first = ask('a', '1');
			await settle();
			const others = [ask('b', '2'), ask('a', '3'), ask('b', '4'), ask('c', '5')];
			await settle();
			expect(calls).toEqual([['["a"]', '["a","1"]']]);
			await end();
			expect(await first).toBe(true);
			expect(calls[1]).toEqual([
				...['["b"]', '["b","2"]', '["a"]', '["a","3"]'],
				...['["b","4"]', '["c"]', '["c","5"]'],
			]);
			await end();
			expect(await Promise.all(others)).toEqual([true, false, false, true]);
			expect(calls).toHaveLength(2);
		});

		test('a second run of the first execution gets its event, even if a duplicate asks before it', async () => {
			const { ask, end } = slowStore();
			const first = ask('a', '1');
			await end();
			await first;
			const both = [ask('a', '2'), ask('a', '1')];
			await end();
			expect(await Promise.all(both)).toEqual([false, true]);
		});

		test('in a burst of 150 jobs, each delivered twice, start each job once with one call', async () => {
			const { ask, calls, end } = slowStore();
			const jobs = Array.from({ length: 150 }, (_, n) => `job_${n}`);
			const all = [...jobs, ...jobs].map(async (job, n) => await ask(job, `${n}`));
			await end();
			const isFirst = await Promise.all(all);
			expect(isFirst).toEqual([...jobs.map(() => true), ...jobs.map(() => false)]);
			expect(calls).toHaveLength(1);
		});

		test('of other nodes do not wait, because each node has its own row', async () => {
			const { ask, calls, end, settle } = slowStore();
			const both = [ask('a', '1', 'node_1'), ask('a', '2', 'node_2')];
			await settle();
			expect(calls).toHaveLength(2);
			await end();
			await end();
			await Promise.all(both);
		});

		test('all count as new if the store fails, and each logs it', async () => {
			const fakes = ['1', '2'].map((execution) =>
				open(() => Promise.reject(new Error('no database')), execution),
			);
			const all = fakes.map(async ({ context }) => await isFirstExecution(context, 'job_7'));
			expect(await Promise.all(all)).toEqual([true, true]);
			expect(fakes.map(({ log }) => log.lines.length)).toEqual([1, 1]);
		});
	});

	test('a store that hangs counts as failed after ten seconds for all that ask, and blocks nobody', async () => {
		jest.useFakeTimers();
		try {
			const fakes = ['1', '2'].map((execution) =>
				open(async () => await new Promise(() => undefined), execution),
			);
			const all = fakes.map(async ({ context }) => await isFirstExecution(context, 'job_7'));
			const getLines = () => fakes.flatMap(({ log }) => log.lines.map(([, line]) => line));
			await jest.advanceTimersByTimeAsync(9_000);
			expect(getLines()).toEqual([]);
			await jest.advanceTimersByTimeAsync(1_500);
			expect(await Promise.all(all)).toEqual([true, true]);
			const reason = expect.stringContaining('no answer within 10 seconds') as string;
			expect(getLines()).toEqual([reason, reason]);
		} finally {
			jest.useRealTimers();
		}
		expect(await isFirst(new Store().check)).toBe(true);
	});

	describe('the ten seconds', () => {
		beforeEach(() => jest.useFakeTimers());
		afterEach(() => jest.useRealTimers());

		/** A node whose store answers each call after this time. */
		const openNode = (answersAfterMs: number) => {
			const known = new Set<string>();
			const check: Check = async (items) => {
				const entries = items.map(String);
				await new Promise((resolve) => {
					if (answersAfterMs < Infinity) setTimeout(resolve, answersAfterMs);
				});
				const processed = entries.filter((entry) => known.has(entry));
				for (const entry of entries) known.add(entry);
				return { new: [], processed };
			};
			let executions = 0;
			return (job: string) => {
				executions += 1;
				const node = `answers after ${answersAfterMs} ms`;
				const { context } = open(check, `${executions}`, node);
				const began = performance.now();
				return isFirstExecution(context, job).then((first) => ({
					first,
					seconds: Math.round((performance.now() - began) / 1000),
				}));
			};
		};

		test('count for a call, not for the wait before it', async () => {
			const ask = openNode(9_000);
			const known = ask('a');
			await jest.advanceTimersByTimeAsync(1_000);
			const again = ask('a');
			await jest.advanceTimersByTimeAsync(20_000);
			expect(await Promise.all([known, again])).toEqual([
				{ first: true, seconds: 9 },
				{ first: false, seconds: 17 },
			]);
		});

		test('end the wait of 40 executions after at most two calls if the store hangs', async () => {
			const ask = openNode(Infinity);
			const one = ask('job_0');
			await jest.advanceTimersByTimeAsync(1_000);
			const others = Array.from({ length: 39 }, (_, n) => ask(`job_${n + 1}`));
			await jest.advanceTimersByTimeAsync(25_000);
			expect(await one).toEqual({ first: true, seconds: 10 });
			expect(new Set(await Promise.all(others))).toEqual(
				new Set(others.map(() => ({ first: true, seconds: 19 }))),
			);
		});
	});
});
