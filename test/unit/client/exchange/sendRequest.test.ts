import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';

import type { Answer } from '../../../../client/failure';
import { readText, runUnderWatch, sendRequest, type Watch } from '../../../../client/http';
import type { ByteStream, HttpResponse } from '../../../../client/runtime';
import { streamOf } from '../../support/pdf';
import { noAnswer, streamed } from '../../support/scriptedRuntime';
import { VirtualClock } from '../../support/virtualClock';

const BOUNDS = { getMaxSilenceMs: () => 1_000, getMaxTotalMs: () => 5_000 };

describe('sendRequest', () => {
	let clock: VirtualClock;
	let began: number;
	let stop: AbortController;

	beforeEach(() => {
		clock = new VirtualClock();
		began = clock.now();
		stop = new AbortController();
	});

	async function asked(
		send: () => HttpResponse<ByteStream> | Promise<HttpResponse<ByteStream>>,
		maxBytes = 1_000,
	): Promise<Answer<HttpResponse>> {
		return await runUnderWatch(
			clock,
			stop.signal,
			BOUNDS,
			async (watch) => await sendRequest(watch, maxBytes, async () => await send()),
		);
	}

	/** The exception behind a network failure. */
	async function causeOf(work: Promise<Answer<HttpResponse>>): Promise<Error> {
		const answer = await work;
		const cause = !answer.ok && 'cause' in answer.failure ? answer.failure.cause : undefined;
		if (cause instanceof Error) return cause;
		throw new Error('No exception is behind it');
	}

	/** Sends a byte at a time, forever. */
	function drip(everyMs: number): Readable {
		const bytes = async function* () {
			for (;;) {
				await clock.sleep(everyMs);
				yield Buffer.from(' ');
			}
		};
		return Readable.from(bytes());
	}

	it('returns status, headers and the body as text, even if a chunk ends within a letter', async () => {
		const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
		const answer = await asked(() => streamed(streamOf(first, second), { a: 'b' }, 201));
		expect(answer).toEqual({
			ok: true,
			value: { statusCode: 201, headers: { a: 'b' }, body: 'é' },
		});
	});

	it('accepts an answer of the maximum length, but no longer one', async () => {
		expect(await asked(() => streamed('x'.repeat(1_000)))).toMatchObject({ ok: true });
		const body = streamOf('x'.repeat(999), 'xx');
		expect(await asked(() => streamed(body))).toEqual({
			ok: false,
			failure: { kind: 'unreadable', reason: 'it is longer than 1000 bytes' },
		});
		expect(body.destroyed).toBe(true);
	});

	it('stops reading an endless answer at the limit', async () => {
		let taken = 0;
		const endless = async function* () {
			for (;;) {
				taken += 1;
				yield await Promise.resolve(Buffer.alloc(100));
			}
		};
		expect(await asked(() => streamed(Readable.from(endless())))).toMatchObject({ ok: false });
		// Ten chunks fill the limit, one exceeds it, and the stream reads one or two ahead.
		expect(taken).toBeLessThanOrEqual(13);
	});

	it('aborts an answer that arrives too slowly', async () => {
		const body = drip(10);
		const failure = { kind: 'network', code: 'TOO_SLOW' };
		expect(await asked(() => streamed(body))).toEqual({ ok: false, failure });
		expect(clock.now() - began).toBe(5_000);
		expect(body.destroyed).toBe(true);
	});

	it('aborts an answer that stalls or never begins', async () => {
		const failure = { kind: 'network', code: 'STALLED' };
		expect(await asked(() => streamed(new Readable({ read() {} })))).toEqual({
			ok: false,
			failure,
		});
		expect(await asked(async () => await new Promise(() => {}))).toEqual({ ok: false, failure });
		expect(clock.now() - began).toBe(2_000);
	});

	it('closes an answer that begins after the request was given up', async () => {
		const body = streamOf('late');
		const late = async () => {
			await clock.sleep(3_000);
			return streamed(body);
		};
		expect(await asked(late)).toMatchObject({ ok: false });
		expect(body.destroyed).toBe(false);
		await clock.sleep(3_000);
		expect(body.destroyed).toBe(true);
	});

	it('stops at once, before and after the answer has begun', async () => {
		const body = drip(10);
		for (const answer of [async () => await new Promise<never>(() => {}), () => streamed(body)]) {
			stop = new AbortController();
			clock.after(100, () => stop.abort());
			const { message } = await causeOf(asked(answer));
			expect(message).toMatch(/^The (request|answer) was ended$/);
		}
		expect(clock.now() - began).toBe(200);
		expect(body.destroyed).toBe(true);
	});

	it('treats an interrupted success as a failure', async () => {
		const broken = streamOf('{"id"', noAnswer('ECONNRESET'));
		expect(await asked(() => streamed(broken))).toMatchObject({
			ok: false,
			failure: { kind: 'network', code: 'ECONNRESET' },
		});
	});

	it.each<[string, () => ByteStream, tookMs: number]>([
		['breaks off', () => streamOf('{}', noAnswer('ECONNRESET')), 0],
		['is too long', () => streamOf('{}', ' '.repeat(2_000)), 0],
		['drips', () => drip(10), 5_000],
	])('keeps the status of a refusal whose body %s', async (_what, body, tookMs) => {
		const answer = await asked(() => streamed(body(), {}, 401));
		expect(answer).toMatchObject({ ok: true, value: { statusCode: 401 } });
		expect(clock.now() - began).toBe(tookMs);
	});

	it('reports a missing answer as a network failure', async () => {
		const none = async () => await Promise.reject<HttpResponse<ByteStream>>(noAnswer('EPIPE'));
		expect(await asked(none)).toMatchObject({ ok: false, failure: { code: 'EPIPE' } });
	});
});

describe('readText', () => {
	const watchOf = (signal: AbortSignal): Watch => ({
		signal,
		keepAlive: () => {},
		getFailure: () => undefined,
	});

	it('reads nothing of an answer that begins after the deadline', async () => {
		const body = new Readable({ read() {} });
		const { text, failure } = await readText(body, 10, watchOf(AbortSignal.abort()));
		expect([text, failure?.kind]).toEqual(['', 'network']);
		expect(body.destroyed).toBe(true);
	});

	it('returns nothing beyond the limit of a long answer', async () => {
		const { text } = await readText(streamOf('ab', 'cd'), 3, watchOf(new AbortController().signal));
		expect(text).toBe('abc');
	});

	it('closes a stream that it has read, and removes its listeners', async () => {
		const stop = new AbortController();
		const body = streamOf('text');
		const destroy = jest.spyOn(body, 'destroy');
		expect(await readText(body, 10, watchOf(stop.signal))).toEqual({ text: 'text' });
		const closed = destroy.mock.calls.length;
		expect(destroy).toHaveBeenLastCalledWith();
		stop.abort();
		expect(destroy).toHaveBeenCalledTimes(closed);
	});

	it('tolerates a connection that breaks after the answer', async () => {
		const content = async function* () {
			yield await Promise.resolve(Buffer.from('text'));
		};
		const body = Object.assign(new EventEmitter(), {
			destroy: jest.fn(),
			[Symbol.asyncIterator]: content,
		});
		await readText(body, 10, watchOf(new AbortController().signal));
		expect(body.destroy).toHaveBeenCalledTimes(1);
		expect(() => body.emit('error', noAnswer('ECONNRESET'))).not.toThrow();
	});
});
