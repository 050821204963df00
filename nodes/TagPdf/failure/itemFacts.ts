import type { IExecuteFunctions } from 'n8n-workflow';

import type { CommonFacts } from '../../client/errors';
import type { Job } from '../../client/service';
import type { DocumentRecords } from '../../client/submission';
import { safeFileName } from '../../client/transfer';
import { filesOf } from '../../n8n/binary';

/** Facts about each item for its error: file name and job. */
export class ItemFacts {
	private readonly names = new Map<string, string>();
	private readonly jobs = new Map<string, Job>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly records: DocumentRecords,
	) {}

	sawFile(slot: string, name: string): void {
		this.names.set(slot, name);
	}

	sawJob(slot: string, job: Job): void {
		this.jobs.set(slot, job);
	}

	of(slot: string): CommonFacts {
		const fileName = this.nameOf(slot);
		const named = fileName === undefined ? {} : { fileName };
		const own = this.records.submittedIn(slot)?.record;
		const job = this.jobs.get(slot);
		const jobId = own?.jobId ?? job?.id;
		if (jobId === undefined && own) {
			const keyLasts = own.journaled !== undefined;
			return { ...named, unanswered: true, idempotencyKey: own.key, keyLasts };
		}
		if (jobId === undefined) return this.submits ? { ...named, creditsUsed: 0 } : named;
		const jobStatus = own?.status ?? job?.status;
		return {
			...named,
			jobId,
			jobExists: true,
			jobStatus,
			creditsUsed: own?.credits ?? job?.credits_used,
		};
	}

	private get submits(): boolean {
		return ['submit', 'tag'].includes(this.context.getNodeParameter('operation', 0, ''));
	}

	/** Name of the item's document; before the operation has set it, the name of the item's only file. */
	nameOf(slot: string): string | undefined {
		const name: unknown = this.names.get(slot) ?? this.jobs.get(slot)?.filename;
		if (typeof name === 'string' && name !== '') return safeFileName(name);
		return this.onlyFile(Number(slot));
	}

	private onlyFile(index: number): string | undefined {
		const item = this.context.getInputData()[index];
		if (!item || this.context.getNodeParameter('resource', index, '') !== 'document')
			return undefined;
		const [file, ...others] = Object.values(filesOf(item));
		return others.length > 0 ? undefined : file?.fileName;
	}
}
