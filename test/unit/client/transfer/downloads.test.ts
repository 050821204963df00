import { HALT_REASON } from '../../../../client/errors';
import { Service } from '../../../../client/service';
import { fetchResult, fetchSource } from '../../../../client/download';
import { failureOf } from '../../support/failureOf';
import { contentOf, pdfOf, streamOf } from '../../support/pdf';
import {
	answered,
	noAnswer,
	result,
	ScriptedRuntime,
	silence,
	streamed,
} from '../../support/scriptedRuntime';

const pdf = pdfOf(3_000);
const SOURCE_ADDRESS = 'https://files.example.com:8443/report.pdf?token=secret';
const job = { jobId: 'j', jobExists: true };
const url = (host: string) => `https://${host}.example.com/result?X-Sig=1`;

describe('fetchResult', () => {
	let runtime: ScriptedRuntime;
	let stop: AbortController;

	beforeEach(() => {
		runtime = new ScriptedRuntime().answer('getResult', result(url('s3')));
		stop = new AbortController();
	});

	const fetched = async (save = contentOf, retryUntil?: number) =>
		await fetchResult(
			runtime,
			new Service(runtime),
			'j',
			{ save, maxBytes: 1_000_000 },
			{
				signal: stop.signal,
				retryUntil,
			},
		);

	it('requests the result URL and returns the result of saving the PDF', async () => {
		runtime.serve(streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.order()).toEqual(['getResult', 'open']);
		expect(runtime.all('open')).toMatchObject([{ url: url('s3') }]);
	});

	it('requests a new URL for every try', async () => {
		runtime
			.answer('getResult', result(url('a')), result(url('b')), result(url('c')))
			.serve(streamed('', {}, 403), streamed(pdf.subarray(0, 2_000)), streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.all('open').map((request) => request.url)).toEqual(['a', 'b', 'c'].map(url));
	});

	it.each([
		[10_000, ['a']],
		[10_001, ['a', 'b']],
	])('requests a new URL after waiting %i ms for a slot: %j', async (ms, hosts) => {
		runtime.answer('getResult', result(url('a')), result(url('b'))).serve(streamed(pdf));
		runtime.slots.transfers = {
			run: async (work, isUrgent) => {
				// Results have priority over uploads, because their URL expires.
				expect(isUrgent).toBe(true);
				await runtime.sleep(ms);
				return await work();
			},
		};
		expect(await fetched()).toEqual(pdf);
		expect(runtime.all('getResult')).toHaveLength(hosts.length);
		expect(runtime.all('open')).toMatchObject([{ url: url(hosts.at(-1) ?? '') }]);
	});

	it('fails after the second refusal of a fresh URL', async () => {
		runtime.serve(streamed('', {}, 403));
		const { code, facts } = await failureOf(fetched());
		expect(code).toBe('UNEXPECTED_ANSWER');
		expect(facts).toMatchObject({ ...job, request: 'download', tries: 2 });
	});

	it('fails after two minutes with job, last server and exception', async () => {
		const cause = noAnswer('ECONNRESET');
		runtime.answer('getResult', result(url('a')), result(url('b'))).serve(cause);
		const error = await failureOf(fetched());
		expect(error.code).toBe('UNREACHABLE');
		expect(error.cause).toMatchObject({ message: cause.message });
		expect(error.facts).toEqual({
			...job,
			request: 'download',
			server: 'b.example.com',
			failure: { kind: 'network', code: 'ECONNRESET' },
			tries: 11,
			jobMayExist: false,
		});
	});

	it('retries a body that is no PDF, and reports it in the end', async () => {
		runtime.serve(() => streamed('<html></html>'));
		const { code, facts } = await failureOf(fetched());
		expect(code).toBe('UNEXPECTED_ANSWER');
		expect(facts.tries).toBe(7);
	});

	it.each(['data:application/pdf,%PDF-1.7 %%EOF', 'http://s3.example.com/result'])(
		'refuses the address %s without asking for another',
		async (address) => {
			runtime.answer('getResult', result(address));
			const { code, facts } = await failureOf(fetched());
			expect(code).toBe('UNEXPECTED_ANSWER');
			expect(facts).toMatchObject({ ...job, request: 'getResult', tries: 1 });
			expect(runtime.order()).toEqual(['getResult']);
		},
	);

	it('hides the address that storage repeats', async () => {
		runtime
			.answer('getResult', result('https://s3.example.com/result?X-Sig=f00dcafe'))
			.serve(streamed('<Code>f00dcafe</Code>', {}, 404));
		expect((await failureOf(fetched())).facts.failure).toEqual({ kind: 'status', statusCode: 404 });
	});

	it('hides a secret that the service gives as the host of storage', async () => {
		runtime.answer('getResult', result('https://sk_secret.example.com/result'));
		runtime.serve(streamed('', {}, 400));
		expect((await failureOf(fetched())).facts.server).toBe('***.example.com');
	});

	it('waits minutes for a storage that is down, until the deadline', async () => {
		const began = runtime.now();
		const isDown = () => runtime.now() - began < 5 * 60_000;
		runtime
			.answer('getResult', () => (isDown() ? answered(409) : result(url('s3'))))
			.serve(...Array.from({ length: 20 }, () => streamed('', {}, 503)), streamed(pdf));
		expect(await fetched(contentOf, began + 30 * 60_000)).toEqual(pdf);
		expect(runtime.all('open')).toHaveLength(21);
		expect(runtime.now() - began).toBeLessThan(20 * 60_000);
	});

	it('fails with the job if the service gives no URL', async () => {
		runtime.answer('getResult', answered(404));
		const { code, facts } = await failureOf(fetched());
		expect(code).toBe('NOT_FOUND');
		expect(facts).toMatchObject({ ...job, request: 'getResult' });
		expect(runtime.all('open')).toEqual([]);
	});

	it('reports a PDF that could not be saved, with the exception, and fetches it once', async () => {
		const full = new Error('ENOSPC');
		runtime.serve(streamed(pdf));
		const save = async () => await Promise.reject<Buffer>(full);
		const error = await failureOf(fetched(save));
		expect(error.code).toBe('NOT_SAVED');
		expect(error.facts).toEqual(job);
		expect(error.cause).toBe(full);
		expect(runtime.all('open')).toHaveLength(1);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALT_REASON, 'NOT_STARTED'],
	])('stops at once (%p) and names the job', async (reason, expected) => {
		const began = runtime.now();
		runtime.serve(silence);
		runtime.after(1_000, () => stop.abort(reason));
		const { code, facts } = await failureOf(fetched());
		expect(code).toBe(expected);
		expect(facts).toMatchObject(job);
		expect(runtime.now() - began).toBe(1_000);
	});

	it('ends the pauses of the call for a URL on Stop', async () => {
		const began = runtime.now();
		runtime.answer('getResult', answered(503));
		runtime.after(100, () => {
			stop.abort();
		});
		const { code, facts } = await failureOf(fetched());
		expect(code).toBe('STOPPED');
		expect(facts).toMatchObject(job);
		expect(runtime.now() - began).toBe(100);
	});
});

