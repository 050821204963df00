import { processingMs } from '../../sandbox';

/** A day of documents. */
export interface Day {
	/** Number of documents that arrive. */
	documents: number;
	/** Hours within which they arrive, in bursts of `burst` documents. */
	hours: number;
	burst: number;
	/** Documents processed at the same time. */
	slots: number;
	/** Shortest and longest processing time of a document, in seconds. Most are short, a few very long. */
	seconds: readonly [least: number, most: number];
}

/** Waiting times in seconds, until documents are started. */
export interface Waits {
	median: number;
	/** 99th percentile. */
	most: number;
	/** From the last arrival to the end of the last document. */
	late: number;
}

const HOUR_SECONDS = 3_600;

/** Simulates a day: documents start in order of arrival, as soon as a slot is free. */
export function simulate({ documents, hours, burst, slots, seconds: [least, most] }: Day): Waits {
	const bursts = Math.ceil(documents / burst);
	const pause = (hours * HOUR_SECONDS) / bursts;
	const free = Array.from({ length: slots }, () => 0);
	const waits: number[] = [];
	let end = 0;
	for (let n = 0; n < documents; n += 1) {
		const arrival = Math.floor(n / burst) * pause;
		const slot = free.indexOf(Math.min(...free));
		const begin = Math.max(arrival, free[slot] ?? 0);
		const times = { processingMs: least * 1_000, processingMaxMs: most * 1_000, seed: 'day' };
		free[slot] = begin + processingMs(n + 1, times) / 1_000;
		waits.push(begin - arrival);
		end = Math.max(end, free[slot]);
	}
	const inOrder = waits.toSorted((a, b) => a - b);
	const at = (share: number) => inOrder[Math.floor((inOrder.length - 1) * share)] ?? 0;
	return { median: at(0.5), most: at(0.99), late: end - hours * HOUR_SECONDS };
}
