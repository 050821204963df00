import { Turns } from '../../../nodes/pdf/turns';

let now = 0;

beforeEach(() => {
	now = 5000;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test('a turn lasts as long as it may; the next begins when the pause is over', async () => {
	const pause = jest.fn(() => {
		now += 1000;
		return Promise.resolve();
	});
	const turns = new Turns(25, pause);
	now += 24;
	await turns.give();
	expect(pause).not.toHaveBeenCalled();
	now += 1;
	await turns.give();
	expect(pause).toHaveBeenCalledTimes(1);
	now += 24;
	await turns.give();
	expect(pause).toHaveBeenCalledTimes(1);
	now += 1;
	await turns.give();
	expect(pause).toHaveBeenCalledTimes(2);
});
