import { getApiKeyMemory, RateWindow } from '../../../client/rateWindow';

test('an open window may be closed, and opens by itself', () => {
	const window = new RateWindow();
	expect(window.openIn(1_000)).toBe(0);
	window.close(30_000, 1_000);
	expect(window.openIn(1_000)).toBe(30_000);
	expect(window.openIn(31_000)).toBe(0);
	expect(window.openIn(40_000)).toBe(0);
});

test('a window that is closed for longer stays closed for longer', () => {
	const window = new RateWindow();
	window.close(60_000, 0);
	window.close(30_000, 10_000);
	expect(window.openIn(10_000)).toBe(50_000);
});

test('no answer closes it for more than an hour', () => {
	const window = new RateWindow();
	window.close(999_999_999_000, 0);
	expect(window.openIn(0)).toBe(3_600_000);
});

test('an API key is remembered until a hundred others have been used after it', () => {
	const [first, second] = [getApiKeyMemory('first'), getApiKeyMemory('second')];
	for (let n = 0; n < 98; n += 1) getApiKeyMemory(`other ${n}`);
	expect(getApiKeyMemory('first')).toBe(first);
	getApiKeyMemory('another');
	expect(getApiKeyMemory('first')).toBe(first);
	expect(getApiKeyMemory('second')).not.toBe(second);
});
