import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeExecutionData } from 'n8n-workflow';

import type { StartItem } from '../../engine';
import { makeDocument } from '../host/harness/documents';
import { item, jobIdOf, openSetup, tagPdf, type Setup } from './setup';

let setup: Setup;
beforeAll(async () => {
	setup = await openSetup({ binaryMode: 'filesystem', processingMs: 0, maxBytes: 2_000_000 });
});
afterEach(() => {
	setup.sandbox.reset();
});
afterAll(async () => await setup.close());

/** Runs a good item before the bad item, with Continue On Fail off and on. */
async function failing(
	parameters: object,
	bad: StartItem,
): Promise<{ message: string; description: string; code: string }> {
	const { engine } = setup;
	const items = [await item('good'), bad];
	const stopped = await engine.run({
		nodes: tagPdf({ options: { maxInFlight: 1 }, ...parameters }),
		items,
	});
	expect(stopped.status).toBe('error');
	expect(stopped.error).toMatchObject({ context: { itemIndex: 1 } });

	const carried = await engine.run({
		nodes: tagPdf(parameters, { onError: 'continueRegularOutput' }),
		items,
	});
	expect(carried.status).toBe('success');
	const [good, failed] = carried.items() as [INodeExecutionData, INodeExecutionData];
	expect(good.json).toMatchObject({ status: 'completed' });
	expect(failed.pairedItem).toEqual({ item: 1 });
	expect(Object.keys(failed.json).at(-1)).toBe('error');
	expect(Object.keys(failed.binary ?? {})).toEqual(Object.keys(bad.binary ?? {}));
	const error = failed.json.error as { message: string; description: string; code: string };
	expect(stopped.error?.message).toBe(error.message);
	// The good document is charged.
	expect(stopped.error?.description).toMatch(
		/ The other PDF is paid for\. .* Run again: you do not pay twice\.$/,
	);
	expect(error.description).not.toBe('');
	return error;
}

/** Expects no request for the bad item, because the node detects the error before it sends anything. */
function expectUntouched(): void {
	const names = setup.sandbox.requestsOf('createUpload').map(({ body }) => body);
	expect(names.every((body) => body === '{"filename":"good.pdf"}')).toBe(true);
}

