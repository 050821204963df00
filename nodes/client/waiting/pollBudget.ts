import type { Limits } from '../limits';

/** While nothing has finished: some 50 polls for ten minutes, a result found 7% late on average. */
const BLIND_SHARE = 1 / 7;
/** At most, of the time waited: what a result is late by. */
const SHARE = 0.1;
/** At least, of that: as long as polls in vain are few. */
const EAGER = 0.1;
/** Polls in vain for each job found, where jobs finish in the order in which they should. */
const VAIN = 0.6;
/** More of them for each job that has to be watched beside others, since jobs overtake … */
const VAIN_PER_WATCHED = 0.2;
/** … and the most of them. */
const MOST_VAIN = 8;

/** How long to pause between two polls of a job: the fewer have been in vain, the shorter. */
export class PollBudget {
	private found = 0;
	private vain = 0;

	constructor(private readonly limits: Pick<Limits['waiting'], 'pollMinMs' | 'pollMaxMs'>) {}

	/** Counts a poll that found its job finished, or not. */
	count(finished: boolean): void {
		if (finished) this.found += 1;
		else this.vain += 1;
	}

	/**
	 * @param waitedMs since the job was submitted
	 * @param watched how many jobs are asked for by turns
	 * @param random a number in [0, 1); moves the pause by up to five per cent either way
	 */
	pauseMs(waitedMs: number, watched: number, random: number): number {
		const { pollMinMs, pollMaxMs } = this.limits;
		const pause = Math.min(pollMaxMs, Math.max(pollMinMs, waitedMs * this.share(watched)));
		return Math.round(pause * (0.95 + 0.1 * random));
	}

	private share(watched: number): number {
		if (this.found === 0) return BLIND_SHARE;
		const allowed = Math.min(MOST_VAIN, VAIN + VAIN_PER_WATCHED * watched) * this.found;
		return SHARE * Math.min(1, Math.max(EAGER, this.vain / allowed));
	}
}
