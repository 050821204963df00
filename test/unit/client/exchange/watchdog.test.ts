import {
	STALL_FAILURE,
	SLOW_FAILURE,
	runUnderWatch,
	rejectOnAbort,
	type Watch,
} from '../../../../nodes/client/exchange/watchdog';
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

	it('gives what the transfer gives, and is gone with it', async () => {
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

	it('passes on what the transfer rejects with, and is gone with it', async () => {
		const broken = new Error('broken');
		const work = runUnderWatch(clock, undefined, BOUNDS, async () => await Promise.reject(broken));
		await expect(work).rejects.toBe(broken);
		await clock.sleep(10_000);
		expect(clock.slept).toEqual([100, 10_000]);
	});

	it('ends a transfer once it has shown no sign of life for so long', async () => {
		const stalled = await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			await ended(watch);
			return watch.getFailure();
		});
		expect(stalled).toEqual(STALL_FAILURE);
		expect(clock.now() - began).toBe(1_000);
	});

	it('looks ten times in that time, so that it ends at most a tenth late', async () => {
		await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			clock.after(250, () => watch.keepAlive());
			await ended(watch);
		});
		expect(clock.now() - began).toBe(1_300);
		expect(clock.slept).toEqual(Array<number>(13).fill(100));
	});

	it('lets a transfer last as long as it moves', async () => {
		await runUnderWatch(clock, undefined, BOUNDS, async (watch) => {
			for (let n = 0; n < 20; n += 1) {
				await clock.sleep(999);
				watch.keepAlive();
			}
			expect(watch.signal.aborted).toBe(false);
		});
		expect(clock.now() - began).toBe(20 * 999);
	});

	it("ends it with the caller's signal, which is no stall", async () => {
		const stop = new AbortController();
		clock.after(300, () => stop.abort('reason'));
		await runUnderWatch(clock, stop.signal, BOUNDS, async (watch) => {
			await ended(watch);
			expect(watch.signal.reason).toBe('reason');
			expect(watch.getFailure()).toBeUndefined();
		});
		expect(clock.now() - began).toBe(300);
	});

	it('begins with a signal that is aborted already', async () => {
		await runUnderWatch(clock, AbortSignal.abort(), BOUNDS, async (watch) => {
			expect(watch.signal.aborted).toBe(true);
			expect(watch.getFailure()).toBeUndefined();
			await Promise.resolve();
		});
	});

	it('leaves the word for a stall to the retry table', () => {
		expect(STALL_FAILURE).toEqual({ kind: 'network', code: 'STALLED' });
		expect(SLOW_FAILURE).toEqual({ kind: 'network', code: 'TOO_SLOW' });
	});

	it('ends a transfer that moves, but takes too long in all', async () => {
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

	it('ends it although the bound is a fraction of a millisecond that the clock cannot tell', async () => {
		const bounds = { getMaxSilenceMs: () => 60_000, getMaxTotalMs: () => 1_000.0001 };
		const failure = await runUnderWatch(clock, undefined, bounds, async (watch) => {
			await ended(watch);
			return watch.getFailure();
		});
		expect(failure).toEqual(SLOW_FAILURE);
		expect(clock.now() - began).toBe(1_001);
	});

	it('asks for its bounds anew, so that they may grow', async () => {
		let silence = 1_000;
		await runUnderWatch(clock, undefined, { getMaxSilenceMs: () => silence }, async (watch) => {
			clock.after(500, () => (silence = 3_000));
			await ended(watch);
		});
		// Five checks at intervals of a tenth of one second, and nine at a tenth of three seconds.
		expect(clock.now() - began).toBe(3_200);
	});

	it('does not begin what has no time', async () => {
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

	it('resolves and rejects as the work does', async () => {
		const { signal } = new AbortController();
		const broken = new Error('broken');
		expect(await rejectOnAbort(signal, Promise.resolve(1), never)).toBe(1);
		await expect(rejectOnAbort(signal, Promise.reject(broken), never)).rejects.toBe(broken);
	});

	it('leaves what has been handed on to whoever has it', async () => {
		const stop = new AbortController();
		const discard = jest.fn();
		expect(await rejectOnAbort(stop.signal, Promise.resolve(1), discard)).toBe(1);
		await new Promise(setImmediate);
		stop.abort();
		await new Promise(setImmediate);
		expect(discard).not.toHaveBeenCalled();
	});

	it.each([true, false])(
		'leaves work behind, and closes what it gives late (%p)',
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
