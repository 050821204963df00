import { setTimeout as sleep } from 'node:timers/promises';
import { STEPS, type Sandbox } from '../../../../sandbox';
import type { Cluster } from '../../../host/harness/queue/cluster';
import type { N8n } from '../../../host/harness/n8n';

/**
 * A worker is killed after as many further charges as this part of all documents, more or less by half. Counted
 * in charges and not in time, kills leave a slow machine the same progress as a quick one.
 */
const KILL_EVERY_PART = 1 / 12;
/** A kill comes up to this long after its charge, so that it also hits downloads and filing. */
const KILL_DELAY_MS = 3_000;
const AWAY_MS = 30_000;

/** Starts processes of a cluster again, as an operator's supervisor does. */
export interface Supervisor {
	/** Number of processes that were killed, and that ended by themselves. */
	readonly counts: { kills: number; ends: number };
	/** Kills workers at random until the end, but never the last one. */
	readonly killWorkers: (documents: number) => void;
	readonly close: () => Promise<void>;
}

/** Watches the processes of a cluster. */
export function supervise(cluster: Cluster): Supervisor {
	const counts = { kills: 0, ends: 0 };
	const closing = new AbortController();
	const tasks: Array<Promise<void>> = [];
	const { signal } = closing;
	/** Repeats an action until the end, twice a second. */
	const watch = (action: () => void) => {
		const timer = setInterval(action, 500);
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
	watch(() => {
		for (const n8n of [cluster.main, ...cluster.workers, ...cluster.processors]) {
			if (n8n.alive() || seen.has(n8n)) continue;
			seen.add(n8n);
			if (!killed.has(n8n)) counts.ends += 1;
			tasks.push(revive(n8n));
		}
	});
	const killWorkers = async (documents: number): Promise<void> => {
		const charges = () => cluster.sandbox.ledger.charges.length;
		const isOver = () => signal.aborted;
		while (!isOver()) {
			const next = charges() + documents * KILL_EVERY_PART * (0.5 + Math.random());
			while (!isOver() && charges() < next) await sleep(100);
			await sleep(KILL_DELAY_MS * Math.random());
			const alive = cluster.workers.filter((worker) => worker.alive());
			const worker = alive[Math.floor(Math.random() * alive.length)];
			// The other one may not have started again yet.
			if (isOver() || !worker || alive.length === 1) continue;
			counts.kills += 1;
			killed.add(worker);
			await worker.kill();
		}
	};
	return {
		counts,
		killWorkers: (documents) => {
			tasks.push(killWorkers(documents));
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
