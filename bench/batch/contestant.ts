/** What a contestant is given, as JSON in its first argument. */
export interface Task {
	url: string;
	apiKey: string;
	documents: number;
	inFlight?: number;
}

/** What it prints, as JSON. */
export interface Outcome {
	/** From the first request to the last document. */
	ms: number;
	/** Documents that came back. */
	delivered: number;
}

export function taskOf(argv: string[]): Task {
	return JSON.parse(argv[2] ?? '') as Task;
}

/** Measures the work and prints what came of it. */
export async function measured(work: () => Promise<number>): Promise<void> {
	const began = performance.now();
	const delivered = await work();
	const outcome: Outcome = { ms: performance.now() - began, delivered };
	console.log(JSON.stringify(outcome));
}