describe('a document that cannot be used', () => {
	test.each<[string, StartItem, object, string, RegExp, RegExp]>([
		[
			'no PDF',
			{ binary: { data: { content: Buffer.from('PK\x03\x04 a zip'), fileName: 'a.docx' } } },
			{},
			'NOT_A_PDF',
			/"a.docx" is not a PDF/,
			/^No new charge was made/,
		],
		[
			'several files',
			{ binary: { a: { content: Buffer.from('x') }, b: { content: Buffer.from('y') } } },
			{},
			'INVALID_INPUT',
			/None of the item's 2 files is a PDF/,
			/item has "a", "b"\./,
		],
		[
			'an expression that yields nothing, beside the only file of the item',
			{ binary: { data: { content: Buffer.from('x') } } },
			{ binaryPropertyName: '={{ $itemIndex === 0 ? "data" : $json.field }}' },
			'INVALID_INPUT',
			/'Input Binary Field' has no file/,
			/It is empty, not a file or a field name/,
		],
	])('%s', async (_name, bad, parameters, code, message, description) => {
		const error = await failing(parameters, bad);
		expect(error).toMatchObject({
			code,
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		expectUntouched();
	});

	test('too large for the storage', async () => {
		const content = Buffer.concat([await makeDocument('huge'), Buffer.alloc(2_100_000)]);
		const error = await failing({}, { binary: { data: { content, fileName: 'huge.pdf' } } });
		expect(error).toMatchObject({
			code: 'TOO_LARGE',
			message: expect.stringContaining('is too large'),
		});
		expect(setup.sandbox.jobs.every(({ filename }) => filename === 'good.pdf')).toBe(true);
	});

	test('a binary object from an expression works like a field name', async () => {
		const execution = await setup.engine.run({
			nodes: tagPdf({ binaryPropertyName: '={{ $binary.data }}' }),
			items: [await item('object')],
		});
		expect(execution.items()[0]?.json).toMatchObject({ filename: 'object.pdf' });
	});

	test('no items at all', async () => {
		const execution = await setup.engine.run({ nodes: tagPdf(), items: [] });
		expect(execution.error).toBeUndefined();
		expect(execution.items()).toEqual([]);
	});
});

describe('a document from a URL', () => {
	let server: Server;
	let origin: string;
	const routes: Record<
		string,
		{ status?: number; headers?: Record<string, string>; body: Buffer | string }
	> = {};
	beforeAll(async () => {
		routes['/report%20one.pdf'] = { body: await makeDocument('from url') };
		routes['/moved'] = { status: 302, headers: { location: '/report%20one.pdf' }, body: '' };
		routes['/page'] = { headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' };
		routes['/none'] = { body: '' };
		server = createServer((request, response) => {
			const route = routes[request.url ?? ''];
			response.writeHead(route?.status ?? (route ? 200 : 404), route?.headers);
			// Flushes the headers before the body, so the response has no Content-Length.
			response.flushHeaders();
			response.end(route?.body);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(() => server.close());

	test('is fetched through redirects, without a length, and named by its path', async () => {
		// Processes one item at a time, so the job gets the name of the first item.
		const options = { maxInFlight: 1 };
		const execution = await setup.engine.run({
			nodes: tagPdf({ source: 'url', url: '={{ $json.url }}', options }),
			items: [
				{ json: { url: `${origin}/report%20one.pdf` } },
				{ json: { url: `${origin}/moved` } },
			],
		});
		expect(execution.error).toBeUndefined();
		expect(execution.items().map(({ json }) => json.filename)).toEqual([
			'report one.pdf',
			'report one.pdf',
		]);
		// Identical content in two items of one execution creates one job.
		expect(setup.sandbox.ledger.charges).toHaveLength(1);
	});

	test.each([
		['ftp://example.com/a.pdf', 'INVALID_INPUT', /not an http\(s\) address/],
		['/page', 'NOT_A_PDF', /^The URL of "page" leads to no PDF$/],
		['/gone', 'SOURCE_UNAVAILABLE', /^"gone" could not be fetched$/],
		['http://127.0.0.1:1/a.pdf', 'SOURCE_UNAVAILABLE', /^"a.pdf" could not be fetched$/],
	])('%p', async (address, code, message) => {
		const url = address.startsWith('/') ? origin + address : address;
		const execution = await setup.engine.run({
			nodes: tagPdf({ source: 'url', url }, { onError: 'continueRegularOutput' }),
		});
		expect(execution.items()[0]?.json.error).toMatchObject({
			code,
			message: expect.stringMatching(message),
		});
		expect(setup.sandbox.requests).toEqual([]);
	});
});

describe('a job that cannot be used', () => {
	const job = (operation: string, jobId: string) =>
		tagPdf({ resource: 'job', operation, jobId }, { onError: 'continueRegularOutput' });

	test.each(['download'])('%s: unknown, empty, and of another account', async (operation) => {
		const { engine, sandbox } = setup;
		const submitted = await engine.run({
			nodes: tagPdf({ operation: 'submit' }),
			items: [await item('theirs')],
		});
		const unknown = await engine.run({ nodes: job(operation, 'no such/job?') });
		expect(unknown.items()[0]?.json.error).toMatchObject({
			code: 'NOT_FOUND',
			jobId: 'no such/job?',
			requestId: expect.any(String),
		});
		const empty = await engine.run({ nodes: job(operation, ' ') });
		expect(empty.items()[0]?.json.error).toMatchObject({ code: 'INVALID_INPUT' });

		engine.credentials.tagPdfApi = { apiKey: sandbox.accounts[1].apiKey, baseUrl: sandbox.url };
		const other = await engine.run({
			nodes: job(operation, jobIdOf(submitted)),
		});
		engine.credentials.tagPdfApi = { apiKey: sandbox.accounts[0].apiKey, baseUrl: sandbox.url };
		expect(other.items()[0]?.json.error).toMatchObject({ code: 'NOT_FOUND' });
	});
});
