import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccounts, type SandboxAccount } from './accounts';
import { RateWindows } from './api/rate';
import { createApi } from './api/server';
import { PAGE } from './developers/routes';
import { createEnding } from './ending';
import { createEvents, nextEvent } from './events';
import type { FaultOrder, Step } from './faults/fault';
import { Faults } from './faults/faults';
import { Ids } from './ids';
import { Idempotency } from './jobs/idempotency';
import type { JobRecord } from './jobs/job';
import { startWorker } from './jobs/worker';
import { Ledger } from './ledger';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options';
import type { SeenRequest } from './requests';
import { reset } from './reset';
import type { Service } from './service';
import { createStorage } from './storage/server';
import { chooseTagger } from './tagging/choose';
import type { Tagger } from './tagging/tagger';
import type { Delivery } from './webhooks/delivery';
import type { DeliverySwitches } from './webhooks/switches';
import { eventOf } from './webhooks/event';
import { Webhooks } from './webhooks/webhooks';

export type { SandboxAccount } from './accounts';
export type { Fault, FaultOrder, StatusFault, Step } from './faults/fault';
export type { JobRecord } from './jobs/job';
export type { LedgerEntry } from './ledger';
export type { RateLimit, SandboxOptions } from './options';
export type { SeenPart, SeenRequest } from './requests';
export type { Attempt, Delivery } from './webhooks/delivery';
export type { Endpoint } from './webhooks/endpoints';
export type { DeliverySwitches } from './webhooks/switches';

/** A running sandbox: the service on 127.0.0.1, and a view into it. */
export interface Sandbox {
	/** Base address of the API, without a trailing slash. */
	readonly url: string;
	/** Base address of the storage: another origin, as in reality. */
	readonly storageUrl: string;
	/** Address of the Developers page: keys, endpoints, jobs and deliveries in the browser. */
	readonly developersUrl: string;
	/** Endpoints and what was delivered to them. */
	readonly webhooks: Pick<Webhooks, 'endpoints' | 'deliveries' | 'settled' | 'resend'>;
	/** How events are delivered; may be set. */
	readonly switches: DeliverySwitches;
	readonly options: Readonly<SandboxOptions>;
	/** What tags the documents. */
	readonly tagger: Pick<Tagger, 'name' | 'description'>;
	/** Two accounts; their `credits` and `revoked` may be set. */
	readonly accounts: readonly [SandboxAccount, SandboxAccount];
	readonly faults: {
		/** Orders a fault for coming calls of a step. Throws RangeError where it cannot show. */
		order(order: FaultOrder): void;
		clear(): void;
	};
	readonly ledger: Ledger;
	/** All jobs, in order of creation. */
	readonly jobs: readonly JobRecord[];
	/** Every request so far, in order of arrival; calls of /sandbox are not on record. */
	readonly requests: readonly SeenRequest[];
	/** The requests of one step. */
	requestsOf(step: Step): SeenRequest[];
	/** Answers of the sandbox that break the contract: a bug of the sandbox; empty otherwise. */
	readonly violations: readonly string[];
	/** Calls the listener for every job that finishes; returns a function that stops it. */
	onJobFinished(listener: (job: JobRecord) => void): () => void;
	/** Calls the listener after every try to deliver an event. */
	onAttempted(listener: (delivery: Delivery) => void): () => void;
	/** Calls the listener for every request that was answered or broke off. */
	onAnswered(listener: (request: SeenRequest) => void): () => void;
	/** The job once it has finished; at once if it has. */
	jobFinished(jobId: string): Promise<JobRecord>;
	/** The n-th request of a step since the start, once it arrived (before any answer). */
	requestArrived(step: Step, n?: number): Promise<SeenRequest>;
	/** The n-th request of a step since the start, once it was answered or broke off. */
	requestAnswered(step: Step, n?: number): Promise<SeenRequest>;
	/** Forgets everything but the keys, as after a fresh start; counts of `nth` go on. */
	reset(): void;
	/** Ends connections, jobs and Java processes, and removes the documents. */
	close(): Promise<void>;
}

