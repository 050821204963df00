import { InvalidArgumentError } from 'commander';
import type { RateLimit } from '../options';

/** Reads whole numbers from `least` to `most`. */
export const integer =
	(least: number, most = Number.MAX_SAFE_INTEGER) =>
	(text: string): number => {
		const value = Number(text);
		if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most)
			return value;
		const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
		throw new InvalidArgumentError(`It must be a whole number ${range}.`);
	};

/** Reads a port; 0 selects a free port. */
export const port = integer(0, 65_535);

/** Collects the values of an option that may be given several times. */
export const gathered = (url: string, before: string[]): string[] => [...before, url];

/** Reads a limit such as `60/10`: calls per number of seconds. */
export function rateLimit(text: string): RateLimit {
	const [, requests, windowSeconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text) ?? [];
	if (requests === undefined) throw new InvalidArgumentError('It must look like 60/10.');
	return { requests: Number(requests), windowSeconds: Number(windowSeconds) };
}
