import { EventEmitter, getEventListeners } from 'node:events';
import { Readable } from 'node:stream';

import type { Answer } from '../../../client/failure';
import {
	createSlots,
	readText,
	rejectOnAbort,
	runUnderWatch,
	sendRequest,
	type Watch,
} from '../../../client/http';
import type { ByteStream, HttpResponse } from '../../../client/runtime';
import { streamOf } from '../support/pdf';
import { noAnswer, streamed } from '../support/scriptedRuntime';
import { VirtualClock } from '../support/virtualClock';
import { collectGarbage } from '../support/garbage';

const STALLED = { kind: 'network', code: 'STALLED' };
const TOO_SLOW = { kind: 'network', code: 'TOO_SLOW' };
const tick = async () => await new Promise((resolve) => setImmediate(resolve));

describe('sendRequest', () => {
	let clock: VirtualClock;
	let began: number;
	let stop: AbortController;

	beforeEach(() => {
		clock = new VirtualClock();
		began = clock.now();
		stop = new AbortController();
	});

	const asked = async (
		send: () => HttpResponse<ByteStream> | Promise<HttpResponse<ByteStream>>,
	): Promise<Answer<HttpResponse>> => {
		const getBounds = () => ({ silenceMs: 1_000, totalMs: 5_000 });
		const transfer = async (watch: Watch) =>
			await sendRequest(watch, 1_000, async () => await send());
		return await runUnderWatch(clock, stop.signal, getBounds, transfer);
	};

	/** Sends a byte at a time, forever. */
	const drip = (): Readable => {
		const bytes = async function* () {
			for (;;) {
				await clock.sleep(10);
				yield Buffer.from(' ');
			}
		};
		return Readable.from(bytes());
	};
	const never = async () => await new Promise<never>(() => {});

	it('returns status, headers and the body as text, even if a chunk ends within a letter', async () => {
		const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
		const value = { statusCode: 201, headers: { a: 'b' }, body: 'é' };
		const answer = await asked(() => streamed(streamOf(first, second), { a: 'b' }, 201));
		expect(answer).toEqual({ ok: true, value });
	});

	it('accepts an answer of the maximum length, and reads no longer one to its end', async () => {
		expect(await asked(() => streamed('x'.repeat(1_000)))).toMatchObject({ ok: true });
		let taken = 0;
		const endless = async function* () {
			for (;;) {
				taken += 1;
				yield await Promise.resolve(Buffer.alloc(100));
			}
		};
		const body = Readable.from(endless());
		const failure = { kind: 'unreadable', reason: 'it is longer than 1000 bytes' };
		expect(await asked(() => streamed(body))).toEqual({ ok: false, failure });
		expect(body.destroyed).toBe(true);
		// Ten chunks fill the limit, one exceeds it, and the stream reads one or two ahead.
		expect(taken).toBeLessThanOrEqual(13);
	});

	it('aborts an answer that is too slow, stalls or never begins', async () => {
		const body = drip();
		expect(await asked(() => streamed(body))).toEqual({ ok: false, failure: TOO_SLOW });
		expect(body.destroyed).toBe(true);
		const silent = new Readable({ read() {} });
		expect(await asked(() => streamed(silent))).toEqual({ ok: false, failure: STALLED });
		expect(await asked(never)).toEqual({ ok: false, failure: STALLED });
		expect(clock.now() - began).toBe(5_000 + 1_000 + 1_000);
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
		const body = drip();
		for (const answer of [never, () => streamed(body)]) {
			stop = new AbortController();
			clock.after(100, () => stop.abort());
			expect(await asked(answer)).toMatchObject({ failure: { kind: 'network' } });
		}
		expect(clock.now() - began).toBe(200);
		expect(body.destroyed).toBe(true);
	});

	it('treats a missing answer and an interrupted success as failures', async () => {
		const failed = { ok: false, failure: { kind: 'network', code: 'ECONNRESET' } };
		const broken = streamOf('{"id"', noAnswer('ECONNRESET'));
		expect(await asked(() => streamed(broken))).toMatchObject(failed);
		expect(await asked(async () => await Promise.reject(noAnswer('ECONNRESET')))).toMatchObject(
			failed,
		);
	});

	it.each<[string, () => ByteStream]>([
		['breaks off', () => streamOf('{}', noAnswer('ECONNRESET'))],
		['is too long', () => streamOf('{}', ' '.repeat(2_000))],
		['drips', drip],
	])('keeps the status of a refusal whose body %s', async (_what, body) => {
		const answer = await asked(() => streamed(body(), {}, 401));
		expect(answer).toMatchObject({ ok: true, value: { statusCode: 401 } });
	});
});

