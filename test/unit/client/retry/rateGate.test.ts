import { RateGate, rateGateFor } from '../../../../nodes/client/retry/rateGate';
import { VirtualClock } from '../../support/virtualClock';

describe('RateGate', () => {
	it('lets requests through while it is open', async () => {
		const clock = new VirtualClock();
		await new RateGate().pass(clock);
		expect(clock.slept).toEqual([]);
	});

	it('holds every request until the time, also when it is held longer meanwhile', async () => {
		const clock = new VirtualClock();
		const gate = new RateGate();
		const until = clock.now() + 5_000;
		gate.holdUntil(until);
		const sleep = clock.sleep.bind(clock);
		clock.sleep = async (ms, signal) => {
			if (clock.slept.length === 0) gate.holdUntil(until + 2_000);
			await sleep(ms, signal);
		};
		await gate.pass(clock);
		expect(clock.now()).toBeGreaterThanOrEqual(until + 2_000);
		expect(clock.now()).toBeLessThan(until + 3_000);
	});

	it('is never opened earlier by a shorter hold', () => {
		const gate = new RateGate();
		gate.holdUntil(9_000);
		gate.holdUntil(4_000);
		expect(gate.remainingMs(3_000)).toBe(6_000);
		expect(gate.remainingMs(9_001)).toBe(0);
	});

	it('lets go of a request that is stopped', async () => {
		const clock = new VirtualClock();
		const gate = new RateGate();
		gate.holdUntil(clock.now() + 60_000);
		await gate.pass(clock, AbortSignal.abort());
		expect(clock.slept).toEqual([]);
	});

	it('is one for each API key', () => {
		expect(rateGateFor('a')).toBe(rateGateFor('a'));
		expect(rateGateFor('a')).not.toBe(rateGateFor('b'));
	});
});
