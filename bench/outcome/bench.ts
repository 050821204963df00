import type { Row } from './row';

/** Selection of a bench's rows. */
export interface Choice {
	/** Part of the rows' names. */
	matching: string;
	/** Only rows that take a minute or two. */
	quick: boolean;
}

/** A set of measurements. */
export interface Bench {
	/** Charts of its measures. */
	charts: ReadonlyArray<{
		title: string;
		/** The measure. */
		what: string;
		/** Only these rows, by part of their names. */
		rows?: string;
	}>;
	/** Calls `done` for each row, as soon as it has been measured. */
	run: (choice: Choice, done: (row: Row) => void) => Promise<void>;
}
