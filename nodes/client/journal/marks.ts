/** One of the generations of a document: the submissions under one idempotency key. */
export interface Entry {
	/** Mark of what is the same document: account, scope, content, options. */
	document: string;
	/** From 1; the next one begins when the one before is closed. */
	generation: number;
}

export type State = 'fresh' | 'unfinished' | 'delivered' | 'failed';

/** The marks of a generation, oldest first: a full store drops its oldest, so `started` goes first. */
export interface Marks {
	/** Stays: it tells a delivered generation from a fresh one. */
	started: string;
	/** Goes when the result has been given out, or is gone. */
	unfinished: string;
	/** Goes when the job has failed. */
	hopeful: string;
	/** The day on which it began, for messages. */
	day: string;
}

/** @param now milliseconds since the epoch */
export function marksOf({ document, generation }: Entry, now: number): Marks {
	const mark = (what: string) => `${document} ${generation} ${what}`;
	return {
		started: mark('started'),
		unfinished: mark('unfinished'),
		hopeful: mark('hopeful'),
		day: mark(dayOf(now)),
	};
}

/**
 * What has become of a generation, by the marks that the store had.
 *
 * | started | unfinished | hopeful | state                                                  |
 * |---------|------------|---------|--------------------------------------------------------|
 * | –       | –          | –       | fresh, or forgotten: the key is the same               |
 * | yes     | yes        | yes     | unfinished: a run did not come to its end              |
 * | yes     | –          | –       | delivered                                              |
 * | any     | yes        | –       | failed                                                 |
 * | any     | any        | yes     | unfinished: a full store has dropped the older ones    |
 */
export function stateBy(marks: Marks, known: ReadonlySet<string>): State {
	if (known.has(marks.hopeful)) return 'unfinished';
	if (known.has(marks.unfinished)) return 'failed';
	return known.has(marks.started) ? 'delivered' : 'fresh';
}

/** The day in UTC, `YYYY-MM-DD`. */
export function dayOf(now: number): string {
	return new Date(now).toISOString().slice(0, 10);
}
