import type { IExecuteFunctions } from 'n8n-workflow';

import { createSeenStore } from '../../../nodes/n8n/seenStore';
import { FakeExecution } from '../support/fakeExecution';
import { MemoryStore } from '../support/memoryStore';

type Helpers = IExecuteFunctions['helpers'];

test("records keys in the node's row, limits them, and tells which were known", async () => {
	const asked: unknown[] = [];
	const { context } = new FakeExecution({
		checkProcessed: async (...given) => {
			asked.push(given);
			return await Promise.resolve({ new: ['a'], processed: ['b', 7] });
		},
	});
	const known = await createSeenStore(context, 12).record(['a', 'b', '7']);
	expect([...known]).toEqual(['b', '7']);
	expect(asked).toEqual([[['a', 'b', '7'], 'node', { mode: 'entries', maxEntries: 12 }]]);
});

test('removes keys from the same row', async () => {
	const store = new MemoryStore(['a', 'b']);
	const { context } = new FakeExecution({ store });
	const remove = jest.spyOn(context.helpers, 'removeProcessed');
	await createSeenStore(context, 12).remove(['a']);
	expect(store.row).toEqual(['b']);
	expect(remove).toHaveBeenCalledWith(['a'], 'node', { mode: 'entries', maxEntries: 12 });
});

test('retries a first insert once, because it can collide with another process', async () => {
	let tries = 0;
	const { context } = new FakeExecution({
		checkProcessed: async () => {
			tries += 1;
			if (tries === 1) throw new Error('UNIQUE constraint failed');
			return await Promise.resolve({ new: [], processed: [] });
		},
	});
	await expect(createSeenStore(context, 12).record(['a'])).resolves.toEqual(new Set());
	expect(tries).toBe(2);
});

test('fails if the store fails', async () => {
	const { context } = new FakeExecution({
		checkProcessed: async () => await Promise.reject(new Error('no workflow')),
	});
	await expect(createSeenStore(context, 12).record(['a'])).rejects.toThrow('no workflow');
});

/** A store that counts how many ask it at the same time. */
function busyStore() {
	let running = 0;
	let most = 0;
	const checkProcessed: Helpers['checkProcessedAndRecord'] = async () => {
		running += 1;
		most = Math.max(most, running);
		await new Promise(setImmediate);
		running -= 1;
		return { new: [], processed: [] };
	};
	return { checkProcessed, most: () => most };
}

const recordIn = async (executions: FakeExecution[]) =>
	await Promise.all(
		executions.map(async ({ context }) => await createSeenStore(context, 12).record(['a'])),
	);

test('serves two nodes or workflows concurrently, because each has its own row', async () => {
	const { checkProcessed, most } = busyStore();
	const otherWorkflow = new FakeExecution({ checkProcessed });
	jest.spyOn(otherWorkflow.context, 'getWorkflow').mockReturnValue({ id: 'other', active: true });
	await recordIn([
		new FakeExecution({ checkProcessed }),
		new FakeExecution({ checkProcessed, node: { id: 'other' } }),
		otherWorkflow,
	]);
	expect(most()).toBe(3);
});

/** A row whose calls the test ends. */
const slowRow = () => {
	const calls: unknown[][] = [];
	const ends: Array<(error?: Error) => void> = [];
	const checkProcessed: Helpers['checkProcessedAndRecord'] = async (items) =>
		await new Promise((resolve, reject) => {
			calls.push(items);
			ends.push((error) => {
				if (error) reject(error);
				else resolve({ new: [...items], processed: [] });
			});
		});
	const settle = async () => await new Promise(setImmediate);
	const end = async (error?: Error) => {
		await settle();
		ends.shift()?.(error);
		await settle();
	};
	const open = () => createSeenStore(new FakeExecution({ checkProcessed }).context, 12);
	return { calls, end, open, settle };
};

test('makes one call at a time, and waiting executions share the next one', async () => {
	const { calls, end, open } = slowRow();
	const first = open().record(['a']);
	await end(new Error('UNIQUE constraint failed'));
	const others = [open().record(['b']), open().record(['b', 'c'])];
	await end();
	expect([...(await first)]).toEqual([]);
	expect(calls).toEqual([['a'], ['a'], ['b', 'c']]);
	await end();
	expect((await Promise.all(others)).map((known) => [...known])).toEqual([[], ['b']]);
});

test('does not answer a later execution with an earlier call', async () => {
	const { calls, end, open } = slowRow();
	const first = open().record(['a']);
	await end();
	await first;
	const second = open().record(['a']);
	await end();
	await second;
	expect(calls).toEqual([['a'], ['a']]);
});

test.each([
	['nothing is kept of a node that nobody asks for', 0],
	['the group stays while another execution asks', 1],
])('%s', async (_what, waiting) => {
	const forgotten = jest.spyOn(Map.prototype, 'delete');
	const key = JSON.stringify(['workflow_1', 'node_1']);
	const times = () => forgotten.mock.calls.filter(([forgot]) => forgot === key).length;
	const { end, open } = slowRow();
	const first = open().record(['a']);
	await Promise.resolve();
	const others = Array.from({ length: waiting }, async () => await open().record(['b']));
	await end();
	await first;
	expect(times()).toBe(1 - waiting);
	await end();
	await Promise.all(others);
	expect(times()).toBe(1);
	forgotten.mockRestore();
});
