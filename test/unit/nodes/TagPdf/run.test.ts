import { NodeApiError, NodeOperationError, type IBinaryData, type IDataObject } from 'n8n-workflow';

import { HALT_REASON, TagPdfError, throwIfStopped } from '../../../../client/errors';
import { joinSignals } from '../../../../nodes/TagPdf/run';
import { itemWithPdf, onDocument, submitAll } from '../../support/documents';
import { type FakeAnswer, FakeExecution, type FakeRequest } from '../../support/fakeExecution';
import { FakeService, jobOf } from '../../support/fakeService';
import { openNode as open, errorOfRun } from '../../support/openNode';

const getJob = (jobId: string, options = {}) => ({
	resource: 'job',
	operation: 'get',
	jobId,
	options,
});

describe('outputs', () => {
	test('have the order of the items, each paired with its own item, whichever ends first', async () => {
		const ended: string[] = [];
		const { execute } = open({
			parameters: ['slow', 'b', 'c'].map((id) => getJob(id)),
			answer: async ({ url }) => {
				const id = new URL(url).pathname.split('/').at(-1) ?? '';
				while (id === 'slow' && ended.length < 2) await new Promise((next) => setImmediate(next));
				ended.push(id);
				return { statusCode: 200, body: JSON.stringify(jobOf(id)) };
			},
		});
		expect(await execute()).toEqual([
			[
				{ json: jobOf('slow'), pairedItem: { item: 0 } },
				{ json: jobOf('b'), pairedItem: { item: 1 } },
				{ json: jobOf('c'), pairedItem: { item: 2 } },
			],
		]);
		expect(ended.at(-1)).toBe('slow');
	});

	test('have a note about what was paid for', async () => {
		const { execute, fake } = open(submitAll('one', 'two'));
		await execute();
		expect(fake.hints.map(({ message }) => message)).toEqual([
			'2 submitted; charged now or before: 2 jobs, 2 credits.',
		]);
	});

	test('come from the operation that their item names', async () => {
		const { service, execute } = open({
			parameters: [getJob('a'), { resource: 'account', operation: 'get' }],
		});
		service.jobs.set('a', jobOf('a'));
		const [[job, account] = []] = await execute();
		expect(job?.json).toEqual(jobOf('a'));
		expect(account?.json).toMatchObject({ plan: 'free', credits_available: 100 });
	});

	test('are empty without items', async () => {
		expect(await open({ items: [] }).execute()).toEqual([[]]);
		expect(await open({ items: [], node: { retryOnFail: true } }).execute()).toEqual([[]]);
	});
});

test.each([
	['job', 'erase'],
	['office', 'get'],
	['document', 'get'],
	['constructor', 'name'],
	['constructor', ''],
])('refuses the unknown operation %s → %s', async (resource, operation) => {
	// n8n has no operation for a resource that the node does not have.
	const parameters = operation === '' ? { resource } : { resource, operation };
	const { execute } = open({ parameters: [parameters] });
	expect(await errorOfRun(execute)).toMatchObject({
		message: `The node has no operation "${operation}" for "${resource}"`,
		description: "No new charge was made. Choose 'Resource' and 'Operation' in the node.",
	});
});

test('processes as many items concurrently as the first item says', async () => {
	const parameters = Array.from({ length: 6 }, (_, n) =>
		getJob(`j${n}`, { maxDocumentsAtOnce: n === 0 ? 3 : 6 }),
	);
	let running = 0;
	let most = 0;
	const { execute } = open({
		parameters,
		answer: async ({ url }) => {
			running += 1;
			most = Math.max(most, running);
			await new Promise((resolve) => setImmediate(resolve));
			running -= 1;
			return {
				statusCode: 200,
				body: JSON.stringify(jobOf(new URL(url).pathname.split('/').at(-1) ?? '')),
			};
		},
	});
	await execute();
	expect(most).toBe(3);
});

