import type { TableSection } from '../xref';

/** `1 0 obj` at any place. */
export interface ObjectHead {
	/** Offset of its number in the file. */
	offset: number;
	number: number;
	generation: number;
}

/** How to read a stream's data. */
export interface StreamPlan {
	/** Its length if known. Otherwise its end is searched for. */
	length?: number;
	/** Whether an `endstream` is missing somewhere. If so, `endobj` ends the data, too. */
	damaged?: boolean;
	/** Whether to keep the data until the end is found. */
	wanted: boolean;
}

export interface StreamEnd {
	/** The data if wanted; undefined if there are too many. */
	data?: Buffer;
	/** Offset of the data. */
	start: number;
	/** Bytes of the data. */
	length: number;
	/** Whether `endstream` is where it should be. */
	intact: boolean;
}

/** Parts of a file's body, in file order. */
export interface BodyEvents {
	/** @param bytes valid until the call returns */
	object(head: ObjectHead, bytes: Buffer): void;
	/** @param dictionary valid until the call returns */
	stream(head: ObjectHead, dictionary: Buffer): StreamPlan;
	streamEnd(head: ObjectHead, end: StreamEnd): void;
	/** A cross-reference table. */
	table(section: TableSection): void;
	/** The dictionary after a table, or a separate one. */
	trailer(offset: number, bytes: Buffer): void;
	/** @param value offset of the newest cross-reference section, as the file says */
	startxref(offset: number, value: number): void;
	endOfFile(offset: number): void;
	/** @param object that has no end */
	damage(what: string, object?: ObjectHead): void;
}
