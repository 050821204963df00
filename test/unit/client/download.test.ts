import { Readable } from 'node:stream';

import { fetchPdf, fetchResult, fetchSource, readRedirect } from '../../../client/download';
import { HALT_REASON } from '../../../client/errors';
import { fail } from '../../../client/failure';
import { createSlots } from '../../../client/http';
import { PRODUCT_LIMITS } from '../../../client/limits';
import type { ByteStream, HttpRequest, HttpResponse } from '../../../client/runtime';
import { Service } from '../../../client/service';
import { failureOf } from '../support/failureOf';
import { contentOf, pdfOf, streamOf } from '../support/pdf';
import {
	answered,
	noAnswer,
	result,
	ScriptedRuntime,
	silence,
	streamed,
} from '../support/scriptedRuntime';

const ADDRESS = 'https://s3.example.com/result?X-Sig=1';
const pdf = pdfOf(3_000);
const { maxAnswerBytes, stallMs } = PRODUCT_LIMITS.transfer;

let runtime: ScriptedRuntime;
let began: number;
let stop: AbortController;

beforeEach(() => {
	runtime = new ScriptedRuntime();
	const transfer = { ...PRODUCT_LIMITS.transfer, maxFileBytes: 1_000_000 };
	runtime.limits = { ...PRODUCT_LIMITS, transfer };
	began = runtime.now();
	stop = new AbortController();
});

/** Splits a document into chunks of `size` bytes. */
const split = (content: Buffer, size: number) =>
	Array.from({ length: Math.ceil(content.length / size) }, (_, n) =>
		content.subarray(n * size, (n + 1) * size),
	);

