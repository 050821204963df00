import type { IExecuteFunctions } from 'n8n-workflow';

import type { CommonFacts } from '../../client/errors';
import type { Job } from '../../client/service';
import type { DocumentRecords } from '../../client/submission';
import { toSafeFileName } from '../../client/transfer';
import { listFiles } from '../../n8n/binary';

/** Facts about each item for its error: file name and job. */
export class ItemFacts {
	private readonly names = new Map<string, string>();
	private readonly jobs = new Map<string, Job>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly records: DocumentRecords,
	) {}

	recordFile(slot: string, name: string): void {
		this.names.set(slot, name);
	}

	recordJob(slot: string, job: Job): void {
		this.jobs.set(slot, job);
	}

	collect(slot: string): CommonFacts {
		const fileName = this.findFileName(slot);
		const named = fileName === undefined ? {} : { fileName };
		const own = this.records.findSubmission(slot)?.record;
		const job = this.jobs.get(slot);
		const jobId = own?.jobId ?? job?.id;
		if (jobId === undefined && own) {
			const keyLasts = own.journaled !== undefined;
			return { ...named, unanswered: true, idempotencyKey: own.key, keyLasts };
		}
		if (jobId === undefined) return this.isSubmission ? { ...named, creditsUsed: 0 } : named;
		const jobStatus = own?.status ?? job?.status;
		return {
			...named,
			jobId,
			jobExists: true,
			jobStatus,
			creditsUsed: own?.credits ?? job?.credits_used,
		};
	}

	private get isSubmission(): boolean {
		return ['submit', 'tag'].includes(this.context.getNodeParameter('operation', 0, ''));
	}

	/** Name of the item's document; before the operation has set it, the name of the item's only file. */
	findFileName(slot: string): string | undefined {
		const name: unknown = this.names.get(slot) ?? this.jobs.get(slot)?.filename;
		if (typeof name === 'string' && name !== '') return toSafeFileName(name);
		return this.findOnlyFile(Number(slot));
	}

	private findOnlyFile(index: number): string | undefined {
		const item = this.context.getInputData()[index];
		if (!item || this.context.getNodeParameter('resource', index, '') !== 'document')
			return undefined;
		const [file, ...others] = Object.values(listFiles(item));
		return others.length > 0 ? undefined : file?.fileName;
	}
}
