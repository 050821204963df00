import type { Clock } from '../../../nodes/client/runtime';

interface Sleeper {
	at: number;
	wake: () => void;
}

/**
 * Time that passes only while everybody waits: once the event loop has nothing else to do, it moves
 * to whoever is to wake first. Every sleep is on record.
 */
export class VirtualClock implements Clock {
	/** Milliseconds of each sleep, in the order in which they began. */
	readonly slept: number[] = [];
	private readonly sleepers = new Set<Sleeper>();
	private turning = false;

	constructor(private time = Date.UTC(2026, 0, 1)) {}

	now(): number {
		return this.time;
	}

	/** How many sleep now, or are to happen. */
	get pending(): number {
		return this.sleepers.size;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) throw new RangeError(`sleep(${ms})`);
		if (signal?.aborted === true) return;
		this.slept.push(ms);
		await new Promise<void>((resolve) => {
			const wake = () => {
				signal?.removeEventListener('abort', wake);
				this.sleepers.delete(sleeper);
				resolve();
			};
			const sleeper = this.wakeAt(this.time + ms, wake);
			signal?.addEventListener('abort', wake);
		});
	}

	/** Lets something happen at a time from now, whether anybody sleeps for as long or not. */
	after(ms: number, happens: () => void): void {
		this.wakeAt(this.time + ms, happens);
	}

	random(): number {
		return 0.5;
	}

	private wakeAt(at: number, wake: () => void): Sleeper {
		const sleeper = { at, wake };
		this.sleepers.add(sleeper);
		if (!this.turning) {
			this.turning = true;
			setImmediate(() => this.turn());
		}
		return sleeper;
	}

	/** An immediate comes after all promises and ticks: whoever is awake has got as far as it can. */
	private turn(): void {
		const [first] = [...this.sleepers].sort((a, b) => a.at - b.at);
		this.turning = first !== undefined;
		if (first === undefined) return;
		this.sleepers.delete(first);
		this.time = Math.max(this.time, first.at);
		first.wake();
		setImmediate(() => this.turn());
	}
}