test('files of unknown type are looked at side by side, for all items together', async () => {
	const names = Array.from({ length: 12 }, (_, n) => `file ${n}`);
	const items = names.map((id) => ({
		json: {},
		binary: {
			a: { id, data: '', mimeType: 'application/octet-stream' },
			b: { data: '', mimeType: 'image/png' },
		},
	}));
	const parameters = names.map(() => ({ ...onDocument('submit'), binaryPropertyName: '' }));
	const stored = Object.fromEntries(names.map((id) => [id, Buffer.from(`%PDF-1.7 ${id}\n%%EOF`)]));
	const { execute, fake, service } = open({ items, parameters, stored });
	const { helpers } = fake.context;
	const getBinaryStream = helpers.getBinaryStream.bind(helpers);
	let reading = 0;
	let most = 0;
	helpers.getBinaryStream = async (...given) => {
		reading += 1;
		most = Math.max(most, reading);
		// Until all that can begin has begun.
		for (let turns = 0; turns < 20; turns += 1) await new Promise((next) => setImmediate(next));
		reading -= 1;
		return await getBinaryStream(...given);
	};
	await execute();
	expect(service.submissions).toHaveLength(12);
	expect(most).toBe(6);
});

describe('a service that mixes up two documents', () => {
	test.each<[string, string]>([
		['jobs', 'POST /v1/jobs'],
		['uploads', 'POST /v1/uploads'],
	])('%s: neither gets an output, although the first had ended', async (_what, mixedStep) => {
		const setup = { ...submitAll('one', 'two'), continueOnFail: true };
		const service = new FakeService();
		let first: FakeAnswer | undefined;
		const { answer } = service;
		const repeating = (request: FakeRequest) => {
			const given = answer(request);
			if (service.asked.at(-1) !== mixedStep) return given;
			return (first ??= given);
		};
		const [items = []] = await open({ ...setup, service, answer: repeating }).execute();
		expect(items.map(({ json }) => (json.error as IDataObject | undefined)?.code)).toEqual([
			'UNEXPECTED_ANSWER',
			'UNEXPECTED_ANSWER',
		]);
		expect(items[0]?.json.error).toMatchObject({
			message: 'The service mixed up "one.pdf" with another one',
			description: expect.stringMatching(/^Job job_1 is paid for\. Report it/) as string,
			reason: 'it gave its upload or job to another document, too',
		});
	});

	/** Runs of one execution, whose service gives one job to every document. */
	const openRuns = () => {
		const service = new FakeService();
		const kept = {};
		const job = JSON.stringify(jobOf('job_1', { status: 'processing' }));
		service.jobs.set('job_1', jobOf('job_1'));
		service.instead = (asked) =>
			asked === 'POST /v1/jobs' ? { statusCode: 202, body: job } : undefined;
		const openRun = (runIndex: number, content: string, given: Parameters<typeof open>[0] = {}) =>
			open({ ...submitAll(content), service, kept, runIndex, continueOnFail: true, ...given });
		return { openRun, service };
	};
	const warning = 'job job_1 is from another run of this execution, which may have returned it';

	test('what an earlier run of the execution has returned is named in the log, once', async () => {
		const { openRun } = openRuns();
		await openRun(0, 'one').execute();
		const second = openRun(1, 'two');
		await second.execute();
		expect(second.fake.log.lines.join()).toContain(warning);
		const third = openRun(2, 'three');
		await third.execute();
		expect(third.fake.log.lines.join().split(warning)).toHaveLength(1);
	});

	test('a call of a tool that still waits when another one learns of it does not return its document', async () => {
		const { openRun, service } = openRuns();
		let second: Promise<unknown> | undefined;
		const asTool = {
			node: { type: 'n8n-nodes-tag-pdf.tagPdfTool' },
			parameters: [onDocument('tag')],
		};
		const first = openRun(0, 'one', {
			...asTool,
			answer: async (request) => {
				const answer = service.answer(request);
				if (service.asked.at(-1) === 'GET /v1/jobs/job_1') {
					second ??= openRun(1, 'two', asTool).execute();
					await second;
				}
				return answer;
			},
		});
		const [items = []] = await first.execute();
		expect(second).toBeDefined();
		expect(items[0]?.json.error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
	});
});

describe('with Continue On Fail', () => {
	test('a failed item becomes an error item in its place, and the others continue', async () => {
		const { service, execute } = open({
			parameters: ['a', 'lost', 'c'].map((id) => getJob(id, { maxDocumentsAtOnce: 1 })),
			continueOnFail: true,
		});
		service.jobs.set('a', jobOf('a')).set('c', jobOf('c'));
		const [items = []] = await execute();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(items.map(({ json }) => json.id)).toEqual(['a', 'lost', 'c']);
		expect(items[1]?.json).toEqual({
			id: 'lost',
			error: {
				code: 'JOB_NOT_FOUND',
				message: 'The service does not find the job',
				description: expect.stringContaining("Check the 'Job ID'") as string,
				job_id: 'lost',
				reason: 'status 404 (not_found, No such job) while asking for the job at api.example.com',
			},
		});
	});

	test('an invalid setting of the first item fails every item', async () => {
		const { fake, execute } = open({
			parameters: [getJob('a', { maxDocumentsAtOnce: 0 }), getJob('b')],
			continueOnFail: true,
		});
		const [items = []] = await execute();
		expect(items).toHaveLength(2);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const { json } of items) {
			expect(json.error).toMatchObject({
				code: 'INVALID_INPUT',
				message: "'Max Documents at Once' is invalid",
			});
		}
		expect(fake.requests).toEqual([]);
	});

	test('a failing expression fails only its own item', async () => {
		const { service, execute } = open({
			parameters: [
				{
					...getJob('a'),
					jobId: new NodeOperationError(new FakeExecution().node, 'No such field'),
				},
				getJob('b'),
			],
			continueOnFail: true,
		});
		service.jobs.set('b', jobOf('b'));
		const [items = []] = await execute();
		expect(items[0]?.json.error).toMatchObject({
			code: 'INVALID_INPUT',
			message: 'No such field',
		});
		expect(items[1]?.json.id).toBe('b');
	});

	test('every message names its own document, even if several items share a job', async () => {
		const { service, execute } = open({
			parameters: ['a', 'b'].map(() => onDocument('tag', { waitTimeout: 1 })),
			items: ['a', 'b'].map((name) => {
				const [file] = Object.values(itemWithPdf('same').binary ?? {});
				return { json: {}, binary: { data: { ...file, fileName: `${name}.pdf` } as IBinaryData } };
			}),
			continueOnFail: true,
		});
		service.instead = (asked) =>
			asked === 'POST /v1/jobs'
				? { statusCode: 202, body: JSON.stringify(jobOf('job_1', { status: 'failed' })) }
				: undefined;
		const [items = []] = await execute();
		expect(items.map(({ json }) => json)).toMatchObject([
			{ filename: 'a.pdf', id: 'job_1', status: 'failed' },
			{ filename: 'b.pdf', id: 'job_1', status: 'failed' },
		]);
		const messages = items.map(({ json }) => (json.error as IDataObject).message);
		expect(messages).toEqual(['"a.pdf" could not be tagged', '"b.pdf" could not be tagged']);
	});

	test('Stop still ends the run', async () => {
		const { fake, execute } = open({
			...submitAll('one', 'two'),
			continueOnFail: true,
			signal: AbortSignal.abort(),
		});
		expect((await errorOfRun(execute)).message).toBe('"one.pdf": the run was stopped');
		expect(fake.requests).toEqual([]);
	});
});