describe('fetchPdf', () => {
	const fetched = async (save: (content: ByteStream) => Promise<unknown> = contentOf) => {
		const answer = await fetchPdf(runtime, ADDRESS, save, stop.signal);
		return answer.ok ? answer : fail(answer.failure);
	};

	/** Serves these chunks with a pause before each; the connection ends with its request. */
	function slowly(pauseMs: number, ...chunks: Buffer[]) {
		return ({ signal }: HttpRequest): HttpResponse<ByteStream> => {
			const paced = async function* () {
				for (const chunk of chunks) {
					await runtime.sleep(pauseMs, signal);
					yield chunk;
				}
			};
			const stream = Readable.from(paced());
			signal?.addEventListener('abort', () => stream.destroy(noAnswer('ERR_CANCELED')));
			return streamed(stream);
		};
	}

	it('returns the result of saving the PDF', async () => {
		const body = streamOf(...split(pdf, 1_000));
		runtime.serve(streamed(body));
		expect(await fetched()).toEqual({ ok: true, value: pdf });
		expect(body.destroyed).toBe(true);
		expect(runtime.requests).toMatchObject([{ method: 'GET', url: ADDRESS, timeoutMs: stallMs }]);
		expect(runtime.requests[0]).not.toHaveProperty('headers');
	});

	it('closes a stream that is not read to its end', async () => {
		const body = streamOf(pdf);
		runtime.serve(streamed(body));
		const answer = await fetched(async (content) => await Promise.resolve(content));
		expect(answer).toMatchObject({ ok: true, value: { destroyed: true } });
		expect(body.destroyed).toBe(true);
	});

	it('passes on an error of saving, even if the connection ends with it', async () => {
		const full = new Error('ENOSPC');
		const body = streamOf(pdf.subarray(0, 2_000), pdf.subarray(2_000));
		runtime.serve(streamed(body));
		const save = async (content: ByteStream) => {
			for await (const chunk of content) {
				expect(chunk.length).toBeGreaterThan(0);
				body.destroy(noAnswer('ECONNRESET'));
				break;
			}
			return await Promise.reject(full);
		};
		expect(await failureOf(fetched(save))).toMatchObject({ code: 'NOT_SAVED', cause: full });
	});

	it('passes on chunks of any size', async () => {
		for (const size of [1, 1023, 1024, 1025, 5_000]) {
			for (const length of [20, 1023, 1024, 1025, 3_000]) {
				runtime.serve(streamed(streamOf(...split(pdfOf(length), size))));
				expect(await fetched()).toEqual({ ok: true, value: pdfOf(length) });
			}
		}
	});

	it.each<[string, Buffer | string, string]>([
		['a web page', '<html></html>', 'a web page came back'],
		['of exactly the window', Buffer.alloc(1024, 'x'), 'the download is not a PDF'],
		[
			'a PDF only later',
			Buffer.concat([Buffer.alloc(1024, 'x'), pdfOf(100)]),
			'the download is not a PDF',
		],
		['empty', '', 'the download is not a PDF'],
	])('saves nothing of another file: %s', async (_what, content, reason) => {
		runtime.serve(streamed(streamOf(...split(Buffer.from(content), 512))));
		const save = jest.fn(contentOf);
		expect(await fetched(save)).toEqual({ ok: false, failure: { kind: 'unreadable', reason } });
		expect(save).not.toHaveBeenCalled();
	});

	it.each([undefined, 'many', '1', '2999', '3001', 3_000])(
		'decides by its end if a file is complete, not by a length of %p',
		async (length) => {
			const headers = { 'content-length': length };
			runtime.serve(streamed(pdf, headers), streamed(pdf.subarray(0, 2_999), headers));
			expect(await fetched()).toMatchObject({ ok: true });
			const failure = { kind: 'network', code: 'TRUNCATED', kept: true };
			expect(await fetched()).toEqual({ ok: false, failure });
		},
	);

	it.each([100, 20_000, 40_000])('finds the end of a file in chunks of %i', async (size) => {
		const longer = Buffer.concat([pdfOf(50_000), Buffer.alloc(2_000, ' ')]);
		const cut = Buffer.concat([pdfOf(50_000), Buffer.from('\n7 0 obj\n<<')]);
		runtime.serve(...[longer, cut].map((each) => streamed(streamOf(...split(each, size)))));
		expect(await fetched()).toMatchObject({ ok: true });
		expect(await fetched()).toMatchObject({ failure: { code: 'TRUNCATED' } });
	});

	it('reports a broken connection, whatever saving reports', async () => {
		runtime.serve(streamed(streamOf(pdf.subarray(0, 2_000), noAnswer('ECONNRESET'))));
		const save = async (content: ByteStream) => {
			await contentOf(content).catch(() => {
				throw new Error('The store could not write');
			});
		};
		const failure = { kind: 'network', code: 'ECONNRESET', kept: true };
		expect(await fetched(save)).toEqual({ ok: false, failure });
	});

	it.each<[string, number, object]>([
		['206', 206, { 'content-type': 'application/pdf', 'content-range': 'bytes 0-2999/9000' }],
		['206 without a type', 206, {}],
		['parts', 200, { 'content-type': 'Multipart/ByteRanges; boundary=B' }],
		['parts behind a blank', 200, { 'content-type': ' multipart/byteranges; boundary=B' }],
		['206 with parts', 206, { 'content-type': 'multipart/byteranges; boundary=B' }],
	])(
		'refuses %s as a part of the document, even if it ends like a PDF',
		async (_what, status, headers) => {
			const body = streamOf(pdf);
			runtime.serve(streamed(body, { ...headers }, status));
			const save = jest.fn(contentOf);
			expect(await fetched(save)).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'TRUNCATED' },
			});
			expect(save).not.toHaveBeenCalled();
			expect(body.destroyed).toBe(true);
		},
	);

	it('takes a whole document whose type only mentions parts', async () => {
		runtime.serve(streamed(pdf, { 'content-type': 'application/pdf; x=multipart/byteranges' }));
		expect(await fetched()).toEqual({ ok: true, value: pdf });
	});

	describe('of a file that is too large', () => {
		const failure = { kind: 'oversize', reason: 'it is larger than 1 MB' };

		it('accepts the largest size, and saves nothing of a file that announces more', async () => {
			runtime.serve(streamed(pdfOf(1_000_000), { 'content-length': '1000000' }));
			expect(await fetched()).toMatchObject({ ok: true });
			runtime.serve(streamed(pdf, { 'content-length': '1000001' }));
			const save = jest.fn(contentOf);
			expect(await fetched(save)).toEqual({ ok: false, failure });
			expect(save).not.toHaveBeenCalled();
		});

		it('stops at the limit if its length is unknown', async () => {
			let taken = 0;
			const endless = async function* () {
				yield Buffer.from('%PDF-1.7');
				for (;;) {
					taken += 100_000;
					yield await Promise.resolve(Buffer.alloc(100_000));
				}
			};
			const body = Readable.from(endless());
			runtime.serve(streamed(body));
			expect(await fetched()).toEqual({ ok: false, failure });
			expect(taken).toBeLessThan(1_500_000);
			expect(body.destroyed).toBe(true);
		});
	});

	describe('of a redirect', () => {
		const to = (location: unknown, status = 302) =>
			streamed(streamOf('moved'), { location }, status);

		it.each([301, 302, 303, 307, 308])(
			'follows a %i to any server, without a body left open',
			async (status) => {
				const moved = to('https://other.example.com/b', status);
				runtime.serve(moved, to('../c', status), streamed(pdf));
				expect(await fetched()).toEqual({ ok: true, value: pdf });
				expect(runtime.requests.map(({ url }) => url)).toEqual([
					ADDRESS,
					'https://other.example.com/b',
					'https://other.example.com/c',
				]);
				expect(moved.body).toHaveProperty('destroyed', true);
			},
		);

		it.each(['http://s3.example.com/b', 'http://127.0.0.1/b', 'ftp://s3.example.com/b'])(
			'refuses %s from https',
			async (location) => {
				runtime.serve(to(location), streamed(pdf));
				expect(await fetched()).toMatchObject({
					failure: { kind: 'address', field: 'its redirect' },
				});
				expect(runtime.requests).toHaveLength(1);
			},
		);

		it('refuses http behind https, whatever came before', async () => {
			runtime.serve(to('https://s3.example.com/b'), to('http://s3.example.com/c'), streamed(pdf));
			const from = 'http://s3.example.com/a';
			const answer = await fetchPdf(runtime, from, contentOf, stop.signal);
			expect(answer).toMatchObject({ failure: { kind: 'address' } });
		});

		it('ends after ten of them', async () => {
			runtime.serve(to('/again'));
			expect(await fetched()).toMatchObject({ failure: { kind: 'status', statusCode: 302 } });
			expect(runtime.requests).toHaveLength(11);
		});

		it.each([undefined, 7, 'http://['])('to %p is a refusal', async (location) => {
			runtime.serve(to(location));
			expect(await fetched()).toMatchObject({ failure: { kind: 'status', statusCode: 302 } });
		});
	});

	describe('of a refusal', () => {
		it('reports the status, the pause and the code in the first 256 kB', async () => {
			const code = '<Code>SlowDown</Code>';
			for (const [length, type] of [
				[maxAnswerBytes - code.length, 'SlowDown'],
				[maxAnswerBytes + 1 - code.length, undefined],
			] as const) {
				const body = streamOf('x'.repeat(length), code);
				runtime.serve(streamed(body, { 'retry-after': '7' }, 503));
				expect(await fetched()).toEqual({
					ok: false,
					failure: { kind: 'status', statusCode: 503, type, retryAfter: '7' },
				});
				expect(body.destroyed).toBe(true);
			}
		});

		it('reports a missing answer by its code', async () => {
			runtime.serve(noAnswer('ECONNREFUSED'));
			const failure = { kind: 'network', code: 'ECONNREFUSED' };
			expect(await fetched()).toEqual({ ok: false, failure });
		});
	});

	describe('under watch', () => {
		it('aborts a download that is too slow', async () => {
			const drops = Array.from({ length: 100 }, () => Buffer.from(' '));
			runtime.serve(slowly(stallMs / 2, pdf.subarray(0, 1_100), ...drops, pdf.subarray(1_100)));
			const failure = { kind: 'network', code: 'TOO_SLOW', kept: true };
			expect(await fetched()).toEqual({ ok: false, failure });
			// At 2 bytes per millisecond plus two stalls: enough for the first 1,100 bytes and three drops.
			expect(runtime.now() - began).toBe(2 * stallMs + 1_103 / 2);
		});

		it('continues while bytes arrive', async () => {
			const large = pdfOf(900_000);
			const quarters = [0, 1, 2, 3].map((n) => large.subarray(n * 225_000, (n + 1) * 225_000));
			runtime.serve(slowly(stallMs - 1, ...quarters));
			const save = async (content: ByteStream) => (await contentOf(content)).equals(large);
			expect(await fetched(save)).toEqual({ ok: true, value: true });
			expect(runtime.now() - began).toBe(4 * (stallMs - 1));
		});

		it('aborts if no byte arrives for too long, whatever the connection reports', async () => {
			runtime.serve(slowly(10 * stallMs, pdf));
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'STALLED' },
			});
			expect(runtime.now() - began).toBe(stallMs);
		});

		it('stops at once, before and after the answer', async () => {
			runtime.serve(silence, slowly(10 * stallMs, pdf));
			runtime.after(1_000, () => stop.abort());
			expect(await fetched()).toMatchObject({ ok: false, failure: { code: 'ERR_CANCELED' } });
			expect(runtime.now() - began).toBe(1_000);
			expect(runtime.requests[0]?.signal?.aborted).toBe(true);

			stop = new AbortController();
			runtime.after(1_000, () => stop.abort());
			expect(await fetched()).toMatchObject({ ok: false, failure: { code: 'ERR_CANCELED' } });
			expect(runtime.now() - began).toBe(2_000);
		});
	});
});

