import { Turns } from '../../../nodes/pdf/turns';

let now: number;
let clock: jest.SpyInstance;

beforeEach(() => {
	now = 5000;
	clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => clock.mockRestore());

test('yields at the end of a turn, and begins the next one after the pause', async () => {
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

test('processes streams in order, and yields in between', async () => {
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

test('looks at the clock only after many steps', async () => {
	const pause = jest.fn(() => Promise.resolve());
	await new Turns(0, pause).repeat(1_000, () => {});
	expect(pause).toHaveBeenCalledTimes(4);
});
