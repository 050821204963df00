import type { IExecuteFunctions } from 'n8n-workflow';

import { HALTED, type ErrorFacts } from '../client/errors';
import type { Limits } from '../client/limits';
import { Service } from '../client/service';
import { creditGuard, SubmissionRecords, Submitter } from '../client/submission';
import { apiCredential, NO_CREDENTIAL, type ApiCredential } from '../n8n/credential';
import { n8nRuntime } from '../n8n/runtime';
import { executionMemory } from './executionMemory';
import type { Connection, Item } from './item';
import { maxParallelOf } from './parameters/maxParallel';
import { minimumCreditsOf } from './parameters/minimumCredits';

/** What all items of one call of `execute()` share. */
export class Run {
	/** How many items are worked on at the same time. */
	readonly parallel: number;
	readonly records: SubmissionRecords;
	private readonly executionId: string;
	private readonly minimumCredits: number;
	private readonly halted = new AbortController();
	private readonly signal: AbortSignal;
	/** By the credential's mark: items may have different ones. */
	private readonly connections = new Map<string, Connection>();

	/** @throws InputError when what is taken from the first item cannot be used */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly limits: Limits,
	) {
		const { executionId, ...stored } = executionMemory(context);
		this.executionId = executionId;
		this.records = new SubmissionRecords(stored, limits.submission);
		this.minimumCredits = minimumCreditsOf(context);
		this.parallel = maxParallelOf(context);
		const stop = context.getExecutionCancelSignal();
		this.signal = AbortSignal.any([this.halted.signal, ...(stop ? [stop] : [])]);
	}

	/**
	 * @param isLocal whether the service is not asked for anything
	 * @throws InputError, or what n8n throws when the item's credential cannot be read
	 */
	async item(index: number, isLocal = false): Promise<Item> {
		const credential = isLocal ? NO_CREDENTIAL : await apiCredential(this.context, index);
		return {
			...this.connection(credential),
			context: this.context,
			index,
			slot: String(index),
			executionId: this.executionId,
			signal: this.signal,
			saw: (job) => this.records.saw(job),
		};
	}

	/** What is known of the job of an item, for an exception that does not know it. */
	known(index: number): ErrorFacts {
		const own = this.records.submitted().find(({ slot }) => slot === String(index));
		const { jobId, status } = own?.record ?? {};
		return jobId === undefined ? {} : { jobId, jobExists: true, jobStatus: status };
	}

	/** Ends what the other items have not yet begun to pay for. */
	halt(): void {
		this.halted.abort(HALTED);
	}

	private connection(credential: ApiCredential): Connection {
		const known = this.connections.get(credential.mark);
		if (known) return known;
		const runtime = n8nRuntime(this.context, credential, this.limits);
		const service = new Service(runtime);
		const guard = creditGuard(service, this.minimumCredits, this.signal);
		const submitter = new Submitter(runtime, service, this.records, guard, this.signal);
		const connection = { runtime, service, submitter };
		this.connections.set(credential.mark, connection);
		return connection;
	}
}
