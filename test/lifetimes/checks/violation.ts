/** A promise that was not kept. */
export interface Violation {
	/** Of which kind, in a few words that are the same for all of the kind. */
	kind: string;
	text: string;
	/** True time, in milliseconds since the life began. */
	time: number;
}

export type Report = (kind: string, text: string) => void;
