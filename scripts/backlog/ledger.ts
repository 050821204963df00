import type { Step } from './draft';

/** A value of a node's parameter: text, or an expression that begins with `=`. */
export type Value = string | number;

/** Columns and their values; as a filter of rows, all of them must match. */
export interface Rows {
	readonly [column: string]: Value;
}

/** Selection of rows: those with a status that are due, the oldest first. */
export interface Slice {
	readonly status: string;
	readonly limit: number;
	/** Other columns that must match. */
	readonly also?: Rows;
}

/** How long selected rows stay hidden from overlapping runs. */
export interface Hold {
	/** Name of the step that hides them, if one step cannot do both. */
	readonly name: string;
	readonly minutes: number;
}

/** A table, as steps of a workflow. The steps output its rows. */
export interface Table {
	/** Creates the table, if it is missing. */
	readonly create: (name: string) => Step;
	/** Adds a row per item, unless a unique column refuses it. */
	readonly insert: (name: string, values: Rows) => Step;
	/** The rows of an item. */
	readonly find: (name: string, rows: Rows) => Step;
	readonly all: (name: string) => Step;
	/** The row that was added last; an empty item if there is none. */
	readonly last: (name: string) => Step;
	/** Changes the rows of an item, unless they have another status by now. */
	readonly update: (name: string, rows: Rows, values: Rows) => Step;
}

/** A kind of ledger, as steps of a workflow. */
export interface Ledger extends Table {
	/** Its name in titles of workflows. */
	readonly title: string;
	/** Tells the user what to choose in its nodes; undefined if they need no credential. */
	readonly credentialStep?: string;
	/** Passes on the listed files that have no row yet. */
	readonly lacking: (name: string) => readonly Step[];
	/** Selects the rows that are due. */
	readonly take: (name: string, slice: Slice) => Step;
	/** Selects the rows that are due, and hides them. The last step outputs them. */
	readonly hold: (name: string, slice: Slice, hold: Hold) => readonly Step[];
	/** The days whose evidence was mailed. */
	readonly days: Table;
	/** The rules by which documents are proposed. */
	readonly rules: Table;
	/** All proposed rows, with the columns that a mail asks about. */
	readonly proposed: (name: string) => Step;
	/** Proposed rows with a decision that somebody wrote into the ledger. */
	readonly decided: (name: string) => Step;
}

/** Pixels of a line of a sticky note, with the gap above it. */
const LINE_HEIGHT = 40;

/** The sticky note of a workflow, with what the ledger's nodes need. */
export function noteAbout(
	{ credentialStep }: Ledger,
	content: string,
	{ width, height }: { readonly width: number; readonly height: number },
) {
	if (credentialStep === undefined) return { content, width, height };
	return { content: `${content}\n\n${credentialStep}`, width, height: height + LINE_HEIGHT };
}
