import { clock } from '../../../../nodes/shared/n8nRuntime';

describe('the clock', () => {
	afterEach(() => jest.useRealTimers());

	it('shows the time of this machine', () => {
		const before = Date.now();
		const now = clock.now();
		// Both are whole milliseconds, each rounded down separately.
		expect(now).toBeGreaterThanOrEqual(before - 1);
		expect(now).toBeLessThanOrEqual(Date.now());
		expect(Number.isInteger(now)).toBe(true);
		expect(clock.random()).toBeGreaterThanOrEqual(0);
		expect(clock.random()).toBeLessThan(1);
	});

	it.each([-3_600_000, 0, 3_600_000])(
		"sleeps for the given time, even if the machine's clock is set by %d ms",
		async (ms) => {
			jest.useFakeTimers();
			const began = clock.now();
			const awake = jest.fn();
			const slept = clock.sleep(450).then(awake);
			await jest.advanceTimersByTimeAsync(100);
			jest.setSystemTime(Date.now() + ms);
			await jest.advanceTimersByTimeAsync(349);
			expect(awake).not.toHaveBeenCalled();
			await jest.advanceTimersByTimeAsync(1);
			await slept;
			expect(clock.now() - began).toBe(450);
		},
	);

	it('ends a sleep within 200 ms of the signal, and starts none after it', async () => {
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
