import { Readable } from 'node:stream';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { itemWithPages, itemWithPdf, onDocument, submitAll } from '../../support/documents';
import type { FakeSetup } from '../../support/fakeExecution';
import { FakeService, jobOf } from '../../support/fakeService';
import { openNode as open, errorOfRun } from '../../support/openNode';

describe('credentials', () => {
	const baseUrl = 'https://api.example.com';

	test('the same document is one job per account', async () => {
		const { service, execute } = open({
			...submitAll('one', 'one', 'one'),
			credentials: ['key_a', 'key_b', 'key_a'].map((apiKey) => ({ apiKey, baseUrl })),
		});
		const [items = []] = await execute();
		expect(items.map(({ json }) => json.id)).toEqual(['job_1', 'job_2', 'job_1']);
		expect(service.submissions).toHaveLength(2);
	});

	describe('and a credit limit', () => {
		const limited = (...pages: number[]) => ({
			parameters: pages.map(() =>
				onDocument('submit', { maxDocumentsAtOnce: 1, maxCreditsPerExecution: 3 }),
			),
			items: pages.map((count) => itemWithPages(count)),
			continueOnFail: true,
		});
		const codesOf = ([items = []]: INodeExecutionData[][]) =>
			items.map(({ json }) => (json.error as IDataObject | undefined)?.code ?? json.id);

		test('a replaced API key of the same account pays for nothing again in a Retry', async () => {
			const service = new FakeService();
			service.accountOf = () => 'account_1';
			const kept = {};
			const first = await open({ ...limited(1, 2), service, kept }).execute();
			expect(codesOf(first)).toEqual(['job_1', 'job_2']);
			const credentials = [{ apiKey: 'key_2', baseUrl }];
			const retry = { ...limited(1, 2), service, kept, credentials, executionId: 'execution_2' };
			expect(codesOf(await open(retry).execute())).toEqual(['job_1', 'job_2']);
			expect(service.jobs.size).toBe(2);
			expect(service.asked.filter((asked) => asked === 'GET /v1/me')).toHaveLength(2);
		});

		test('two accounts count apart', async () => {
			const service = new FakeService();
			const credentials = ['key_a', 'key_b', 'key_a'].map((apiKey) => ({ apiKey, baseUrl }));
			const items = await open({ ...limited(2, 2, 3), service, credentials }).execute();
			expect(codesOf(items)).toEqual(['job_1', 'job_2', 'OVER_CREDIT_LIMIT']);
		});

		test('two API keys of one account count together', async () => {
			const service = new FakeService();
			service.accountOf = () => 'account_1';
			const credentials = ['key_a', 'key_b', 'key_a'].map((apiKey) => ({ apiKey, baseUrl }));
			const items = await open({ ...limited(2, 3, 1), service, credentials }).execute();
			expect(codesOf(items)).toEqual(['job_1', 'OVER_CREDIT_LIMIT', 'job_2']);
		});

		test('accounts of two services are two, even if their IDs are the same', async () => {
			const service = new FakeService();
			service.accountOf = () => 'account_1';
			const credentials = [
				{ apiKey: 'key_a', baseUrl },
				{ apiKey: 'key_b', baseUrl: 'https://other.example.com' },
			];
			const items = await open({ ...limited(2, 3), service, credentials }).execute();
			expect(codesOf(items)).toEqual(['job_1', 'job_2']);
		});

		test('what another version of the package has stored counts from 0, and the log says so', async () => {
			const told = (lines: Array<[string, string]>) =>
				lines.filter(([level, line]) => level === 'warn' && /counts from 0/.test(line)).length;
			const kept = { ledger: { version: 'another' } };
			const first = open({ ...limited(3), kept });
			expect(codesOf(await first.execute())).toEqual(['job_1']);
			expect(told(first.fake.log.lines)).toBe(1);
			const second = open({ ...limited(3), service: first.service, kept });
			expect(codesOf(await second.execute())).toEqual(['job_1']);
			expect(told(second.fake.log.lines)).toBe(0);
		});

		test('two spellings of one address are one account', async () => {
			const service = new FakeService();
			const credentials = [baseUrl, `${baseUrl.toUpperCase()}/`, `${baseUrl}:443/v1`].map(
				(url) => ({
					apiKey: 'key_a',
					baseUrl: url.replace('HTTPS', 'https'),
				}),
			);
			const items = await open({ ...limited(2, 1, 3), service, credentials }).execute();
			expect(codesOf(items)).toEqual(['job_1', 'job_2', 'OVER_CREDIT_LIMIT']);
			expect(service.asked.filter((asked) => asked === 'GET /v1/me')).toHaveLength(1);
		});
	});
});

