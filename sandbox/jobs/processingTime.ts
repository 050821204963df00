import { createHash } from 'node:crypto';
import type { SandboxOptions } from '../options';

/** Shape of the Pareto distribution: most jobs are short, a few are very long. */
const SHAPE = 1.1;

/**
 * Returns how long the n-th job is processed, in milliseconds. The time is constant, or between two bounds
 * with a heavy tail (a bounded Pareto distribution). The same seed gives the same times.
 *
 * @param n from 1
 */
export function processingMs(
	n: number,
	{
		processingMs: least,
		processingMaxMs: most,
		seed,
	}: Pick<SandboxOptions, 'processingMs' | 'processingMaxMs' | 'seed'>,
): number {
	if (most <= least) return least;
	const from = Math.max(1, least);
	const share = 1 - (from / most) ** SHAPE;
	return Math.round(from / (1 - uniform(n, seed) * share) ** (1 / SHAPE));
}

/** A number in [0, 1). */
function uniform(n: number, seed: string): number {
	const digest = createHash('sha256').update(`processing ${n} ${seed}`).digest();
	return digest.readUInt32BE(0) / 2 ** 32;
}
