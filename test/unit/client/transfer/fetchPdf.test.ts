import { Readable } from 'node:stream';

import { PRODUCT_LIMITS } from '../../../../client/limits';
import type { ByteStream, HttpRequest, HttpResponse } from '../../../../client/runtime';
import { fetchPdf } from '../../../../client/download';
import { contentOf, pdfOf, streamOf } from '../../support/pdf';
import { noAnswer, ScriptedRuntime, silence, streamed } from '../../support/scriptedRuntime';

const ADDRESS = 'https://s3.example.com/result?X-Sig=1';
const pdf = pdfOf(3_000);
const { stallMs } = PRODUCT_LIMITS.transfer;

describe('fetchPdf', () => {
	let runtime: ScriptedRuntime;
	let began: number;
	let stop: AbortController;
	let maxBytes: number;

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		began = runtime.now();
		stop = new AbortController();
		maxBytes = 1_000_000;
	});

	const fetched = async (save: (content: ByteStream) => Promise<unknown> = contentOf) =>
		await fetchPdf(runtime, ADDRESS, { save, maxBytes }, stop.signal);

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
		const body = streamOf(pdf.subarray(0, 1_000), pdf.subarray(1_000));
		runtime.serve(streamed(body, { 'content-length': '3000' }));
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

	it('passes only the content on', async () => {
		runtime.serve(streamed(streamOf(pdf), { 'content-type': 'application/pdf' }));
		const given: unknown[] = [];
		await fetched(async (...all: unknown[]) => {
			given.push(...all);
			return await Promise.resolve(pdf);
		});
		expect(given).toHaveLength(1);
	});

	it('passes on an error of saving', async () => {
		const full = new Error('ENOSPC');
		const body = streamOf(pdf);
		runtime.serve(streamed(body));
		await expect(fetched(async () => await Promise.reject(full))).rejects.toBe(full);
		expect(body.destroyed).toBe(true);
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

		it('ends after ten of them', async () => {
			runtime.serve(to('/again'));
			expect(await fetched()).toMatchObject({ failure: { kind: 'status', statusCode: 302 } });
			expect(runtime.requests).toHaveLength(11);
		});

		it.each([undefined, 7, 'http://['])('to %p is a refusal', async (location) => {
			runtime.serve(to(location));
			expect(await fetched()).toMatchObject({ failure: { kind: 'status', statusCode: 302 } });
		});

		it('hides the secrets of every address on the way', async () => {
			const error = { message: 'user pa55 signed, signed too' };
			const refused = streamed(JSON.stringify({ error }), {}, 418);
			runtime.serve(to('https://user:pa55@other.example.com/b?s=signed%20too'), refused);
			expect(await fetched()).toMatchObject({ failure: { message: '*** *** signed, ***' } });
		});
	});

	describe('of a refusal', () => {
		it("reports the status, the headers and S3's code", async () => {
			const body = streamOf('<Error><Code>Access', 'Denied</Code></Error>');
			runtime.serve(streamed(body, { 'retry-after': '7' }, 403));
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'status', statusCode: 403, type: 'AccessDenied', retryAfter: '7' },
			});
			expect(body.destroyed).toBe(true);
		});

		it('hides the address and the secrets of the runtime', async () => {
			const words = { type: 'a', message: `${ADDRESS} is not for sk_secret` };
			runtime.serve(streamed(JSON.stringify({ error: words }), {}, 403));
			expect(await fetched()).toMatchObject({ failure: { message: '*** is not for ***' } });
			runtime.serve(streamed(pdf.subarray(5), { 'content-type': 'text/sk_secret' }));
			const reason = 'the download is not a PDF (text/***)';
			expect(await fetched()).toMatchObject({ failure: { reason } });
		});

		it('reads no more than its first 4,000 characters', async () => {
			const typeAfter = async (length: number) => {
				runtime.serve(streamed('x'.repeat(length) + '<Code>Late</Code>', {}, 403));
				const answer = await fetched();
				return answer.ok || answer.failure.kind !== 'status' ? 'none' : answer.failure.type;
			};
			expect(await typeAfter(4_000 - 17)).toBe('Late');
			expect(await typeAfter(4_000 - 16)).toBeUndefined();
		});

		it('closes an endless body', async () => {
			let taken = 0;
			const endless = async function* () {
				for (;;) {
					taken += 1;
					yield await Promise.resolve(Buffer.alloc(1_000, 'x'));
				}
			};
			const body = Readable.from(endless());
			runtime.serve(streamed(body, {}, 503));
			expect(await fetched()).toMatchObject({ failure: { statusCode: 503 } });
			expect(body.destroyed).toBe(true);
			expect(taken).toBeLessThan(10);
			expect(() => body.emit('error', new Error('late'))).not.toThrow();
		});

		it('keeps the received part of an interrupted body', async () => {
			const body = streamOf('<Code>SlowDown</Code>', noAnswer('ECONNRESET'));
			runtime.serve(streamed(body, {}, 503));
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'status', statusCode: 503, type: 'SlowDown' },
			});
		});
	});

	describe('of a connection', () => {
		it('reports a missing answer as a network failure, with its exception', async () => {
			const cause = noAnswer('ECONNREFUSED');
			runtime.serve(cause);
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'ECONNREFUSED', cause },
			});
		});

		it('reports a broken connection as a network failure, whatever saving reports', async () => {
			const cause = noAnswer('ECONNRESET');
			runtime.serve(streamed(streamOf(pdf.subarray(0, 2_000), cause)));
			const save = async (content: ByteStream) => {
				await contentOf(content).catch(() => {
					throw new Error('The store could not write');
				});
			};
			expect(await fetched(save)).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'ECONNRESET', kept: true, cause },
			});
		});

		it('reports an early end as a network failure', async () => {
			runtime.serve(streamed(pdf.subarray(0, 2_990), { 'content-length': '2990' }));
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'TRUNCATED', kept: true },
			});
		});

		it('reports a body that is no PDF as unreadable', async () => {
			runtime.serve(streamed('<html></html>', { 'content-type': 'text/html' }));
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'unreadable', reason: 'the download is not a PDF (text/html)' },
			});
		});
	});

	describe('of a file that is too large', () => {
		const failure = { kind: 'oversize', reason: 'it is larger than 1 MB' };

		it('saves nothing if its length is announced', async () => {
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

	it('saves nothing that does not begin like a PDF', async () => {
		runtime.serve(streamed('<html>'.repeat(1_000)));
		const save = jest.fn(contentOf);
		expect(await fetched(save)).toMatchObject({ failure: { kind: 'unreadable' } });
		expect(save).not.toHaveBeenCalled();
	});

	it('treats an unrequested part as cut off', async () => {
		const body = streamOf(pdf);
		runtime.serve(streamed(body, { 'content-range': 'bytes 0-2999/9000' }, 206));
		const failure = { kind: 'network', code: 'TRUNCATED' };
		expect(await fetched()).toEqual({ ok: false, failure });
		expect(body.destroyed).toBe(true);
	});

	it('reports a full disk, even if the connection ends with it', async () => {
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
		await expect(fetched(save)).rejects.toBe(full);
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

		it('aborts if the answer takes too long', async () => {
			runtime.serve(silence);
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'STALLED' },
			});
			expect(runtime.now() - began).toBe(stallMs);
		});

		it('aborts if no byte arrives for too long, whatever the connection reports', async () => {
			runtime.serve(slowly(10 * stallMs, pdf));
			expect(await fetched()).toEqual({
				ok: false,
				failure: { kind: 'network', code: 'STALLED' },
			});
			expect(runtime.now() - began).toBe(stallMs);
		});

		it('uses the timeouts of the limits', async () => {
			const { transfer } = PRODUCT_LIMITS;
			runtime.limits = { ...PRODUCT_LIMITS, transfer: { ...transfer, stallMs: 100 } };
			runtime.serve(silence);
			await fetched();
			expect(runtime.now() - began).toBe(100);
			expect(runtime.requests[0]?.timeoutMs).toBe(100);
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

		it('treats an error of saving after a stop as the stop', async () => {
			const cause = new Error('The store was stopped');
			runtime.serve(streamed(pdf));
			const save = async () => {
				stop.abort();
				return await Promise.reject(cause);
			};
			const failure = { kind: 'network', code: 'UNKNOWN', cause };
			expect(await fetched(save)).toEqual({ ok: false, failure });
		});
	});
});
