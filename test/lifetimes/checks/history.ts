import type { Call, Execution } from '../world/records';
import type { Job } from '../world/service';

/** A job, and the execution that submitted its document. */
interface Attempt {
	execution: Execution;
	job: Job;
}

/** Relations between the executions of a life: their order in time, documents, keys and stores. */
export class History {
	constructor(private readonly executions: () => readonly Execution[]) {}

	/** Whether an execution began during a call of another one, for example one that ends slowly after Stop. */
	get hadOverlap(): boolean {
		return this.executions().some(({ calls }, index, all) =>
			calls.some(({ endedAt = Infinity, startedAt }) =>
				all
					.slice(index + 1)
					.some((later) => later.startedAt >= startedAt && later.startedAt < endedAt),
			),
		);
	}

	/** Whether the store was cleared in this life. */
	get hadClearedStore(): boolean {
		return this.executions().some(({ plan }) => plan.clearsStore);
	}

	/** Whether an execution and its retries used the same API key throughout. */
	hasOneKey(execution: Execution): boolean {
		return this.familyOf(execution).every(({ plan }) => plan.apiKey === execution.plan.apiKey);
	}

	/** Whether the store failed in an execution, or in one that it retries, so that the journal lacks its keys. */
	hadStoreTrouble(execution: Execution): boolean {
		return this.familyOf(execution).some(({ calls }) => calls.some((call) => call.hadStoreTrouble));
	}

	/** Whether an earlier execution has had the document. */
	wasTriedBefore({ execution, job }: Attempt): boolean {
		return this.executions().some(
			(other) => other.number < execution.number && hasDocument(other, job),
		);
	}

	/** Whether another execution had the document when this job was made. */
	wasTriedBeside({ execution, job }: Attempt): boolean {
		return this.executions().some(
			(other) =>
				other !== execution &&
				other.startedAt <= job.createdAt &&
				(other.endedAt ?? Infinity) >= job.createdAt &&
				hasDocument(other, job),
		);
	}

	/** Whether another run has had the document since this job was made. */
	wasTriedSince({ execution, job }: Attempt): boolean {
		return this.executions().some(
			(other) =>
				other.family !== execution.family &&
				(other.status === 'running' || other.startedAt >= job.createdAt) &&
				hasDocument(other, job),
		);
	}

	/**
	 * The document of a call's item, or undefined without one. Also undefined if two items have the
	 * same document or the API key changes: then possibly another item or account was charged.
	 */
	findOwnContent({ entries, execution }: Call, index: number): number | undefined {
		const content = entries[index]?.content.content;
		const same = execution.entries.filter((entry) => entry.content.content === content);
		return same.length === 1 && this.hasOneKey(execution) ? content : undefined;
	}

	private familyOf({ family }: Execution): Execution[] {
		return this.executions().filter((each) => each.family === family);
	}
}

function hasDocument({ entries }: Execution, job: Job): boolean {
	return entries.some(({ content }) => content.content === job.content);
}
