/** What a filter makes of data. */
export interface Decoded {
	content: Buffer;
	/** Whether the data come to the end that they should have, without damage before it. */
	whole: boolean;
}
