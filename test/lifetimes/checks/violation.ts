/** A broken promise. */
export interface Violation {
	/** A short name, equal for all violations of the same kind. */
	kind: string;
	text: string;
	/** True time in milliseconds since the life began. */
	time: number;
}

export type Report = (kind: string, text: string) => void;
