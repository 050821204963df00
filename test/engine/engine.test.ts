import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { gzipSync } from 'node:zlib';
import { type Engine, type NodeEvent, createEngine, readBinary } from '../../engine';
import { endless, flaky, hook, reverse } from './tinyNodes';

const nodeTypes = {
	'test.reverse': reverse,
	'test.flaky': flaky,
	'test.endless': endless,
	'test.hook': hook,
};

let engine: Engine;
afterEach(async () => await engine.close());

describe.each(['default', 'filesystem'] as const)('binary mode %s', (binaryMode) => {
	beforeEach(async () => {
		engine = await createEngine({ binaryMode, nodeTypes, loadPackage: false });
	});

	test('returns items and files in order', async () => {
		const items = ['abc', 'xyz'].map((text, row) => ({
			json: { row },
			binary: { data: { content: Buffer.from(text), fileName: `${text}.txt` } },
		}));
		const execution = await engine.run({ nodes: [{ type: 'test.reverse' }], items });

		expect(execution.status).toBe('success');
		expect(execution.items().map(({ json }) => json.row)).toEqual([0, 1]);
		const texts = await Promise.all(
			execution.items().map(async (item) => String(await readBinary(item, 'reversed'))),
		);
		expect(texts).toEqual(['cba', 'zyx']);
		const { data } = execution.items()[0]?.binary ?? {};
		expect(data?.fileName).toBe('abc.txt');
		expect(data?.id === undefined).toBe(binaryMode === 'default');
	});
});

describe('a run', () => {
	beforeEach(async () => {
		engine = await createEngine({ nodeTypes, loadPackage: false });
	});

	test('reports each node as it starts and finishes', async () => {
		const events: NodeEvent[] = [];
		await engine.run({
			nodes: [{ type: 'test.flaky' }],
			onNode: (event) => events.push(event),
		});
		expect(events.map(({ node, phase }) => `${node} ${phase}`)).toEqual([
			'Start started',
			'Start finished',
			'flaky started',
			'flaky finished',
		]);
	});

	test('Retry On Fail tries again within one execution, with the same node context', async () => {
		const node = { type: 'test.flaky', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const execution = await engine.run({ nodes: [{ ...node, parameters: { failures: 2 } }] });
		expect(execution.status).toBe('success');
		expect(execution.items()[0]?.json).toEqual({ tries: 3, mode: 'trigger', id: execution.id });
	});

	test('a manual Retry continues from the stored data in a new execution', async () => {
		const failed = await engine.run({
			nodes: [{ type: 'test.flaky', parameters: { failures: 1 } }],
			items: [{ json: { kept: true } }],
		});
		expect(failed.status).toBe('error');
		expect(failed.error?.message).toBe('Try 1 fell over');
		expect(failed.nodeContext('flaky')).toEqual({ tries: 1 });

		const retried = await engine.retry(failed);
		expect(retried.status).toBe('success');
		expect(retried.id).not.toBe(failed.id);
		expect(retried.items()[0]?.json).toEqual({ tries: 2, mode: 'retry', id: retried.id });
		expect(retried.tasks('Start')).toHaveLength(1);
		expect(retried.tasks('flaky')).toHaveLength(1);
		await expect(engine.retry(retried)).rejects.toThrow('cannot be retried');
	});

	test('a manual Retry with the saved workflow uses its parameters', async () => {
		const node = { type: 'test.flaky', name: 'Flaky' };
		const failed = await engine.run({ nodes: [{ ...node, parameters: { failures: 9 } }] });
		const changed = { nodes: [{ ...node, parameters: { failures: 0 } }] };
		expect((await engine.retry(failed, { changed })).status).toBe('success');
		expect((await engine.retry(failed)).status).toBe('error');
	});

	test('On Error → Continue gives the input items to the next node', async () => {
		const execution = await engine.run({
			nodes: [
				{ type: 'test.flaky', parameters: { failures: 1 }, onError: 'continueRegularOutput' },
				{ type: 'test.flaky', name: 'next' },
			],
			items: [{ json: { row: 1 } }],
		});
		expect(execution.status).toBe('success');
		expect(execution.items('flaky')[0]?.json.row).toBe(1);
		expect(execution.items('next')).toHaveLength(1);
	});

	test('Stop reaches the node and is saved as canceled', async () => {
		const running = await engine.start({
			nodes: [{ type: 'test.endless' }],
			onNode: ({ node, phase }) => {
				if (node === 'endless' && phase === 'started') setImmediate(() => running.stop());
			},
		});
		const execution = await running.finished;
		expect(execution.status).toBe('canceled');
		expect(execution.storedData().executionData?.nodeExecutionStack).toEqual([]);
	});

	test('the log of nodes is kept', async () => {
		const stop = new AbortController();
		setImmediate(() => stop.abort());
		await engine.run({ nodes: [{ type: 'test.endless' }], signal: stop.signal });
		expect(String(engine.log)).toContain('info waiting');
	});
});

describe('a webhook', () => {
	beforeEach(async () => {
		engine = await createEngine({ nodeTypes, loadPackage: false });
	});

	const send = async (url: string, body: string | Buffer, headers = {}) =>
		await fetch(url, {
			method: 'POST',
			body,
			headers: { 'content-type': 'application/json', ...headers },
		});

	test('starts an execution whose trigger sees n8n’s deduplication store', async () => {
		const webhook = await engine.webhook({ nodes: [{ type: 'test.hook', webhookId: 'abc' }] });
		for (const id of ['a', 'b', 'a']) {
			const response = await send(webhook.url, JSON.stringify({ id }));
			expect([response.status, await response.text()]).toEqual([200, '']);
			await webhook.executions();
		}
		const executions = await webhook.executions();
		expect(executions.map((execution) => execution.items('hook').length)).toEqual([1, 1, 0]);
		expect(executions[0]?.items('hook')[0]?.json.url).toBe(webhook.url);
		await webhook.close();
	});

	test('gives the raw body after decompression, and no execution when the node answers', async () => {
		const webhook = await engine.webhook({ nodes: [{ type: 'test.hook' }] });
		const response = await send(webhook.url, gzipSync('{ "a": 1 }'), {
			'content-encoding': 'gzip',
		});
		expect(response.status).toBe(401);
		expect(await response.json()).toEqual({ bytes: 10 });
		expect(await webhook.executions()).toEqual([]);
		await webhook.close();
	});

	test.each([
		['not JSON', '{', 422],
		['an exception in the node', '{"id":"throw"}', 500],
		['more than 16 MB', Buffer.alloc(17 << 20, ' '), 500],
	])('answers %s as n8n does', async (_case, body, status) => {
		const webhook = await engine.webhook({ nodes: [{ type: 'test.hook' }] });
		expect((await send(webhook.url, body)).status).toBe(status);
		expect(await webhook.executions()).toEqual([]);
		await webhook.close();
	});
});

test('closing removes the folder, and another engine may open', async () => {
	const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('n8n-engine-'));
	engine = await createEngine({ loadPackage: false });
	await expect(createEngine({ loadPackage: false })).rejects.toThrow('close it first');
	const folder = process.env.N8N_USER_FOLDER ?? '';
	expect(folders().some((name) => folder.endsWith(name))).toBe(true);
	await engine.close();
	expect(existsSync(folder)).toBe(false);
	engine = await createEngine({ loadPackage: false });
});
