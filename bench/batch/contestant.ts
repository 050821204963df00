/** What a contestant is given, as JSON in its first argument. */
export interface Task {
	url: string;
	apiKey: string;
	documents: number;
	inFlight?: number;
}

export function taskOf(argv: string[]): Task {
	return JSON.parse(argv[2] ?? '') as Task;
}
