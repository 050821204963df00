import { RateGate, rateGateFor } from '../../../../nodes/client/retry/rateGate';
import { VirtualClock } from '../../support/virtualClock';

const NO_DEADLINE = Number.POSITIVE_INFINITY;
/** Half of the longest spread, as the clock's random number has it. */
const SPREAD_MS = 125;

describe('RateGate', () => {
	let clock: VirtualClock;
	let gate: RateGate;
	let began: number;

	beforeEach(() => {
		clock = new VirtualClock();
		gate = new RateGate();
		began = clock.now();
	});

	it('lets requests through while it is open', async () => {
		expect(await gate.pass(clock, undefined, NO_DEADLINE)).toBe(true);
		expect(clock.slept).toEqual([]);
	});

	it('holds a request until the time, and spreads those that it lets go', async () => {
		gate.holdUntil(began + 5_000);
		expect(await gate.pass(clock, undefined, NO_DEADLINE)).toBe(true);
		expect(clock.slept).toEqual([5_000 + SPREAD_MS]);
		clock.random = () => 0;
		gate.holdUntil(clock.now() + 5_000);
		expect(await gate.pass(clock, undefined, NO_DEADLINE)).toBe(true);
		expect(clock.slept.at(-1)).toBe(5_000);
		clock.random = () => 0.999_999;
		gate.holdUntil(clock.now() + 5_000);
		expect(await gate.pass(clock, undefined, NO_DEADLINE)).toBe(true);
		expect(clock.slept.at(-1)).toBeCloseTo(5_250, 2);
	});

	it('holds every request longer that it holds longer meanwhile', async () => {
		gate.holdUntil(began + 5_000);
		clock.after(4_000, () => gate.holdUntil(began + 7_000));
		await Promise.all([1, 2, 3].map(async () => await gate.pass(clock, undefined, NO_DEADLINE)));
		expect(clock.now()).toBe(began + 7_000 + SPREAD_MS);
	});

	it('is never opened earlier by a shorter hold', () => {
		gate.holdUntil(9_000);
		gate.holdUntil(4_000);
		expect(gate.remainingMs(3_000)).toBe(6_000);
		expect(gate.remainingMs(9_000)).toBe(0);
		expect(gate.remainingMs(9_001)).toBe(0);
	});

	it('lets go at once, and not through, a request whose deadline comes before its opening', async () => {
		gate.holdUntil(began + 5_000);
		expect(await gate.pass(clock, undefined, began + 5_000)).toBe(false);
		expect(clock.slept).toEqual([]);
		expect(await gate.pass(clock, undefined, began + 5_001)).toBe(true);
	});

	it('spreads no request beyond its deadline', async () => {
		gate.holdUntil(began + 5_000);
		expect(await gate.pass(clock, undefined, began + 5_050)).toBe(true);
		expect(clock.now()).toBe(began + 5_050);
	});

	it('lets a request go whose deadline has passed while it was open', async () => {
		expect(await gate.pass(clock, undefined, began - 1)).toBe(true);
	});

	it('lets no request through that is stopped before, while it waits, or on its way', async () => {
		expect(await gate.pass(clock, AbortSignal.abort(), NO_DEADLINE)).toBe(false);
		gate.holdUntil(began + 60_000);
		expect(await gate.pass(clock, AbortSignal.abort(), NO_DEADLINE)).toBe(false);
		expect(clock.slept).toEqual([]);

		for (const stopAfterMs of [10_000, 60_000 + SPREAD_MS / 2]) {
			const started = clock.now();
			gate.holdUntil(started + 60_000);
			const stop = new AbortController();
			clock.after(stopAfterMs, () => stop.abort());
			expect(await gate.pass(clock, stop.signal, NO_DEADLINE)).toBe(false);
			expect(clock.now() - started).toBe(stopAfterMs);
		}
	});
});

describe('rateGateFor', () => {
	it('is one for each API key', () => {
		expect(rateGateFor('a')).toBe(rateGateFor('a'));
		expect(rateGateFor('a')).not.toBe(rateGateFor('b'));
	});
});
