import type { Section } from '../xref';

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
	isDamaged?: boolean;
	/** Whether to keep the data until the end is found. */
	isWanted: boolean;
}

export interface StreamEnd {
	/** The data if wanted; undefined if there are too many. */
	data?: Buffer;
	/** Bytes of the data. */
	length: number;
	/** Whether `endstream` is where it should be. */
	isIntact: boolean;
}

/** Parts of a file's body, in file order. */
export interface BodyEvents {
	/** @param bytes valid until the call returns */
	onObject(head: ObjectHead, bytes: Buffer): void;
	/** @param dictionary valid until the call returns */
	onStream(head: ObjectHead, dictionary: Buffer): StreamPlan;
	onStreamEnd(head: ObjectHead, end: StreamEnd): void;
	/** A cross-reference table. */
	onTable(section: Section): void;
	/** The dictionary after a table, or a separate one. */
	onTrailer(offset: number, bytes: Buffer): void;
	/** @param value offset of the newest cross-reference section, as the file says */
	onStartxref(offset: number, value: number): void;
	onEndOfFile(offset: number): void;
	/** @param object that has no end */
	onDamage(what: string, object?: ObjectHead): void;
}
