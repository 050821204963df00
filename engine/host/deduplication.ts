import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	DeduplicationScope,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';

/**
 * n8n's table `processed_data` in memory, for mode `entries`: one row per workflow and node. Like n8n's
 * table, it is read, compared and written back without a lock. Concurrent executions can therefore
 * pass the same item (n8n 1.123, deduplication-helper).
 */
class InMemoryDeduplicator implements IDataDeduplicator {
	private readonly rows = new Map<string, DeduplicationItemTypes[]>();

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
		{ mode, maxEntries }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		if (mode !== 'entries')
			throw new Error(`Deduplication mode ${mode} is not part of this engine.`);
		const id = rowId(scope, contextData);
		const row = [...(await this.read(id))];
		const output: IDeduplicationOutput = { new: [], processed: [] };
		for (const item of items) {
			const isKnown = row.includes(item);
			output[isKnown ? 'processed' : 'new'].push(item);
			if (!isKnown) row.push(item);
		}
		this.rows.set(id, maxEntries ? row.slice(-maxEntries) : row);
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: DeduplicationScope,
		contextData: ICheckProcessedContextData,
	) {
		const id = rowId(scope, contextData);
		this.rows.set(
			id,
			(await this.read(id)).filter((item) => !items.includes(item)),
		);
	}

	clearAllProcessedItems(scope: DeduplicationScope, contextData: ICheckProcessedContextData) {
		this.rows.delete(rowId(scope, contextData));
		return Promise.resolve();
	}

	async getProcessedDataCount(scope: DeduplicationScope, contextData: ICheckProcessedContextData) {
		return (await this.read(rowId(scope, contextData))).length;
	}

	clear() {
		this.rows.clear();
	}

	/** Answers after a turn of the event loop, like a database. */
	private async read(id: string) {
		await new Promise(setImmediate);
		return this.rows.get(id) ?? [];
	}
}

function rowId(scope: DeduplicationScope, { workflow, node }: ICheckProcessedContextData) {
	return `${workflow.id}/${scope === 'node' ? `n:${node?.id}` : ''}`;
}

const deduplicator = new InMemoryDeduplicator();
let isInstalled = false;

/** Starts with an empty store. n8n-core keeps one deduplicator for the life of a process. */
export function useDeduplication() {
	deduplicator.clear();
	if (!isInstalled) void DataDeduplicationService.init(deduplicator);
	isInstalled = true;
}