const job = { jobId: 'j', jobExists: true };
const url = (host: string) => `https://${host}.example.com/result?X-Sig=1`;

type Save = (content: ByteStream, announced?: string) => Promise<Buffer>;

const fetchedResult = async (save: Save = contentOf, retryUntil?: number) => {
	const options = { signal: stop.signal, retryUntil };
	return await fetchResult(runtime, new Service(runtime), 'j', save, options);
};

const fetchedSource = async (save: Save = contentOf) => {
	const address = 'https://files.example.com:8443/report.pdf?token=secret';
	return await fetchSource(runtime, address, save, stop.signal);
};

describe.each([
	['result', fetchedResult, job],
	['source', fetchedSource, {}],
])('a %s', (_what, fetched, facts) => {
	beforeEach(() => runtime.answer('getResult', result(url('s3'))));

	it('that could not be saved is reported with the exception, and fetched once', async () => {
		const full = new Error('ENOSPC');
		runtime.serve(streamed(pdf));
		const error = await failureOf(fetched(async () => await Promise.reject(full)));
		expect(error).toMatchObject({ code: 'NOT_SAVED', cause: full });
		expect(error.facts).toEqual(facts);
		expect(runtime.all('open')).toHaveLength(1);
	});

	it.each([
		[undefined, 'STOPPED'],
		[HALT_REASON, 'NOT_STARTED'],
	])('is given up at once on Stop (%p)', async (reason, code) => {
		runtime.serve(silence);
		runtime.after(1_000, () => stop.abort(reason));
		expect(await failureOf(fetched())).toMatchObject({ code, facts });
		expect(runtime.now() - began).toBe(1_000);
	});

	it.each([
		['fails', async () => await Promise.reject<Buffer>(new Error('The store was closed'))],
		['hangs', async () => await new Promise<Buffer>(() => {})],
	])('whose saving %s at Stop is not reported as unsaved', async (_how, end) => {
		runtime.serve(streamed(pdf));
		const save = async () => {
			stop.abort();
			return await end();
		};
		expect(await failureOf(fetched(save))).toMatchObject({ code: 'STOPPED', facts });
	});
});

