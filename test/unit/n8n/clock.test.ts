import { clock } from '../../../nodes/n8n/clock';

describe('the clock', () => {
	afterEach(() => jest.useRealTimers());

	it('is that of this machine', () => {
		const before = Date.now();
		const now = clock.now();
		// Both are whole milliseconds, rounded down at their own time.
		expect(now).toBeGreaterThanOrEqual(before - 1);
		expect(now).toBeLessThanOrEqual(Date.now());
		expect(Number.isInteger(now)).toBe(true);
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

	it.each([-3_600_000, 3_600_000])('goes on alike when it is set by %d ms', async (ms) => {
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
