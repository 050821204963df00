import { PRODUCT_LIMITS } from '../../../nodes/client/limits';
import { readCredential } from '../../../nodes/n8n/credential';
import { createBaseRuntime } from '../../../nodes/n8n/baseRuntime';
import { FakeLog } from '../support/fakeLog';

const open = (apiKey: unknown = 'key_1') => {
	const log = new FakeLog();
	const credential = readCredential({ apiKey, baseUrl: 'https://api.example.com' } as never);
	return { log, runtime: createBaseRuntime(log.logger, credential, PRODUCT_LIMITS) };
};

test('removes every occurrence of the key from a text', () => {
	const { runtime } = open();
	expect(runtime.redact('key_1 is not key_2, key_1 is')).toBe('*** is not key_2, *** is');
	const { runtime: keyless } = open('');
	expect(keyless.redact('as it is')).toBe('as it is');
});

test('removes a key that was pasted with spaces, in each form', () => {
	const { runtime } = open(' Bearer sk+1 live\n');
	expect(runtime.redact('sk+1 live, sk+1live, sk%2B1%20live')).toBe('***, ***, ***');
});

test('writes one line to the log, without the key, of bounded length', () => {
	const { log, runtime } = open();
	runtime.log('warn', `job key_1\r\n2026-01-01 error: forged\u001b[0m`);
	runtime.log('warn', 'x'.repeat(5_000));
	expect(log.lines[0]).toEqual(['warn', 'Tag PDF: job *** 2026-01-01 error: forged [0m']);
	expect(log.lines[1]?.[1]).toMatch(/^Tag PDF: x{999}…$/);
});

test.each(['debug', 'info', 'warn'] as const)("writes to n8n's log: %s", (level) => {
	const { log, runtime } = open();
	runtime.log(level, 'hello');
	expect(log.lines).toEqual([[level, 'Tag PDF: hello']]);
});

describe('time', () => {
	beforeEach(() => jest.useFakeTimers({ now: 1_000 }));
	afterEach(() => jest.useRealTimers());

	const asleep = (ms: number, signal?: AbortSignal) => {
		const { runtime } = open();
		const state = { over: false };
		void runtime.sleep(ms, signal).then(() => {
			state.over = true;
		});
		return state;
	};

	test('is the time of this machine', () => {
		const { runtime } = open();
		const began = runtime.now();
		jest.advanceTimersByTime(1_000);
		expect(runtime.now() - began).toBe(1_000);
		const random = runtime.random();
		expect(random).toBeGreaterThanOrEqual(0);
		expect(random).toBeLessThan(1);
	});

	test('a pause takes the given time', async () => {
		const pause = asleep(450);
		await jest.advanceTimersByTimeAsync(449);
		expect(pause.over).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(pause.over).toBe(true);
	});

	test('an empty pause takes no time', async () => {
		const pause = asleep(0);
		await jest.advanceTimersByTimeAsync(0);
		expect(pause.over).toBe(true);
	});

	test('a pause ends within 200 ms of Stop, and does not start after it', async () => {
		const stop = new AbortController();
		const pause = asleep(60_000, stop.signal);
		await jest.advanceTimersByTimeAsync(1_050);
		stop.abort();
		await jest.advanceTimersByTimeAsync(149);
		expect(pause.over).toBe(false);
		await jest.advanceTimersByTimeAsync(1);
		expect(pause.over).toBe(true);

		const late = asleep(60_000, stop.signal);
		await jest.advanceTimersByTimeAsync(0);
		expect(late.over).toBe(true);
	});
});
