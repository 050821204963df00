import type { Row } from './row';

/** Which rows of a bench to run, and how often. */
export interface Choice {
	/** Part of their names. */
	matching: string;
	/** Only what is done in a minute or two. */
	quick: boolean;
}

/** A set of measurements. */
export interface Bench {
	/** What is drawn of it. */
	charts: ReadonlyArray<{
		title: string;
		/** The measure. */
		what: string;
		/** Those rows only, by part of their names. */
		rows?: string;
	}>;
	/** Calls `done` for each row, as soon as it has been measured. */
	run: (choice: Choice, done: (row: Row) => void) => Promise<void>;
}
