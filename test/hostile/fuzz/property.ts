import fc from 'fast-check';

import { CLEAN } from '../judge';
import { mutations } from './mutations';
import { fuzzed } from './run';

/**
 * Runs one document `numRuns` times against mutated answers. Each run delivers exactly the right bytes,
 * or a clear error names the paid jobs.
 */
export async function expectRightOrClear(seed: number, numRuns: number): Promise<void> {
	const unhandled: unknown[] = [];
	const note = (reason: unknown) => unhandled.push(reason);
	process.on('unhandledRejection', note);
	let delivered = 0;
	try {
		await fc.assert(
			fc.asyncProperty(mutations, async (each) => {
				const { delivered: right, told, charges, ...verdict } = await fuzzed(each);
				expect(verdict).toEqual(CLEAN);
				expect(charges).toBeLessThan(2);
				delivered += Number(right);
				if (right) return;
				expect(told.trim()).not.toBe('');
				expect(told).not.toMatch(/a bug of this node|undefined|\[object/);
				if (charges > 0) expect(told).not.toMatch(/No new charge was made/);
			}),
			{ seed, numRuns },
		);
		// Node.js reports an unhandled rejection only after all promises have settled.
		await new Promise((resolve) => setImmediate(resolve));
	} finally {
		process.off('unhandledRejection', note);
	}
	expect(unhandled).toEqual([]);
	expect(delivered).toBeGreaterThan(0);
	expect(delivered).toBeLessThan(numRuns);
}