describe('fetchSource', () => {
	let runtime: ScriptedRuntime;
	let stop: AbortController;

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		stop = new AbortController();
	});

	const fetched = async (save = contentOf) =>
		await fetchSource(runtime, SOURCE_ADDRESS, { save, maxBytes: 1_000_000 }, stop.signal);

	it('returns the result of saving the document', async () => {
		runtime.serve(streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.requests).toMatchObject([{ asked: 'open', url: SOURCE_ADDRESS }]);
	});

	it('retries a missing or incomplete document', async () => {
		const broken = streamOf(pdf.subarray(0, 10), noAnswer('ECONNRESET'));
		runtime.serve(noAnswer('ENOTFOUND'), streamed('', {}, 503), streamed(broken), streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.requests).toHaveLength(4);
	});

	it("waits after 429 without closing the API key's gate", async () => {
		const began = runtime.now();
		runtime.serve(streamed('', { 'retry-after': '30' }, 429), streamed(pdf));
		expect(await fetched()).toEqual(pdf);
		expect(runtime.slept).toContain(30_000);
		expect(runtime.requests.map(({ at }) => at - began)).toEqual([0, 30_000]);
	});

	it.each([401, 403, 404, 410])(
		'fails at once for %i, with only the server',
		async (statusCode) => {
			runtime.serve(streamed('', {}, statusCode));
			const error = await failureOf(fetched());
			expect(error.code).toBe('SOURCE_UNAVAILABLE');
			expect(error.facts).toEqual({
				request: 'fetchSource',
				server: 'files.example.com:8443',
				failure: { kind: 'status', statusCode },
				tries: 1,
				jobMayExist: false,
			});
			expect(JSON.stringify(error.facts)).not.toContain('secret');
		},
	);

	it('fails at once for a body that is no PDF', async () => {
		runtime.serve(streamed('<html></html>', { 'content-type': 'text/html' }));
		const error = await failureOf(fetched());
		expect(error.code).toBe('NOT_A_PDF');
		expect(error.facts.tries).toBe(1);
	});

	it('fails after a few seconds without an answer, with the exception', async () => {
		const cause = noAnswer('ECONNRESET');
		runtime.serve(cause);
		const error = await failureOf(fetched());
		expect(error.code).toBe('SOURCE_UNAVAILABLE');
		expect(error.cause).toMatchObject({ message: cause.message });
		expect(error.facts.tries).toBe(4);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALT_REASON, 'NOT_STARTED'],
	])('stops at once (%p)', async (reason, code) => {
		const began = runtime.now();
		runtime.serve(silence);
		runtime.after(1_000, () => stop.abort(reason));
		expect((await failureOf(fetched())).code).toBe(code);
		expect(runtime.now() - began).toBe(1_000);
	});

	it('reports a document that could not be saved, with the exception, and fetches it once', async () => {
		const full = new Error('ENOSPC');
		runtime.serve(streamed(pdf));
		const error = await failureOf(fetched(async () => await Promise.reject(full)));
		expect(error.code).toBe('NOT_SAVED');
		expect(error.facts).toEqual({});
		expect(error.cause).toBe(full);
		expect(runtime.all('open')).toHaveLength(1);
	});
});
