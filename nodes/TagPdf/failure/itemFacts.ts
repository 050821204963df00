import type { IExecuteFunctions } from 'n8n-workflow';

import type { CommonFacts } from '../../client/errors';
import { hasLastingKey, type DocumentRecords } from '../../client/submission';
import { toSafeFileName } from '../../client/transfer';
import { listFiles } from '../../n8n/binary';
import type { ItemState } from '../item';

/** Facts about each item for its error: file name and job. */
export class ItemFacts {
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly records: DocumentRecords,
		private readonly states: readonly ItemState[],
	) {}

	collect(index: number): CommonFacts {
		const fileName = this.findFileName(index);
		const named = fileName === undefined ? {} : { fileName };
		const own = this.records.findSubmission(String(index))?.record;
		const job = this.states[index]?.job;
		const jobId = own?.jobId ?? job?.id;
		if (jobId === undefined && own) {
			const keyLasts = hasLastingKey(own);
			return { ...named, unanswered: true, idempotencyKey: own.key, keyLasts };
		}
		if (jobId === undefined) {
			return this.isSubmission ? { ...named, creditsUsed: 0, ...this.collectOfRun() } : named;
		}
		const jobStatus = own?.status ?? job?.status;
		const creditsUsed = own?.credits ?? job?.credits_used;
		const isOnlyJob = own?.once === true ? { isOnlyJob: true } : {};
		return { ...named, jobId, jobExists: true, jobStatus, creditsUsed, ...isOnlyJob };
	}

	/** Facts about a run that cannot start. */
	collectOfRun(): CommonFacts {
		return this.isSubmission && this.context.getMode() === 'retry' ? { isRetry: true } : {};
	}

	/** Name of the item's document; before the operation has set it, the name of the item's only file. */
	findFileName(index: number): string | undefined {
		const { fileName, job } = this.states[index] ?? {};
		const name: unknown = fileName ?? job?.filename;
		if (typeof name === 'string' && name !== '') return toSafeFileName(name);
		return this.findOnlyFile(index);
	}

	private get isSubmission(): boolean {
		return ['submit', 'tag'].includes(this.context.getNodeParameter('operation', 0, ''));
	}

	private findOnlyFile(index: number): string | undefined {
		const item = this.context.getInputData()[index];
		if (!item || this.context.getNodeParameter('resource', index, '') !== 'document')
			return undefined;
		const [file, ...others] = Object.values(listFiles(item));
		return others.length > 0 ? undefined : file?.fileName;
	}
}
