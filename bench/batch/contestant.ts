/** What a contestant is given, as JSON in its first argument. */
export interface Task {
	url: string;
	apiKey: string;
	documents: number;
	inFlight?: number;
	/** So many before these, each in an execution of its own. */
	earlier?: number;
}

export function readTask(argv: string[]): Task {
	return JSON.parse(argv[2] ?? '') as Task;
}
