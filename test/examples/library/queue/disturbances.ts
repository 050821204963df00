import { setTimeout as sleep } from 'node:timers/promises';
import { STEPS, type Sandbox } from '../../../../sandbox';
import type { Cluster } from '../../../host/harness/queue/cluster';
import type { N8n } from '../../../host/harness/n8n';

const KILL_EVERY_MS = 20_000;
const AWAY_MS = 30_000;

/** Starts processes of a cluster again, as an operator's supervisor does. */
export interface Supervisor {
	/** Number of processes that were killed, and that ended by themselves. */
	readonly counts: { kills: number; ends: number };
	/** Kills the workers in turn, one every 20 seconds, but never the last one. */
	readonly killWorkers: () => void;
	readonly close: () => Promise<void>;
}

/** Watches the processes of a cluster. */
export function supervise(cluster: Cluster): Supervisor {
	const counts = { kills: 0, ends: 0 };
	const closing = new AbortController();
	const tasks: Array<Promise<void>> = [];
	const { signal } = closing;
	/** Repeats an action until the end. */
	const repeat = (everyMs: number, action: () => void) => {
		const timer = setInterval(action, everyMs);
		signal.addEventListener('abort', () => clearInterval(timer));
	};
	const killed = new Set<N8n>();
	const seen = new Set<N8n>();
	const revive = async (n8n: N8n): Promise<void> => {
		while (!signal.aborted) {
			// A process does not start while its database is away.
			const started = await cluster.replace(n8n).then(
				() => true,
				() => false,
			);
			if (started) return;
		}
	};
	repeat(500, () => {
		for (const n8n of [cluster.main, ...cluster.workers, ...cluster.processors]) {
			if (n8n.alive() || seen.has(n8n)) continue;
			seen.add(n8n);
			if (!killed.has(n8n)) counts.ends += 1;
			tasks.push(revive(n8n));
		}
	});
	return {
		counts,
		killWorkers: () => {
			repeat(KILL_EVERY_MS, () => {
				const alive = cluster.workers.filter((worker) => worker.alive());
				const [worker] = [...alive.slice(counts.kills % 3), ...alive];
				// On a slow machine the others may not have started again yet.
				if (!worker || alive.length === 1) return;
				counts.kills += 1;
				killed.add(worker);
				tasks.push(worker.kill());
			});
		},
		close: async () => {
			closing.abort();
			await Promise.all(tasks);
		},
	};
}

/** Resets all connections to the service and to its storage, for half a minute. */
export async function goAway({ faults }: Sandbox): Promise<void> {
	for (const step of STEPS) {
		faults.order({ step, fault: { reset: 'before' }, times: 'always' });
	}
	await sleep(AWAY_MS);
	faults.clear();
}
