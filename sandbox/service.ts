import type { EventEmitter } from 'node:events';
import type { SandboxAccount } from './ledger/accounts';
import type { SandboxEvents } from './state/events';
import type { Faults } from './faults/faults';
import type { Ids } from './state/ids';
import type { Idempotency } from './jobs/idempotency';
import type { JobRecord } from './jobs/job';
import type { Worker } from './jobs/worker';
import type { Ledger } from './ledger/ledger';
import type { SandboxOptions } from './options';
import type { RateWindows } from './api/rate';
import type { Records } from './state/records';
import type { SeenRequest } from './state/requests';
import type { UploadRecord } from './storage/uploads';
import type { Tagger } from './tagging/tagger';
import type { Webhooks } from './webhooks/webhooks';

/** The state of one sandbox, which its API, its storage and its worker share. */
export interface Service {
	options: SandboxOptions;
	ids: Ids;
	accounts: readonly SandboxAccount[];
	ledger: Ledger;
	faults: Faults;
	rates: RateWindows;
	idempotency: Idempotency;
	uploads: Records<UploadRecord>;
	jobs: Records<JobRecord>;
	requests: SeenRequest[];
	/** Answers of the sandbox that break the contract; should stay empty. */
	violations: string[];
	events: EventEmitter<SandboxEvents>;
	webhooks: Webhooks;
	worker: Worker;
	tagger: Tagger;
	/** Temporary folder of documents; removed on close. */
	folder: string;
	/** Base address of the storage, without a trailing slash. */
	storageUrl: string;
	/** Aborted when the sandbox closes; ends waits. */
	closing: AbortSignal;
}
