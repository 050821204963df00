import { onAbort } from '../../../client/http';
import type { Clock } from '../../../client/runtime';

interface Sleeper {
	at: number;
	wake: () => void;
}

/** Virtual time. When nothing else happens, it jumps to the next wake-up. Every sleep is recorded. */
export class VirtualClock implements Clock {
	/** Milliseconds of each sleep, in the order in which they began. */
	readonly slept: number[] = [];
	private readonly sleepers = new Set<Sleeper>();
	private turning = false;

	constructor(private time = Date.UTC(2026, 0, 1)) {}

	now(): number {
		return this.time;
	}

	/** Number of sleepers and scheduled events. */
	get pending(): number {
		return this.sleepers.size;
	}

	async sleep(ms: number, signal?: AbortSignal): Promise<void> {
		if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) throw new RangeError(`sleep(${ms})`);
		if (signal?.aborted === true) return;
		this.slept.push(ms);
		await new Promise<void>((resolve) => {
			const wake = () => {
				removeListener?.();
				this.sleepers.delete(sleeper);
				resolve();
			};
			const sleeper = this.wakeAt(this.time + ms, wake);
			const removeListener = signal && onAbort(signal, wake);
		});
	}

	/** Schedules an event, whether or not anybody sleeps that long. */
	after(ms: number, happens: () => void): void {
		this.wakeAt(this.time + ms, happens);
	}

	random(): number {
		return 0.5;
	}

	/** Lets time pass beside the sleeps. */
	pass(ms: number): void {
		this.time += ms;
	}

	/** An immediate runs after all promises and ticks, so awake code has run as far as it can. */
	protected isIdle(): boolean {
		return true;
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

	private turn(): void {
		const [first] = [...this.sleepers].sort((a, b) => a.at - b.at);
		this.turning = first !== undefined;
		if (first === undefined) return;
		if (this.isIdle()) {
			this.sleepers.delete(first);
			this.time = Math.max(this.time, first.at);
			first.wake();
		}
		setImmediate(() => this.turn());
	}
}
