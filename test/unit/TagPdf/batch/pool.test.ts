import fc from 'fast-check';

import { runPool } from '../../../../nodes/TagPdf/batch/pool';

describe('runPool', () => {
	it('keeps the order, starts each index once and never exceeds the limit', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.integer({ min: 0, max: 30 }),
				fc.integer({ min: 1, max: 8 }),
				async (scheduler, count, limit) => {
					let running = 0;
					const started: number[] = [];
					const work = async (index: number) => {
						started.push(index);
						running += 1;
						expect(running).toBeLessThanOrEqual(limit);
						await scheduler.schedule(Promise.resolve());
						running -= 1;
						if (index % 3 === 0) throw new Error(String(index));
						return index;
					};
					const results = await scheduler.waitFor(runPool(count, limit, work, () => true));
					expect(started).toEqual(Array.from({ length: count }, (_, n) => n));
					expect(results.map((result) => result.status)).toEqual(
						started.map((n) => (n % 3 === 0 ? 'rejected' : 'fulfilled')),
					);
				},
			),
		);
	});

	it('returns an empty list without items', async () => {
		const never = async () => await Promise.reject(new Error('Nobody asked'));
		expect(await runPool(0, 3, never, () => true)).toEqual([]);
	});

	it('starts nothing more once a failure stops it, and lets running tasks settle', async () => {
		const settled: number[] = [];
		const work = async (index: number) => {
			if (index === 1) throw new Error('no');
			await new Promise((resolve) => setImmediate(resolve));
			settled.push(index);
		};
		const results = await runPool(100, 3, work, () => false);
		expect(results).toHaveLength(3);
		expect(settled).toEqual([0, 2]);
	});
});
