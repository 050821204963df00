/** Owner of a pause; the pause ends only while its owner is alive. */
export interface Owner {
	alive: boolean;
}

interface Timer {
	at: number;
	owner: Owner;
	run: () => void;
}

/** Wake-ups within this many milliseconds share a step, because a sleeper may always wake later. */
const GRID_MS = 10;
/** Sleepers may oversleep by this share of the total wait, so a wait of hours has few steps. */
const LATE_SHARE = 1 / 20;
/** At most by this: whatever sleeps while it works must not meet its deadline. */
const MOST_LATE_MS = 5_000;

/** Virtual time. It advances only when no other work is left. */
export class Clock {
	/** Milliseconds of true time since the life began. */
	time = 0;
	/** The clock of n8n's machine minus true time, in milliseconds. */
	offset: number;
	/** By their time, and then in the order of their creation. */
	private readonly timers: Timer[] = [];
	/** True time at which the current wait began. */
	private waitingSince = 0;

	/** @param epoch n8n's clock (epoch ms) at the beginning */
	constructor(readonly epoch: number) {
		this.offset = epoch;
	}

	/** Current time of n8n's clock. */
	get wall(): number {
		return this.time + this.offset;
	}

	/** True current time (epoch ms). */
	get truth(): number {
		return this.time + this.epoch;
	}

	/** Marks the start of a wait, whose first steps are small. */
	restart(): void {
		this.waitingSince = this.time;
	}

	after(ms: number, owner: Owner, run: () => void, gridMs = GRID_MS): void {
		const at = Math.ceil((this.time + Math.max(0, ms)) / gridMs) * gridMs;
		const place = this.timers.findLastIndex((timer) => timer.at <= at) + 1;
		this.timers.splice(place, 0, { at, owner, run });
	}

	async pause(ms: number, owner: Owner): Promise<void> {
		await new Promise<void>((resolve) => {
			this.after(ms, owner, resolve);
		});
	}

	/** A pause of the node; it may be longer than requested. */
	async sleep(ms: number, owner: Owner): Promise<void> {
		const late = Math.min(MOST_LATE_MS, (this.time - this.waitingSince) * LATE_SHARE);
		const doublings = Math.max(0, Math.floor(Math.log2(late / GRID_MS)));
		await new Promise<void>((resolve) => {
			this.after(ms, owner, resolve, GRID_MS * 2 ** doublings);
		});
	}

	/** Number of pending pauses of a living owner. */
	pending(owner: Owner): number {
		return this.timers.filter((timer) => timer.owner === owner && owner.alive).length;
	}

	/**
	 * Advances time until `isDone` is true.
	 *
	 * @param latest true time at which it gives up
	 * @returns false if no sleeper is left, or after `latest`
	 */
	async until(isDone: () => boolean, latest: number): Promise<boolean> {
		for (;;) {
			await turn();
			if (isDone()) return true;
			const next = this.timers[0];
			if (!next || next.at > latest) return false;
			this.time = Math.max(this.time, next.at);
			while (this.timers[0] && this.timers[0].at <= this.time) this.fire();
		}
	}

	private fire(): void {
		const timer = this.timers.shift();
		if (timer?.owner.alive === true) timer.run();
	}
}

/** Resolves when every promise that can settle has settled. */
async function turn(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}
