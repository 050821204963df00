import type { TableSection } from '../xref';

/** `1 0 obj`, wherever it stands. */
export interface ObjectHead {
	/** Where in the file its number begins. */
	offset: number;
	number: number;
	generation: number;
}

/** What is to be done with a stream's data. */
export interface StreamPlan {
	/** Its length where it is known; else its end is searched for. */
	length?: number;
	/** Whether an end is missing somewhere: `endobj` counts as one, too. */
	damaged?: boolean;
	/** Whether the data are kept until its end has come. */
	wanted: boolean;
}

export interface StreamEnd {
	/** The data as far as they are wanted; undefined when there are too many. */
	data?: Buffer;
	/** Where the data begin … */
	start: number;
	/** … and how many bytes there were. */
	length: number;
	/** Whether `endstream` stands where it should. */
	intact: boolean;
}

/** What is found in the body of a file, in its order. */
export interface BodyEvents {
	/** @param bytes valid until the call returns */
	object(head: ObjectHead, bytes: Buffer): void;
	/** @param dictionary valid until the call returns */
	stream(head: ObjectHead, dictionary: Buffer): StreamPlan;
	streamEnd(head: ObjectHead, end: StreamEnd): void;
	/** A cross-reference table. */
	table(section: TableSection): void;
	/** The dictionary behind a table, or on its own. */
	trailer(offset: number, bytes: Buffer): void;
	/** Where the newest cross-reference section is said to begin. */
	startxref(offset: number, value: number): void;
	endOfFile(offset: number): void;
	/** @param object that has begun and has no end */
	damage(what: string, object?: ObjectHead): void;
}