describe('a second try', () => {
	const kept = (): IDataObject => ({});

	/** @returns execution memory after a try that paid for the first of two documents and was refused the second */
	async function payFirstOfTwo(setup: FakeSetup = submitAll('one', 'two')): Promise<IDataObject> {
		const memory = kept();
		const first = open({ ...setup, kept: memory });
		first.service.instead = (asked) =>
			asked === 'POST /v1/jobs' && first.service.submissions.length === 1
				? { statusCode: 402, body: '{}' }
				: undefined;
		await errorOfRun(first.execute);
		return memory;
	}

	const twoInOneItem = () => {
		const [one, two] = [itemWithPdf('one').binary?.data, itemWithPdf('two').binary?.data];
		const parameters = {
			...onDocument('submit', { maxDocumentsAtOnce: 1 }),
			binaryPropertyName: 'one, two',
		};
		return { parameters: [parameters], items: [{ json: {}, binary: { one, two } }] } as FakeSetup;
	};

	test.each<[string, FakeSetup]>([
		['two items', submitAll('one', 'two')],
		['one item', twoInOneItem()],
	])(
		'resumes the jobs of the first try and submits only missing documents of %s',
		async (_, setup) => {
			const memory = await payFirstOfTwo(setup);
			const second = open({ ...setup, kept: memory });
			second.service.jobs.set('job_1', jobOf('job_1'));
			const [items = []] = await second.execute();
			expect(items).toHaveLength(2);
			expect(second.service.asked.slice(0, 1)).toEqual(['GET /v1/jobs/job_1']);
			expect(second.service.submissions).toHaveLength(1);
		},
	);

	describe('that cannot start', () => {
		const openSecond = async (setup: FakeSetup = {}) => {
			const memory = await payFirstOfTwo();
			const options = { maxDocumentsAtOnce: 0 };
			const parameters = ['one', 'two'].map(() => onDocument('submit', options));
			return open({ ...submitAll('one', 'two'), parameters, kept: memory, ...setup });
		};

		test('says what the first try paid for, and lists its jobs', async () => {
			const { execute, service } = await openSecond();
			const error = await errorOfRun(execute);
			expect(error).toMatchObject({
				message: `"one.pdf": 'Max Documents at Once' is invalid`,
				description: 'Job job_1 is paid for. Set at least 1. Run again: you do not pay twice.',
			});
			expect(error.context.data).toMatchObject({
				jobs: [{ item: 0, filename: 'one.pdf', job_id: 'job_1', status: 'completed' }],
			});
			expect(service.asked).toEqual([]);
		});

		test('claims nothing about earlier tries if n8n has lost them in a crash', async () => {
			const { execute } = await openSecond({ mode: 'retry', kept: {} });
			expect((await errorOfRun(execute)).description).toMatch(
				/^No new charge was made\. Set at least 1/,
			);
		});
	});
});

describe('as a tool', () => {
	const node = { type: 'n8n-nodes-tag-pdf.tagPdfTool' };
	const call = (url: string) => ({ ...onDocument('submit'), source: 'url', url });
	const openCalls = (kept?: IDataObject) => {
		const service = new FakeService();
		service.instead = (asked) =>
			asked.endsWith('.pdf')
				? { statusCode: 200, body: Readable.from([Buffer.from(`%PDF-1.7 ${asked}\n%%EOF`)]) }
				: undefined;
		const execute = async (url: string, runIndex = 0): Promise<unknown> => {
			const [[item] = []] = await open({
				parameters: [call(url)],
				kept,
				node,
				runIndex,
				service,
			}).execute();
			return item?.json.id;
		};
		return { service, execute };
	};

	test('calls of one execution share the job of a URL, at the same time or one after the other', async () => {
		const { service, execute } = openCalls({});
		const [a, b] = ['https://example.com/a.pdf', 'https://example.com/b.pdf'] as const;
		const ids = await Promise.all([execute(a), execute(b), execute(a)]);
		expect(new Set(ids).size).toBe(2);
		expect(ids[2]).toBe(ids[0]);
		const { length } = service.asked;
		expect(await execute(a, 1)).toBe(ids[0]);
		expect(service.asked.slice(length)).toEqual([
			'GET /a.pdf',
			'POST /v1/uploads',
			'POST storage',
			expect.stringMatching(/^GET \/v1\/jobs\/job_\d$/),
		]);
		expect(service.submissions).toHaveLength(2);
	});

	test('a call reads its URL again: other bytes are another document', async () => {
		const { service, execute } = openCalls({});
		const url = 'https://example.com/a.pdf';
		const first = await execute(url);
		service.instead = (asked) =>
			asked === 'GET /a.pdf'
				? { statusCode: 200, body: Readable.from([Buffer.from('%PDF-1.7 new\n%%EOF')]) }
				: undefined;
		expect(await execute(url, 1)).not.toBe(first);
		expect(service.jobs.size).toBe(2);
	});

	test('works outside of an execution, where n8n keeps no data', async () => {
		const { service, fake, execute } = open({ ...submitAll('one'), node });
		fake.context.getContext = () => {
			throw new Error('There is no execution');
		};
		const [[item] = []] = await execute();
		expect(item?.json).toMatchObject({ id: 'job_1' });
		expect(service.submissions).toHaveLength(1);
	});
});

describe('each round of a loop', () => {
	test('has its own items, and finds the job of the same document', async () => {
		const kept: IDataObject = {};
		const service = new FakeService();
		const round = async (runIndex: number, name: string) => {
			const [[item] = []] = await open({ ...submitAll(name), kept, runIndex, service }).execute();
			return item?.json.id;
		};
		expect([await round(0, 'one'), await round(1, 'two'), await round(2, 'one')]).toEqual([
			'job_1',
			'job_2',
			'job_1',
		]);
		expect(service.submissions).toHaveLength(2);
	});

	test('reads its URL again: the address may give other bytes by then', async () => {
		const kept: IDataObject = {};
		const service = new FakeService();
		let round = 0;
		service.instead = (asked) =>
			asked.endsWith('.pdf')
				? { statusCode: 200, body: Readable.from([Buffer.from(`%PDF-1.7 ${round}\n%%EOF`)]) }
				: undefined;
		const parameters = [
			{ ...onDocument('submit'), source: 'url', url: 'https://example.com/a.pdf' },
		];
		for (; round < 2; round += 1)
			await open({ parameters, kept, runIndex: round, service }).execute();
		expect(service.submissions).toHaveLength(2);
	});
});
