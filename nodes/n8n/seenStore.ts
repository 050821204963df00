import type { IExecuteFunctions } from 'n8n-workflow';

import type { SeenStore } from '../client/journal';
import { inTurn } from './inTurn';

/**
 * n8n's deduplication store: one row of hashes per node in n8n's database, written at once. It needs a
 * workflow that is stored, and drops the oldest hashes of a full row.
 *
 * @param maxEntries hashes that the row may have
 */
export function n8nSeenStore(context: IExecuteFunctions, maxEntries: number): SeenStore {
	const key = JSON.stringify([context.getWorkflow().id, context.getNode().id]);
	const options = { mode: 'entries', maxEntries } as const;
	return {
		async record(keys) {
			const record = async () =>
				await context.helpers.checkProcessedAndRecord([...keys], 'node', options);
			// The very first insert of a node can collide with one of another process: once more, then.
			const { processed } = await inTurn(key, async () => await record().catch(record));
			return new Set(processed.map(String));
		},
		async remove(keys) {
			await inTurn(key, async () => {
				await context.helpers.removeProcessed([...keys], 'node', options);
			});
		},
	};
}