describe('without Continue On Fail', () => {
	test('the first failed item ends the run, with its index and status', async () => {
		const { service, execute } = open({
			parameters: ['a', 'lost', 'c'].map((id) => getJob(id, { maxDocumentsAtOnce: 1 })),
		});
		service.jobs.set('a', jobOf('a'));
		const error = await errorOfRun(execute);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The service does not find the job',
			httpCode: '404',
			context: { itemIndex: 1 },
		});
		expect(service.asked).toEqual(['GET /v1/jobs/a', 'GET /v1/jobs/lost']);
	});

	test('an invalid setting ends the run before any request', async () => {
		const { fake, execute } = open({ parameters: [getJob('a', { maxDocumentsAtOnce: 'x' })] });
		expect(await errorOfRun(execute)).toMatchObject({
			message: "'Max Documents at Once' is invalid",
			context: { itemIndex: 0 },
		});
		expect(fake.requests).toEqual([]);
	});

	test('the error names the jobs of earlier items', async () => {
		const { service, execute } = open(submitAll('one', 'two', 'three'));
		service.instead = (asked) =>
			asked === 'POST /v1/jobs' && service.submissions.length === 1
				? { statusCode: 402, body: '{}' }
				: undefined;
		const error = await errorOfRun(execute);
		expect(error).toMatchObject({ httpCode: '402', context: { itemIndex: 1 } });
		expect(error.description).toMatch(
			/^It made no new charge\. 1 of 2 other PDFs is paid for\. Add credits\. Run again: you do not pay twice\.$/,
		);
		expect(error.context.data).toEqual({
			code: 'NOT_ENOUGH_CREDITS',
			filename: 'two.pdf',
			reason: 'status 402 while submitting the job at api.example.com',
			jobs: [{ item: 0, filename: 'one.pdf', job_id: 'job_1', status: 'completed' }],
		});
		expect(service.asked.filter((asked) => asked === 'POST /v1/jobs')).toHaveLength(2);
	});

	test('a running item submits nothing more after another has failed', async () => {
		const { service, execute } = open({
			parameters: [getJob(''), onDocument('submit')],
			items: [{ json: {} }, itemWithPdf('two')],
		});
		expect(await errorOfRun(execute)).toMatchObject({ message: "'Job ID' is empty" });
		expect(service.submissions).toEqual([]);
	});
});

