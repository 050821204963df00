import type { Clock } from '../../../nodes/client/runtime';

/** Time that passes only while somebody sleeps; every sleep is on record. */
export class VirtualClock implements Clock {
	readonly slept: number[] = [];

	constructor(private time = Date.UTC(2026, 0, 1)) {}

	now(): number {
		return this.time;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (signal?.aborted) return;
		this.slept.push(ms);
		this.time += ms;
	}

	random(): number {
		return 0.5;
	}
}
