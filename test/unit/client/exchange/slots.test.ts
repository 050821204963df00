import { getEventListeners } from 'node:events';

import { createSlots, sendInSlot } from '../../../../client/http';
import type { Slots } from '../../../../client/runtime';

const tick = async () => await new Promise((resolve) => setImmediate(resolve));

/** Work that stays in progress until the test ends it. */
function works(slots: Slots) {
	const begun: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	const begin = (name: string, urgent?: boolean) =>
		slots.run(async () => {
			begun.push(name);
			await new Promise<void>((resolve, reject) => {
				ends.set(name, (error) => (error ? reject(error) : resolve()));
			});
			return name;
		}, urgent);
	const end = async (name: string, error?: Error) => {
		ends.get(name)?.(error);
		await tick();
	};
	return { begun, begin, end };
}

describe('slots', () => {
	it('admit a limited number at once, and the others in order', async () => {
		const { begun, begin, end } = works(createSlots(2));
		const all = ['a', 'b', 'c', 'd'].map(async (name) => await begin(name));
		await tick();
		expect(begun).toEqual(['a', 'b']);
		await end('b');
		expect(begun).toEqual(['a', 'b', 'c']);
		await end('a');
		expect(begun).toEqual(['a', 'b', 'c', 'd']);
		await end('c');
		await end('d');
		expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
	});

	it('admit urgent requests first', async () => {
		const { begun, begin, end } = works(createSlots(1));
		for (const name of ['a', 'b', 'c']) void begin(name);
		void begin('urgent', true);
		await tick();
		await end('a');
		await end('urgent');
		await end('b');
		expect(begun).toEqual(['a', 'urgent', 'b', 'c']);
	});

	it('are free again after a failure', async () => {
		const { begun, begin, end } = works(createSlots(1));
		const failing = begin('a').catch((error: unknown) => (error as Error).message);
		void begin('b');
		await tick();
		await end('a', new Error('lost'));
		expect(await failing).toBe('lost');
		expect(begun).toEqual(['a', 'b']);
		await end('b');
		void begin('c');
		void begin('d');
		await tick();
		expect(begun).toEqual(['a', 'b', 'c']);
	});

	it('let all waiting requests go on abort, with one listener for all, which goes with them', async () => {
		const stop = new AbortController();
		const { begun, begin } = works(createSlots(1, stop.signal));
		for (const name of ['a', 'b', 'c']) void begin(name, name === 'c');
		await tick();
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
		stop.abort();
		await tick();
		void begin('d');
		await tick();
		expect(begun.toSorted()).toEqual(['a', 'b', 'c', 'd']);
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
	});
});

describe('sendInSlot', () => {
	const slots = { requests: createSlots(1), transfers: createSlots(1) };

	it('sends when a slot is free, and returns the answer', async () => {
		const answer = { ok: true, value: 1 } as const;
		const stop = new AbortController();
		expect(await sendInSlot({ slots }, stop.signal, () => Promise.resolve(answer))).toBe(answer);
		expect(await sendInSlot({ slots }, undefined, () => Promise.resolve(answer))).toBe(answer);
	});

	it('does not send a request that was stopped while it waited', async () => {
		const send = jest.fn();
		expect(await sendInSlot({ slots }, AbortSignal.abort(), send)).toEqual({
			ok: false,
			failure: { kind: 'network', code: 'ERR_CANCELED' },
		});
		expect(send).not.toHaveBeenCalled();
	});
});
