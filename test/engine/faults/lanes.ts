import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

/** Cells run side by side in so many lanes, because most of their time is waiting. */
const LANES = 8;

/** Sandboxes that one cell at a time has to itself, one for each choice of switches. */
export class Lane {
	private readonly sandboxes = new Map<string, Promise<Sandbox>>();

	async sandbox(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
		const name = JSON.stringify(options);
		const sandbox =
			this.sandboxes.get(name) ?? startSandbox({ tagger: 'stamp', processingMs: 20, ...options });
		this.sandboxes.set(name, sandbox);
		return await sandbox;
	}

	async close(): Promise<void> {
		for (const sandbox of this.sandboxes.values()) await (await sandbox).close();
	}
}

/** Begins the work on all tasks, in their order; the results can be awaited one by one. */
export function inLanes<Task, Result>(
	tasks: readonly Task[],
	work: (task: Task, lane: Lane) => Promise<Result>,
): { results: Map<Task, Promise<Result>>; close: () => Promise<void> } {
	const lanes = Array.from({ length: LANES }, () => new Lane());
	const free = [...lanes];
	const waiting: Array<(lane: Lane) => void> = [];
	const results = new Map<Task, Promise<Result>>();
	for (const task of tasks) {
		const result = new Promise<Lane>((resolve) => {
			const lane = free.pop();
			if (lane) resolve(lane);
			else waiting.push(resolve);
		}).then(async (lane) => {
			try {
				return await work(task, lane);
			} finally {
				const next = waiting.shift();
				if (next) next(lane);
				else free.push(lane);
			}
		});
		// Whoever awaits it sees the rejection; until then it is nobody's.
		result.catch(() => {});
		results.set(task, result);
	}
	const close = async () => {
		await Promise.allSettled(results.values());
		await Promise.all(lanes.map(async (lane) => await lane.close()));
	};
	return { results, close };
}
