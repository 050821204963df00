import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

/** How many cells run side by side: most of their time is waiting. */
const PARALLEL = 8;

/** What one cell at a time has to itself: a sandbox for each choice of switches. */
export class SandboxSet {
	private readonly sandboxes = new Map<string, Promise<Sandbox>>();

	async with(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
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

/**
 * Sets of sandboxes that have started: a start takes so much of a busy processor that a request of another cell
 * would run out of time meanwhile.
 */
export async function openSandboxSets(): Promise<SandboxSet[]> {
	const sets = Array.from({ length: PARALLEL }, () => new SandboxSet());
	for (const set of sets) await set.with();
	return sets;
}

/** Work that goes on; `close` waits for all of it. */
export interface Running<Task, Result> {
	results: Map<Task, Promise<Result>>;
	close: () => Promise<void>;
}

/**
 * Begins the work on all tasks, in their order, each with sandboxes that are free; the results can be
 * awaited one by one.
 */
export function runInPool<Task, Result>(
	tasks: readonly Task[],
	sets: readonly SandboxSet[],
	work: (task: Task, sandboxes: SandboxSet) => Promise<Result>,
): Running<Task, Result> {
	const free = [...sets];
	const waiting: Array<(set: SandboxSet) => void> = [];
	const results = new Map<Task, Promise<Result>>();
	for (const task of tasks) {
		const result = new Promise<SandboxSet>((resolve) => {
			const set = free.pop();
			if (set) resolve(set);
			else waiting.push(resolve);
		}).then(async (set) => {
			try {
				return await work(task, set);
			} finally {
				const next = waiting.shift();
				if (next) next(set);
				else free.push(set);
			}
		});
		// Whoever awaits it sees the rejection; until then it is nobody's.
		result.catch(() => {});
		results.set(task, result);
	}
	const close = async () => {
		await Promise.allSettled(results.values());
		await Promise.all(sets.map(async (set) => await set.close()));
	};
	return { results, close };
}
