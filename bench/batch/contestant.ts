/** Task of a contestant, as JSON in its first argument. */
export interface Task {
	url: string;
	apiKey: string;
	documents: number;
	inFlight?: number;
	/** Documents to tag before these, each in its own execution. */
	earlier?: number;
}

export function readTask(argv: string[]): Task {
	return JSON.parse(argv[2] ?? '') as Task;
}