describe('fetchResult', () => {
	const missing = answered(404, { error: { type: 'not_found', message: 'No such job' } });

	it('holds no slot for transfers between two tries', async () => {
		runtime.answer('getResult', missing);
		/** How long each try has held its slot. */
		const held: number[] = [];
		runtime.slots = {
			...runtime.slots,
			transfers: async (work) => {
				const from = runtime.now();
				return await work().finally(() => held.push(runtime.now() - from));
			},
		};
		expect(await failureOf(fetchedResult())).toMatchObject({
			code: 'RESULT_GONE',
			facts: { ...job, request: 'getResult', tries: 9 },
		});
		expect(held).toEqual(Array(9).fill(0));
	});

	it('asks twice for a result that has been missing for long', async () => {
		runtime.answer('getResult', result(url('s3')));
		runtime.serve(() => streamed('<Error><Code>NoSuchKey</Code></Error>', {}, 404));
		const options = { signal: stop.signal, missingTries: 2 };
		const fetching = fetchResult(runtime, new Service(runtime), 'j', contentOf, options);
		expect(await failureOf(fetching)).toMatchObject({ code: 'RESULT_GONE', facts: { tries: 2 } });
	});

	beforeEach(() => runtime.answer('getResult', result(url('a')), result(url('b'))));

	it('requests a new URL for every try', async () => {
		runtime
			.answer('getResult', result(url('a')), result(url('b')), result(url('c')))
			.serve(streamed('', {}, 403), streamed(pdf.subarray(0, 2_000)), streamed(pdf));
		expect(await fetchedResult()).toEqual(pdf);
		expect(runtime.order().slice(0, 2)).toEqual(['getResult', 'open']);
		expect(runtime.all('open').map((request) => request.url)).toEqual(['a', 'b', 'c'].map(url));
	});

	it('requests the URL once it has a slot, because the URL expires', async () => {
		runtime.answer('getResult', result(url('a'))).serve(streamed(pdf));
		runtime.slots.transfers = createSlots(1);
		void runtime.slots.transfers(() => runtime.sleep(90_000));
		const began = runtime.now();
		expect(await fetchedResult()).toEqual(pdf);
		expect(runtime.all('getResult')).toMatchObject([{ at: began + 90_000 }]);
	});

	it('fails after two minutes with job and last server', async () => {
		runtime.serve(noAnswer('ECONNRESET'));
		const error = await failureOf(fetchedResult());
		expect(error.code).toBe('UNREACHABLE');
		expect(error.facts).toEqual({
			...job,
			request: 'download',
			server: 'b.example.com',
			failure: { kind: 'network', code: 'ECONNRESET' },
			tries: 11,
			jobMayExist: false,
		});
	});

	it('asks no storage whose address has the API key in it', async () => {
		runtime.answer('getResult', result('https://sk_secret.example.com/result'));
		expect((await failureOf(fetchedResult())).facts.failure).toEqual({
			kind: 'unreadable',
			reason: 'field "result_url" repeats the API key',
		});
	});

	it('waits minutes for a service and a storage that are down, until the deadline', async () => {
		const isDown = () => runtime.now() - began < 5 * 60_000;
		runtime
			.answer('getResult', () => (isDown() ? answered(409) : result(url('s3'))))
			.serve(...Array.from({ length: 20 }, () => streamed('', {}, 503)), streamed(pdf));
		expect(await fetchedResult(contentOf, began + 30 * 60_000)).toEqual(pdf);
		expect(runtime.all('open')).toHaveLength(21);
		expect(runtime.now() - began).toBeLessThan(20 * 60_000);
	});

	it.each([
		[403, 1],
		[422, 1],
		[503, 11],
	])(
		'repeats a call for a URL that ends with %i no more than other calls',
		async (status, tries) => {
			runtime.answer('getResult', answered(status));
			const error = await failureOf(fetchedResult());
			expect(error.facts).toMatchObject({ ...job, request: 'getResult', tries });
			expect(runtime.all('getResult')).toHaveLength(tries);
		},
	);

	it('ends the pauses of the call for a URL on Stop', async () => {
		runtime.answer('getResult', answered(503));
		runtime.after(100, () => stop.abort());
		expect(await failureOf(fetchedResult())).toMatchObject({ code: 'STOPPED', facts: job });
		expect(runtime.now() - began).toBe(100);
	});
});

