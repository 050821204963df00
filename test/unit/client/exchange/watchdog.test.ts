import { getEventListeners } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import {
	rejectOnAbort,
	runUnderWatch,
	SLOW_FAILURE,
	STALL_FAILURE,
	type Watch,
} from '../../../../client/http';
import { VirtualClock } from '../../support/virtualClock';

const BOUNDS = { getMaxSilenceMs: () => 1_000 };

/** Resolves once the watch ends the transfer. */
async function ended({ signal }: Watch): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}

describe('runUnderWatch', () => {
	let clock: VirtualClock;
	let began: number;

	beforeEach(() => {
		clock = new VirtualClock();
		began = clock.now();
	});

	it('returns the result of the transfer and ends with it', async () => {
		const value = await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			expect(watch.getFailure()).toBeUndefined();
			expect(watch.signal.aborted).toBe(false);
			return await Promise.resolve('value');
		});
		expect(value).toBe('value');
		clock.after(5_000, () => {});
		await clock.sleep(10_000);
		expect(clock.slept).toEqual([100, 10_000]);
	});

	it('passes on the rejection of the transfer and ends with it', async () => {
		const broken = new Error('broken');
		const work = runUnderWatch(clock, undefined, BOUNDS, async () => await Promise.reject(broken));
		await expect(work).rejects.toBe(broken);
		await clock.sleep(10_000);
		expect(clock.slept).toEqual([100, 10_000]);
	});

	it('aborts a transfer that makes no progress within the timeout', async () => {
		const stalled = await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			await ended(watch);
			return watch.getFailure();
		});
		expect(stalled).toEqual(STALL_FAILURE);
		expect(clock.now() - began).toBe(1_000);
	});

	it('checks ten times per timeout, so it aborts at most a tenth late', async () => {
		await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			clock.after(250, () => watch.keepAlive());
			await ended(watch);
		});
		expect(clock.now() - began).toBe(1_300);
		expect(clock.slept).toEqual(Array<number>(13).fill(100));
	});

	it('does not limit a transfer that makes progress', async () => {
		await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			for (let n = 0; n < 20; n += 1) {
				await clock.sleep(999);
				watch.keepAlive();
			}
			expect(watch.signal.aborted).toBe(false);
		});
		expect(clock.now() - began).toBe(20 * 999);
	});

	it("aborts with the caller's signal, which does not count as a stall", async () => {
		const stop = new AbortController();
		clock.after(300, () => stop.abort('reason'));
		await runUnderWatch(clock, stop.signal, BOUNDS, async (watch) => {
			await ended(watch);
			expect(watch.signal.reason).toBe('reason');
			expect(watch.getFailure()).toBeUndefined();
		});
		expect(clock.now() - began).toBe(300);
	});

	it('accepts a signal that is already aborted', async () => {
		await runUnderWatch(clock, AbortSignal.abort(), BOUNDS, async (watch) => {
			expect(watch.signal.aborted).toBe(true);
			expect(watch.getFailure()).toBeUndefined();
			await Promise.resolve();
		});
	});

	it("leaves no listener on the caller's signal", async () => {
		const { signal } = new AbortController();
		await runUnderWatch(clock, signal, BOUNDS, async () => {
			expect(getEventListeners(signal, 'abort')).toHaveLength(1);
			await Promise.resolve();
		});
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('lets go of what listened to its signal', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage = runInNewContext('gc') as () => void;
		const { signal } = new AbortController();
		const transferOnce = async () => {
			const content = Buffer.alloc(1024 * 1024);
			await runUnderWatch(clock, signal, BOUNDS, async (watch) => {
				watch.signal.addEventListener('abort', () => content.fill(0));
				await Promise.resolve();
			});
			return new WeakRef(content);
		};
		const content = await transferOnce();
		await new Promise(setImmediate);
		collectGarbage();
		expect(content.deref()).toBeUndefined();
	});

	it('leaves the code for a stall to the retry table', () => {
		expect(STALL_FAILURE).toEqual({ kind: 'network', code: 'STALLED' });
		expect(SLOW_FAILURE).toEqual({ kind: 'network', code: 'TOO_SLOW' });
	});

	it('aborts a transfer that makes progress but takes too long in total', async () => {
		const bounds = { ...BOUNDS, getMaxTotalMs: () => 2_950 };
		const failure = await runUnderWatch(clock, undefined, bounds, async (watch) => {
			for (let n = 0; n < 20 && !watch.signal.aborted; n += 1) {
				await clock.sleep(500, watch.signal);
				watch.keepAlive();
			}
			return watch.getFailure();
		});
		expect(failure).toEqual(SLOW_FAILURE);
		expect(clock.now() - began).toBe(2_950);
	});

	it('aborts even if the deadline is below the resolution of the clock', async () => {
		const bounds = { getMaxSilenceMs: () => 60_000, getMaxTotalMs: () => 1_000.0001 };
		const failure = await runUnderWatch(clock, undefined, bounds, async (watch) => {
			await ended(watch);
			return watch.getFailure();
		});
		expect(failure).toEqual(SLOW_FAILURE);
		expect(clock.now() - began).toBe(1_001);
	});

	it('reads its limits at every check, so that they can grow', async () => {
		let silence = 1_000;
		await runUnderWatch(clock, undefined, { getMaxSilenceMs: () => silence }, async (watch) => {
			clock.after(500, () => (silence = 3_000));
			await ended(watch);
		});
		// While the limit is one second, five checks are 0.1 s apart. While it is three, nine are 0.3 s apart.
		expect(clock.now() - began).toBe(3_200);
	});

	it('does not start a transfer without time', async () => {
		const bounds = { ...BOUNDS, getMaxTotalMs: () => 0 };
		await runUnderWatch(clock, undefined, bounds, async (watch) => {
			expect(watch.signal.aborted).toBe(true);
			await Promise.resolve();
		});
	});
});

describe('rejectOnAbort', () => {
	const never = () => {
		throw new Error('Nothing came late');
	};

	it('resolves and rejects like the work', async () => {
		const { signal } = new AbortController();
		const broken = new Error('broken');
		expect(await rejectOnAbort(signal, Promise.resolve(1), never)).toBe(1);
		await expect(rejectOnAbort(signal, Promise.reject(broken), never)).rejects.toBe(broken);
	});

	it('does not close a result that was passed on', async () => {
		const stop = new AbortController();
		const discard = jest.fn();
		expect(await rejectOnAbort(stop.signal, Promise.resolve(1), discard)).toBe(1);
		await new Promise(setImmediate);
		stop.abort();
		await new Promise(setImmediate);
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
			await expect(left).rejects.toMatchObject({
				code: 'ERR_CANCELED',
				message: 'The request was ended',
			});
			give('late');
			await work;
			expect(late).toEqual(['late']);
		},
	);
});
