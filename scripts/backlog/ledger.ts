import type { Step } from './draft';

/** A value of a node's parameter: text, or an expression that begins with `=`. */
export type Value = string | number;

/** Rows that a step is about: columns with what they must be, all of them. */
export interface Rows {
	readonly [column: string]: Value;
}

/** Which rows are taken: those with a status, whose time has come, the oldest first. */
export interface Slice {
	readonly status: string;
	readonly limit: number;
}

/** A kind of ledger, as steps of a workflow. What they put out are its rows. */
export interface Ledger {
	/** How it is called in names of workflows. */
	readonly title: string;
	/** Tells the user what to choose in its nodes; undefined if they need no credential. */
	readonly credentialStep?: string;
	/** Makes the table, if there is none. */
	readonly create: (name: string) => Step;
	/** Passes on those of the listed files that have no row yet. */
	readonly lacking: (name: string) => readonly Step[];
	/** Adds a row per item, unless its file has one. */
	readonly insert: (name: string, values: Rows) => Step;
	/** The rows whose turn it is. */
	readonly take: (name: string, slice: Slice) => Step;
	/** The rows of an item. */
	readonly find: (name: string, rows: Rows) => Step;
	readonly all: (name: string) => Step;
	/** Changes the rows of an item; what has another status by now stays as it is. */
	readonly update: (name: string, rows: Rows, values: Rows) => Step;
}

/** The table in whichever ledger. */
export const TABLE = 'tag_pdf_ledger';

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
