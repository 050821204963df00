import type { IExecuteFunctions } from 'n8n-workflow';

import { StoreGroup, type SeenStore } from '../client/journal';
import { PRODUCT_LIMITS } from '../client/limits';
import { clock } from './clock';

/**
 * By node, while any of its executions uses the store. n8n reads, changes and writes one row per node, so
 * one of two concurrent calls would lose its record.
 */
const activeGroups = new Map<string, { group: StoreGroup; askers: number }>();

/**
 * n8n's deduplication store: one row of hashes per node in n8n's database, written immediately. It needs a
 * saved workflow, and drops the oldest hashes of a full row. All executions of a node in this process share
 * its calls.
 *
 * @param maxEntries hashes that the row may have
 * @param timeoutMs after which a call counts as failed
 */
export function createSeenStore(
	context: IExecuteFunctions,
	maxEntries: number,
	timeoutMs = PRODUCT_LIMITS.submission.storeTimeoutMs,
): SeenStore {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const row = createRowStore(context, maxEntries);
	const ask = async <T>(call: (store: SeenStore) => Promise<T>): Promise<T> => {
		const place = activeGroups.get(key) ?? { group: new StoreGroup(clock, timeoutMs), askers: 0 };
		activeGroups.set(key, place);
		place.askers += 1;
		try {
			return await call(place.group.join(row));
		} finally {
			place.askers -= 1;
			if (place.askers === 0) activeGroups.delete(key);
		}
	};
	return {
		record: async (keys) => await ask(async (store) => await store.record(keys)),
		remove: async (keys) => await ask(async (store) => await store.remove(keys)),
	};
}

function createRowStore({ helpers }: IExecuteFunctions, maxEntries: number): SeenStore {
	const options = { mode: 'entries', maxEntries } as const;
	return {
		async record(keys) {
			const record = async () => await helpers.checkProcessedAndRecord([...keys], 'node', options);
			// The first insert of a node can collide with another process, so it is retried once.
			const { processed } = await record().catch(record);
			return new Set(processed.map(String));
		},
		async remove(keys) {
			await helpers.removeProcessed([...keys], 'node', options);
		},
	};
}
