import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox';

/** Number of cells that run concurrently; they spend most of their time waiting. */
const PARALLEL = 8;

/** All sandboxes have the same keys. */
export const SEED = 'faults';

/** Sandboxes reserved for one cell at a time, one for each combination of switches. */
export class SandboxSet {
	private readonly sandboxes = new Map<string, Promise<Sandbox>>();

	async with(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
		const name = JSON.stringify(options);
		const sandbox =
			this.sandboxes.get(name) ??
			startSandbox({ tagger: 'stamp', processingMs: 20, seed: SEED, ...options });
		this.sandboxes.set(name, sandbox);
		return await sandbox;
	}

	async close(): Promise<void> {
		for (const sandbox of this.sandboxes.values()) await (await sandbox).close();
	}
}

/**
 * Starts the sets before the cells run: a start uses so much processor time that requests of other cells
 * would time out.
 */
export async function openSandboxSets(): Promise<SandboxSet[]> {
	const sets = Array.from({ length: PARALLEL }, () => new SandboxSet());
	for (const set of sets) await set.with();
	return sets;
}

/** Work in progress; `close` waits for all of it. */
export interface Running<Task, Result> {
	results: Map<Task, Promise<Result>>;
	close: () => Promise<void>;
}

/** Starts all tasks in order, each with a free set of sandboxes. Each result can be awaited separately. */
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
		// Marks the rejection as handled until a caller awaits the result.
		result.catch(() => {});
		results.set(task, result);
	}
	const close = async () => {
		await Promise.allSettled(results.values());
		await Promise.all(sets.map(async (set) => await set.close()));
	};
	return { results, close };
}
