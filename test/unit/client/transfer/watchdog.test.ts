import { STALLED, underWatch, type Watch } from '../../../../nodes/client/transfer/watchdog';
import { VirtualClock } from '../../support/virtualClock';

/** Resolves once the watch ends the transfer. */
async function ended({ signal }: Watch): Promise<void> {
	if (signal.aborted) return;
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
}

describe('underWatch', () => {
	let clock: VirtualClock;
	let began: number;

	beforeEach(() => {
		clock = new VirtualClock();
		began = clock.now();
	});

	it('gives what the transfer gives, and is gone with it', async () => {
		const value = await underWatch(clock, undefined, 1_000, async (watch) => {
			expect(watch.stalled()).toBe(false);
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
		const work = underWatch(clock, undefined, 1_000, async () => await Promise.reject(broken));
		await expect(work).rejects.toBe(broken);
		await clock.sleep(10_000);
		expect(clock.slept).toEqual([100, 10_000]);
	});

	it('ends a transfer once it has shown no sign of life for so long', async () => {
		const stalled = await underWatch(clock, undefined, 1_000, async (watch) => {
			await ended(watch);
			return watch.stalled();
		});
		expect(stalled).toBe(true);
		expect(clock.now() - began).toBe(1_000);
	});

	it('looks ten times in that time, so that it ends at most a tenth late', async () => {
		await underWatch(clock, undefined, 1_000, async (watch) => {
			clock.after(250, () => watch.alive());
			await ended(watch);
		});
		expect(clock.now() - began).toBe(1_300);
		expect(clock.slept).toEqual(Array<number>(13).fill(100));
	});

	it('lets a transfer last as long as it moves', async () => {
		await underWatch(clock, undefined, 1_000, async (watch) => {
			for (let n = 0; n < 20; n += 1) {
				await clock.sleep(999);
				watch.alive();
			}
			expect(watch.signal.aborted).toBe(false);
		});
		expect(clock.now() - began).toBe(20 * 999);
	});

	it("ends it with the caller's signal, which is no stall", async () => {
		const stop = new AbortController();
		clock.after(300, () => stop.abort('reason'));
		await underWatch(clock, stop.signal, 1_000, async (watch) => {
			await ended(watch);
			expect(watch.signal.reason).toBe('reason');
			expect(watch.stalled()).toBe(false);
		});
		expect(clock.now() - began).toBe(300);
	});

	it('begins with a signal that is aborted already', async () => {
		await underWatch(clock, AbortSignal.abort(), 1_000, async (watch) => {
			expect(watch.signal.aborted).toBe(true);
			expect(watch.stalled()).toBe(false);
			await Promise.resolve();
		});
	});

	it('leaves the word for a stall to the retry table', () => {
		expect(STALLED).toEqual({ kind: 'network', code: 'STALLED' });
	});
});
