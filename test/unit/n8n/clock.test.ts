import { clock } from '../../../nodes/n8n/clock';

describe('the clock', () => {
	afterEach(() => jest.useRealTimers());

	it('is that of this machine', () => {
		jest.useFakeTimers({ now: 1_234 });
		expect(clock.now()).toBe(1_234);
		expect(clock.random()).toBeGreaterThanOrEqual(0);
		expect(clock.random()).toBeLessThan(1);
	});

	it('sleeps as long as it was told', async () => {
		jest.useFakeTimers();
		const began = Date.now();
		const slept = clock.sleep(450);
		await jest.advanceTimersByTimeAsync(449);
		const awake = jest.fn();
		void slept.then(awake);
		expect(awake).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		await slept;
		expect(Date.now() - began).toBe(450);
	});

	it('ends a sleep within a fifth of a second of the signal, and begins none after it', async () => {
		jest.useFakeTimers();
		const stop = new AbortController();
		const slept = clock.sleep(60_000, stop.signal);
		await jest.advanceTimersByTimeAsync(1_050);
		stop.abort();
		await jest.advanceTimersByTimeAsync(150);
		await expect(slept).resolves.toBeUndefined();
		await expect(clock.sleep(60_000, stop.signal)).resolves.toBeUndefined();
	});
});