test.each<[number, unknown, string | undefined]>([
	[302, 'https://other.example.com/b', 'https://other.example.com/b'],
	[308, 'b', 'https://s3.example.com/b'],
	[200, 'b', undefined],
	[300, 'b', undefined],
	[304, 'b', undefined],
	[403, 'b', undefined],
	[302, 'http://[', undefined],
	[302, 7, undefined],
	[302, undefined, undefined],
])('the redirect of a %i to %j is %j', (statusCode, location, next) => {
	expect(readRedirect(ADDRESS, { headers: { location }, statusCode })).toBe(next);
});

describe('fetchSource', () => {
	it('retries a part of a document', async () => {
		runtime.serve(streamed(pdf, {}, 206), streamed(pdf));
		expect(await fetchedSource()).toEqual(pdf);
		expect(runtime.requests).toHaveLength(2);
	});

	/** PDFs that readers open, although nothing marks their end. */
	const endless = Buffer.concat([pdf.subarray(0, -5), Buffer.alloc(40_000)]);

	it.each([
		['its announced length', { 'content-length': String(endless.length) }],
		['its last chunk', { 'transfer-encoding': 'gzip, chunked' }],
	])('takes a file without an end mark if %s shows that it is whole', async (_how, headers) => {
		runtime.serve(streamed(endless, headers));
		expect(await fetchedSource()).toEqual(endless);
		expect(runtime.requests).toHaveLength(1);
	});

	const part = { 'content-length': String(endless.length), 'content-range': 'bytes 0-9/99' };
	it.each([
		{},
		part,
		{ 'content-length': '9' },
		{ 'content-length': '' },
		{ 'transfer-encoding': 'x' },
	])('says that it looks incomplete if nothing shows it: %j', async (headers) => {
		runtime.serve(() => streamed(endless, headers));
		const failure = { kind: 'network', code: 'TRUNCATED', kept: true };
		const error = await failureOf(fetchedSource());
		expect(error).toMatchObject({ code: 'SOURCE_UNAVAILABLE', facts: { failure } });
	});

	it.each<[header: unknown, name: string | undefined]>([
		['attachment; filename="report 2026.pdf"', 'report 2026.pdf'],
		['attachment;filename=report.pdf;size=7', 'report.pdf'],
		['inline; FileName = report final.pdf ', 'report final.pdf'],
		['filename=report.pdf', 'report.pdf'],
		['attachment; filename="a;b, \\"c\\".pdf"', 'a;b, "c".pdf'],
		['attachment; filename="C:\\docs\\a.pdf"', 'C:\\docs\\a.pdf'],
		['attachment; filename="x.pdf"; filename*=UTF-8\'\'%e2%82%ac%20rates.pdf', '\u20ac rates.pdf'],
		["attachment; filename*=iso-8859-1'en'%A3%20rates.pdf; filename=x.pdf", '\u00a3 rates.pdf'],
		["attachment; filename*=UTF-8''100%.pdf", '100%.pdf'],
		["attachment; filename*=windows-1252''%DCber.pdf; filename=x.pdf", '\u00dcber.pdf'],
		["attachment; filename*=UTF8''a%20b.pdf", 'a b.pdf'],
		['attachment; filename*="UTF-8\'\'a%20b.pdf"', 'a b.pdf'],
		["attachment; filename=UTF-8''a%20b.pdf", 'a b.pdf'],
		["attachment; filename='a b.pdf' ; size=7", 'a b.pdf'],
		["attachment; filename='t is.pdf", "'t is.pdf"],
		["attachment; filename='a b.pdf';size=7", 'a b.pdf'],
		["attachment; filename='a b.pdf'", 'a b.pdf'],
		["attachment; filename=in utf-8''a.pdf", "in utf-8''a.pdf"],
		["attachment; filename*=UTF-8''%DCber.pdf", '\u00dcber.pdf'],
		["attachment; filename*=utf8''%DCber.pdf", '\u00dcber.pdf'],
		["attachment; filename*=x-utf-8''x.pdf; filename=y.pdf", 'y.pdf'],
		["attachment; filename*=utf-80''x.pdf; filename=y.pdf", 'y.pdf'],
		['attachment; filename="a b.pdf', 'a b.pdf'],
		["attachment; filename*=utf-7''x; filename=y.pdf", 'y.pdf'],
		['attachment; filename*=x.pdf', undefined],
		["attachment; filename*=UTF-8''", undefined],
		[
			`attachment; filename="${Buffer.from('\u00dcbersicht.pdf').toString('latin1')}"`,
			'\u00dcbersicht.pdf',
		],
		['attachment; filename="\u00dcbersicht.pdf"', '\u00dcbersicht.pdf'],
		['attachment; filename=""', undefined],
		['attachment; name=x.pdf', undefined],
		['attachment', undefined],
		[undefined, undefined],
		[['attachment; filename=x.pdf'], undefined],
	])('names the document as the server does: %j', async (header, name) => {
		runtime.serve(streamed(pdf, { 'content-disposition': header }));
		const names: unknown[] = [];
		await fetchedSource(async (content, announced) => {
			names.push(announced?.trim());
			return await contentOf(content);
		});
		expect(names).toEqual([name]);
	});

	it('retries a missing or incomplete document', async () => {
		const broken = streamOf(pdf.subarray(0, 10), noAnswer('ECONNRESET'));
		runtime.serve(noAnswer('ENOTFOUND'), streamed('', {}, 503), streamed(broken), streamed(pdf));
		expect(await fetchedSource()).toEqual(pdf);
		expect(runtime.requests).toHaveLength(4);
	});

	it.each([
		['SOURCE_UNAVAILABLE', streamed('secret', {}, 403), { kind: 'status', statusCode: 403 }],
		['NOT_A_PDF', streamed('<html>'), { kind: 'unreadable', reason: 'a web page came back' }],
	])('fails at once with %s, and names only the server', async (code, answer, failure) => {
		runtime.serve(answer);
		const error = await failureOf(fetchedSource());
		expect(error.code).toBe(code);
		const server = 'files.example.com:8443';
		const known = { request: 'fetchSource', server, tries: 1, jobMayExist: false };
		expect(error.facts).toEqual({ ...known, failure });
	});
});
