/** Output of a filter. */
export interface Decoded {
	content: Buffer;
	/** Whether the data have a proper end, without damage before it. */
	isComplete: boolean;
}
