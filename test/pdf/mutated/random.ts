/** Random numbers from a seed (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** At least 0 and below 1. */
	fraction(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** An integer of at least 0 and below `bound`. */
	below(bound: number): number {
		return Math.floor(this.fraction() * bound);
	}

	pick<T>(choices: readonly [T, ...T[]]): T {
		return choices[this.below(choices.length)] ?? choices[0];
	}
}
