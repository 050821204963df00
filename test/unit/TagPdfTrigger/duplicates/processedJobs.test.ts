import type { IDeduplicationOutput } from 'n8n-workflow';

import { isFirstExecution } from '../../../../nodes/TagPdfTrigger/duplicates/processedJobs';
import { FakeExecution } from '../../support/fakeExecution';

type Check = (items: unknown[], scope: string, options: object) => Promise<IDeduplicationOutput>;

/** n8n's store in a few lines: each node has entries of its own. */
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

test('only the first execution of a job is the first', async () => {
	const { check } = new Store();
	expect(await isFirst(check, '1')).toBe(true);
	expect(await isFirst(check, '2')).toBe(false);
});

test('a second run of the same execution is the first execution still', async () => {
	const { check } = new Store();
	expect(await isFirst(check, '1')).toBe(true);
	expect(await isFirst(check, '1')).toBe(true);
	expect(await isFirst(check, '2')).toBe(false);
});

test('records the job and the execution, for this node, up to 10,000 entries', async () => {
	const store = new Store();
	await isFirst(store.check, '9');
	expect(store.calls).toEqual([
		[['job_7', 'job_7:9'], 'node', { mode: 'entries', maxEntries: 10_000 }],
	]);
});

test('a store that fails once is asked again: the very first insert can collide', async () => {
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

test('a store that cannot answer makes the job new, and the log tells', async () => {
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

describe('the store of a node', () => {
	/** A store whose answers are given by hand. */
	const slow = () => {
		const waiting: Array<(failed?: Error) => void> = [];
		const check: Check = (items) =>
			new Promise((resolve, reject) => {
				waiting.push((failed) => {
					if (failed) reject(failed);
					else resolve({ new: items.map(String), processed: [] });
				});
			});
		return { check, waiting };
	};
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));

	test('is asked by one execution at a time, also after one that got no answer', async () => {
		const { check, waiting } = slow();
		const all = Promise.all([isFirst(check, '1'), isFirst(check, '2'), isFirst(check, '3')]);
		await settle();
		expect(waiting).toHaveLength(1);
		waiting[0]?.(new Error('gone'));
		await settle();
		expect(waiting).toHaveLength(2);
		waiting[1]?.(new Error('gone'));
		await settle();
		expect(waiting).toHaveLength(3);
		waiting[2]?.();
		await settle();
		expect(waiting).toHaveLength(4);
		waiting[3]?.();
		expect(await all).toEqual([true, true, true]);
	});

	test('is not asked by one that comes while another has its turn', async () => {
		const { check, waiting } = slow();
		const two = [isFirst(check, '1'), isFirst(check, '2')];
		await settle();
		waiting[0]?.();
		await two[0];
		await settle();
		expect(waiting).toHaveLength(2);
		const third = isFirst(check, '3');
		await settle();
		expect(waiting).toHaveLength(2);
		waiting[1]?.();
		await two[1];
		await settle();
		waiting[2]?.();
		expect(await third).toBe(true);
	});

	test('does not hold up that of another node', async () => {
		const { check, waiting } = slow();
		const both = ['node_a', 'node_b'].map((id) =>
			isFirstExecution(open(check, '1', id).context, 'job_7'),
		);
		await settle();
		expect(waiting).toHaveLength(2);
		for (const answer of waiting) answer();
		expect(await Promise.all(both)).toEqual([true, true]);
	});
});
