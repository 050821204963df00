import { getRateGate, RateGate } from '../../../../client/retry';

describe('RateGate', () => {
	it('is open at first', () => {
		expect(new RateGate().getRemainingMs(0)).toBe(0);
	});

	it('is not opened earlier by a shorter hold', () => {
		const gate = new RateGate();
		gate.holdUntil(9_000);
		gate.holdUntil(4_000);
		expect(gate.getRemainingMs(3_000)).toBe(6_000);
		expect(gate.getRemainingMs(9_000)).toBe(0);
		expect(gate.getRemainingMs(9_001)).toBe(0);
	});

	it('tells one request about each closing', () => {
		const gate = new RateGate();
		gate.holdUntil(5_000);
		expect([gate.shouldAnnounce(), gate.shouldAnnounce()]).toEqual([true, false]);
		gate.holdUntil(4_000);
		expect(gate.shouldAnnounce()).toBe(false);
		gate.holdUntil(6_000);
		expect(gate.shouldAnnounce()).toBe(true);
	});
});

describe('getRateGate', () => {
	it('is one gate per API key', () => {
		expect(getRateGate('a')).toBe(getRateGate('a'));
		expect(getRateGate('a')).not.toBe(getRateGate('b'));
	});

	it('forgets a key after a hundred others', () => {
		const gate = getRateGate('first');
		for (let n = 0; n < 99; n += 1) getRateGate(`other ${n}`);
		expect(getRateGate('first')).toBe(gate);
		for (let n = 0; n < 100; n += 1) getRateGate(`another ${n}`);
		expect(getRateGate('first')).not.toBe(gate);
	});
});