describe('an unexpected exception', () => {
	const shaken = (continueOnFail: boolean) => {
		const bench = open({ ...submitAll('one'), continueOnFail });
		// The log names the job right after the submission.
		jest.spyOn(bench.fake.log.logger, 'info').mockImplementation(() => {
			throw new TypeError('The log is gone');
		});
		return bench;
	};
	const known = { job_id: 'job_1', job_number: 1 };
	const told = {
		message: '"one.pdf" hit a bug in this node',
		description: expect.stringMatching(/^Job job_1 is paid for\. Please report it\. /) as string,
	};

	test('names the job in an error item, too', async () => {
		const [[item] = []] = await shaken(true).execute();
		expect(item).toEqual({
			...itemWithPdf('one'),
			json: {
				filename: 'one.pdf',
				id: 'job_1',
				status: 'completed',
				credits_used: 1,
				source_field: 'data',
				error: { ...told, code: 'INTERNAL_ERROR', ...known, reason: 'The log is gone' },
			},
			pairedItem: { item: 0 },
		});
	});
});

describe('many items without a file', () => {
	const openMany = (count: number) =>
		open({
			parameters: Array.from({ length: count }, () => onDocument('tag')),
			items: Array.from({ length: count }, (_, n) => ({ json: { n } })),
			continueOnFail: true,
		});

	test('ask n8n for the number of the run as often as one item does', async () => {
		const countQuestions = async (count: number) => {
			const { execute, fake } = openMany(count);
			const ask = jest.spyOn(fake.context, 'getWorkflowDataProxy');
			expect((await execute())[0]).toHaveLength(count);
			return ask.mock.calls.length;
		};
		expect(await countQuestions(300)).toBe(await countQuestions(1));
	});

	test('let n8n do other work', async () => {
		const { execute, fake } = openMany(1_000);
		// Time passes with each look at the clock, so the outcome does not depend on the machine.
		let now = performance.now();
		jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
		const looks = jest.spyOn(fake.context, 'getNodeParameter');
		let isOver = false;
		const counts: number[] = [];
		const look = () => {
			counts.push(looks.mock.calls.length);
			if (!isOver) setImmediate(look);
		};
		look();
		await execute();
		isOver = true;
		counts.push(looks.mock.calls.length);
		jest.restoreAllMocks();
		const steps = counts.map((count, n) => count - (counts[n - 1] ?? 0));
		expect(counts.at(-1)).toBeGreaterThan(2_000);
		expect(Math.max(...steps)).toBeLessThan(500);
	});
});

test.each(['STOPPED', 'NOT_STARTED'])('of Stop and a halt, the first one counts: %s', (code) => {
	const stop = new AbortController();
	const halt = new AbortController();
	const signal = joinSignals([halt.signal, stop.signal]);
	const endRun = [() => stop.abort(), () => halt.abort(HALT_REASON)];
	if (code === 'NOT_STARTED') endRun.reverse();
	endRun.forEach((end) => end());
	expect(() => throwIfStopped(signal)).toThrow(new TagPdfError(code as 'STOPPED', {}));
});