/**
 * Starts the Document Tagging Service on this machine.
 *
 * @param given switches that differ from DEFAULT_OPTIONS
 * @throws Error when a port is taken, or when the tagger asked for cannot run
 */
export async function startSandbox(given: Partial<SandboxOptions> = {}): Promise<Sandbox> {
	const options: SandboxOptions = { ...DEFAULT_OPTIONS, ...given };
	const tagger = await chooseTagger(options.tagger);
	const ids = new Ids(options.seed, options.idFormat);
	const accounts = createAccounts(ids, options.credits);
	const events = createEvents();
	const closing = createEnding();
	const attempted = (delivery: Delivery) => events.emit('attempted', delivery);
	const service: Service = {
		options,
		ids,
		accounts,
		ledger: new Ledger(),
		faults: new Faults(),
		rates: new RateWindows(options.rateLimit, options.now),
		idempotency: new Idempotency(options.idempotency),
		uploads: new Map(),
		jobs: new Map(),
		requests: [],
		violations: [],
		events,
		webhooks: new Webhooks(ids, options, attempted, closing.signal),
		tagger,
		folder: await mkdtemp(join(tmpdir(), 'tag-pdf-sandbox-')),
		storageUrl: '',
		closing: closing.signal,
		enqueue: () => undefined,
	};
	events.on('job finished', (job) => service.webhooks.send(job.accountId, eventOf(job, service)));
	service.enqueue = startWorker(service);
	for (const address of options.endpoints) service.webhooks.endpoints.add(accounts[0], address);
	const storage = createStorage(service);
	const api = createApi(service);
	const close = async () => {
		closing.abort();
		await Promise.all([api.close(), storage.close(), service.webhooks.settled()]);
		await rm(service.folder, { recursive: true, force: true, maxRetries: 3 });
	};
	try {
		service.storageUrl = await storage.listen({ port: options.storagePort, host: '127.0.0.1' });
		const url = await api.listen({ port: options.port, host: '127.0.0.1' });
		return Object.assign(view(service), { url, developersUrl: url + PAGE, accounts, close });
	} catch (error) {
		await close();
		throw error;
	}
}

function view(service: Service): Omit<Sandbox, 'url' | 'developersUrl' | 'accounts' | 'close'> {
	const { events, faults, jobs, ledger, options, requests, storageUrl, violations } = service;
	const { tagger, webhooks } = service;
	const nth = (step: Step, n: number) => (seen: SeenRequest) => seen.step === step && seen.n === n;
	const seenBefore = (step: Step, n: number) => requests.find(nth(step, n));
	return {
		storageUrl,
		options,
		switches: options,
		webhooks,
		tagger,
		faults,
		ledger,
		requests,
		violations,
		get jobs() {
			return [...jobs.values()];
		},
		requestsOf: (step) => requests.filter((seen) => seen.step === step),
		onJobFinished: (listener) => {
			events.on('job finished', listener);
			return () => events.off('job finished', listener);
		},
		onAttempted: (listener) => {
			events.on('attempted', listener);
			return () => events.off('attempted', listener);
		},
		onAnswered: (listener) => {
			events.on('answered', listener);
			return () => events.off('answered', listener);
		},
		jobFinished: async (jobId) => {
			const job = jobs.get(jobId);
			if (job && job.finishedAt !== null) return job;
			return await nextEvent(events, 'job finished', ({ id }) => id === jobId);
		},
		requestArrived: async (step, n = 1) =>
			seenBefore(step, n) ?? (await nextEvent(events, 'request', nth(step, n))),
		requestAnswered: async (step, n = 1) => {
			const seen = seenBefore(step, n);
			if (seen && seen.tookMs !== null) return seen;
			return await nextEvent(events, 'answered', nth(step, n));
		},
		reset: () => reset(service),
	};
}