describe('readText', () => {
	const watchOf = (signal: AbortSignal): Watch => ({
		signal,
		bytes: 0,
		record: () => {},
		end: () => {},
	});

	it('reads nothing of an answer that begins after the deadline', async () => {
		const body = new Readable({ read() {} });
		const { text, failure } = await readText(body, 10, watchOf(AbortSignal.abort()));
		expect([text, failure?.kind, body.destroyed]).toEqual(['', 'network', true]);
	});

	it('tolerates a connection that breaks, and a stop, after the answer', async () => {
		const stop = new AbortController();
		const content = async function* () {
			yield await Promise.resolve(Buffer.from('text'));
		};
		const own = { destroy: jest.fn(), [Symbol.asyncIterator]: content };
		const body = Object.assign(new EventEmitter(), own);
		expect(await readText(body, 10, watchOf(stop.signal))).toEqual({ text: 'text' });
		stop.abort();
		expect(body.destroy.mock.calls).toEqual([[]]);
		expect(() => body.emit('error', noAnswer('ECONNRESET'))).not.toThrow();
	});
});

describe('slots', () => {
	/** Work that stays in progress until the test ends it. */
	function works(limit: number, signal?: AbortSignal) {
		const slots = createSlots(limit, signal);
		const begun: string[] = [];
		const ends = new Map<string, (error?: Error) => void>();
		const begin = async (name: string) =>
			await slots(async () => {
				begun.push(name);
				await new Promise<void>((resolve, reject) => {
					ends.set(name, (error) => (error ? reject(error) : resolve()));
				});
				return name;
			});
		const end = async (name: string, error?: Error) => {
			ends.get(name)?.(error);
			await tick();
		};
		return { begun, begin, end };
	}

	it('admit a limited number at once, the others in order', async () => {
		const { begun, begin, end } = works(2);
		const all = ['a', 'b', 'c', 'd'].map(async (name) => await begin(name));
		await tick();
		expect(begun).toEqual(['a', 'b']);
		for (const name of ['b', 'a', 'c', 'd']) await end(name);
		expect(begun).toEqual(['a', 'b', 'c', 'd']);
		expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('are free again after a failure', async () => {
		const { begun, begin, end } = works(1);
		const failing = begin('a').catch((error: unknown) => (error as Error).message);
		void begin('b');
		await tick();
		await end('a', new Error('lost'));
		expect(await failing).toBe('lost');
		await end('b');
		for (const name of ['c', 'd']) void begin(name);
		await tick();
		expect(begun).toEqual(['a', 'b', 'c']);
	});

	it('let everybody continue on abort, with one listener for all', async () => {
		const stop = new AbortController();
		const { begun, begin } = works(1, stop.signal);
		for (const name of ['a', 'b', 'c']) void begin(name);
		await tick();
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
		stop.abort();
		await tick();
		void begin('d');
		await tick();
		expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'd']);
	});
});

