import { setImmediate } from 'node:timers/promises';

import { Turns } from '../../../pdf/turns';

describe('turns', () => {
	/** A clock that each look moves by a millisecond. */
	let now = 1e9;
	beforeEach(() => {
		jest.spyOn(performance, 'now').mockImplementation(() => (now += 1));
	});
	afterEach(() => jest.restoreAllMocks());

	test('end after their time, and do not depend on the time of day, which may be set back', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(0);
		let pauses = 0;
		const turns = new Turns(25, () => Promise.resolve(void (pauses += 1)));
		await turns.begin();
		await turns.repeat(256 * 1000, () => {});
		turns.end();
		expect(pauses).toBeGreaterThan(30);
		expect(pauses).toBeLessThan(45);
	});

	test('of documents that are read at once, one computes in each turn of the process', async () => {
		const log: string[] = [];
		const compute = async (name: string) => {
			const turns = new Turns(25, async () => {
				log.push(`${name} pauses`);
				await setImmediate();
				log.push('turn');
			});
			await turns.begin();
			for (let step = 0; step < 100; step += 1) {
				log.push(name);
				await turns.yieldIfDue();
			}
			log.push('end');
			turns.end();
		};
		await Promise.all([compute('a'), compute('b')]);
		const ofBoth = log.slice(0, log.indexOf('end')).join(' ').split('turn');
		const ofTurns = ofBoth.map((steps) => new Set(steps.match(/\b[ab]\b/g)));
		expect(Math.max(...ofTurns.map((names) => names.size))).toBe(1);
		expect(ofTurns.length).toBeGreaterThan(6);
		// They take turns.
		expect(log.indexOf('b')).toBeLessThan(60);
	});

	test('a document that waits for its source, or ends, lets the others compute', async () => {
		const [a, b] = [0, 1].map(() => new Turns(25, () => Promise.resolve()));
		await a?.begin();
		let hasBegun = false;
		const beginning = b?.begin().then(() => (hasBegun = true));
		await setImmediate();
		expect(hasBegun).toBe(false);
		const failing = a?.awaitSource(Promise.reject(new Error('The disk is gone')));
		await beginning;
		b?.end();
		await expect(failing).rejects.toThrow('disk is gone');
		a?.end();
		a?.end();
		await b?.begin();
		b?.end();
	});

	test('a pause that throws ends the reading, whoever catches it', async () => {
		let pauses = 0;
		const turns = new Turns(25, async () => {
			pauses += 1;
			await Promise.reject(new Error('Stopped'));
		});
		await turns.begin();
		await expect(turns.repeat(256 * 1000, () => {})).rejects.toThrow('Stopped');
		await expect(turns.yieldIfDue()).rejects.toThrow('Stopped');
		expect(pauses).toBe(1);
		turns.end();
	});
});
