import { randomFrom } from '../../lifetimes/world/random';

/** Random choices from a seed. */
export class Random {
	/** At least 0 and below 1. */
	private readonly fraction: () => number;

	constructor(seed: number) {
		this.fraction = randomFrom(seed);
	}

	/** An integer of at least 0 and below `bound`. */
	below(bound: number): number {
		return Math.floor(this.fraction() * bound);
	}

	pick<T>(choices: readonly [T, ...T[]]): T {
		return choices[this.below(choices.length)] ?? choices[0];
	}
}
