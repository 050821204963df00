import { RateGate, rateGateFor } from '../../../../nodes/client/retry/rateGate';

describe('RateGate', () => {
	it('is open until it is closed', () => {
		expect(new RateGate().remainingMs(0)).toBe(0);
	});

	it('is never opened earlier by a shorter hold', () => {
		const gate = new RateGate();
		gate.holdUntil(9_000);
		gate.holdUntil(4_000);
		expect(gate.remainingMs(3_000)).toBe(6_000);
		expect(gate.remainingMs(9_000)).toBe(0);
		expect(gate.remainingMs(9_001)).toBe(0);
	});

	it('announces each time it is closed to one request', () => {
		const gate = new RateGate();
		gate.holdUntil(5_000);
		expect([gate.announce(), gate.announce()]).toEqual([true, false]);
		gate.holdUntil(4_000);
		expect(gate.announce()).toBe(false);
		gate.holdUntil(6_000);
		expect(gate.announce()).toBe(true);
	});
});

describe('rateGateFor', () => {
	it('is one for each API key', () => {
		expect(rateGateFor('a')).toBe(rateGateFor('a'));
		expect(rateGateFor('a')).not.toBe(rateGateFor('b'));
	});
});
