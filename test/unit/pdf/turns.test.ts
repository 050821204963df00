import { Turns } from '../../../nodes/pdf/turns';

let now: number;
let clock: jest.SpyInstance;

beforeEach(() => {
	now = 5000;
	clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => clock.mockRestore());

test('a turn lasts as long as it may; the next begins when the pause is over', async () => {
	const pause = jest.fn(() => {
		now += 1000;
		return Promise.resolve();
	});
	const turns = new Turns(25, pause);
	for (const pauses of [1, 2]) {
		now += 24;
		await turns.yieldIfDue();
		expect(pause).toHaveBeenCalledTimes(pauses - 1);
		now += 1;
		await turns.yieldIfDue();
		expect(pause).toHaveBeenCalledTimes(pauses);
	}
});

test('takes each in its order, and others have their turn in between', async () => {
	const pause = jest.fn(() => Promise.resolve());
	const taken: number[] = [];
	await new Turns(25, pause).repeat(1000, (index) => {
		now += 1;
		taken.push(index);
	});
	expect(taken).toEqual(Array.from({ length: 1000 }, (_, index) => index));
	expect(pause.mock.calls.length).toBeGreaterThan(2);
	await new Turns(25, pause).repeat(0, () => taken.push(0));
	expect(taken).toHaveLength(1000);
});

test('of many steps only few look at the clock', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await new Turns(0, pause).repeat(1_000, () => {});
	expect(pause).toHaveBeenCalledTimes(4);
});