describe('runUnderWatch', () => {
	const getBounds = () => ({ silenceMs: 1_000 });
	let clock: VirtualClock;
	let began: number;

	beforeEach(() => {
		clock = new VirtualClock();
		began = clock.now();
	});

	/** Resolves with the failure once the watch ends the transfer. */
	const untilEnded = async (watch: Watch) => {
		if (!watch.signal.aborted)
			await new Promise((resolve) => watch.signal.addEventListener('abort', resolve));
		return watch.failure;
	};

	it('settles as the transfer does, and ends with it', async () => {
		const broken = new Error('broken');
		const value = await runUnderWatch(clock, undefined, getBounds, async ({ failure, signal }) => {
			return await Promise.resolve([failure, signal.aborted]);
		});
		expect(value).toEqual([undefined, false]);
		const work = runUnderWatch(
			clock,
			undefined,
			getBounds,
			async () => await Promise.reject(broken),
		);
		await expect(work).rejects.toBe(broken);
		await clock.sleep(10_000);
		expect(clock.slept).toEqual([100, 100, 10_000]);
	});

	it('aborts a transfer without progress, at most a tenth late', async () => {
		const failure = await runUnderWatch(clock, undefined, getBounds, async (watch) => {
			clock.after(250, () => watch.record(1));
			return await untilEnded(watch);
		});
		expect(failure).toEqual(STALLED);
		expect(clock.now() - began).toBe(1_300);
		expect(clock.slept).toEqual(Array<number>(13).fill(100));
	});

	it('limits a transfer that makes progress only in total', async () => {
		const move = async (watch: Watch) => {
			for (let n = 0; n < 20 && !watch.signal.aborted; n += 1) {
				await clock.sleep(500, watch.signal);
				watch.record(1);
			}
			return watch.failure;
		};
		expect(await runUnderWatch(clock, undefined, getBounds, move)).toBeUndefined();
		const started = clock.now();
		const bounds = () => ({ silenceMs: 1_000, totalMs: 2_950 });
		expect(await runUnderWatch(clock, undefined, bounds, move)).toEqual(TOO_SLOW);
		expect(clock.now() - started).toBe(2_950);
	});

	it('reads its limits at every check, so that they can grow', async () => {
		let silence = 1_000;
		await runUnderWatch(
			clock,
			undefined,
			() => ({ silenceMs: silence }),
			async (watch) => {
				clock.after(500, () => (silence = 3_000));
				await untilEnded(watch);
			},
		);
		// While the limit is one second, five checks are 0.1 s apart. While it is three, nine are 0.3 s apart.
		expect(clock.now() - began).toBe(3_200);
	});

	it("aborts with the caller's signal, which does not count as a stall", async () => {
		const stop = new AbortController();
		clock.after(300, () => stop.abort('reason'));
		for (let time = 0; time < 2; time += 1) {
			await runUnderWatch(clock, stop.signal, getBounds, async (watch) => {
				expect(await untilEnded(watch)).toBeUndefined();
				expect(watch.signal.reason).toBe('reason');
			});
		}
		expect(clock.now() - began).toBe(300);
	});

	it("leaves nothing but one listener on the caller's signal", async () => {
		const { signal } = new AbortController();
		const transferOnce = async () => {
			const content = Buffer.alloc(1024 * 1024);
			await runUnderWatch(clock, signal, getBounds, async (watch) => {
				watch.signal.addEventListener('abort', () => content.fill(0));
				await Promise.resolve();
			});
			return new WeakRef(content);
		};
		const contents = [await transferOnce(), await transferOnce()];
		await tick();
		collectGarbage();
		expect(contents.map((content) => content.deref())).toEqual([undefined, undefined]);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
	});
});

describe('rejectOnAbort', () => {
	it('settles like the work, and does not close a result that was passed on', async () => {
		const stop = new AbortController();
		const discard = jest.fn();
		const broken = new Error('broken');
		expect(await rejectOnAbort(stop.signal, Promise.resolve(1), discard)).toBe(1);
		await expect(rejectOnAbort(stop.signal, Promise.reject(broken), discard)).rejects.toBe(broken);
		await tick();
		stop.abort();
		await tick();
		expect(discard).not.toHaveBeenCalled();
	});

	it.each([true, false])(
		'abandons work on abort, and closes its late result (%p)',
		async (before) => {
			const stop = new AbortController();
			if (before) stop.abort();
			let give: (value: string) => void = () => {};
			const work = new Promise<string>((resolve) => (give = resolve));
			const late: string[] = [];
			const left = rejectOnAbort(stop.signal, work, (value) => late.push(value));
			stop.abort();
			const ended = { code: 'ERR_CANCELED', message: 'The request was ended' };
			await expect(left).rejects.toMatchObject(ended);
			give('late');
			await work;
			expect(late).toEqual(['late']);
		},
	);
});
