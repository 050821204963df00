import type { SandboxAccount } from './ledger/accounts';
import { nextEvent } from './state/events';
import type { FaultOrder, Step } from './faults/fault';
import type { JobRecord } from './jobs/job';
import type { Ledger } from './ledger/ledger';
import type { SandboxOptions } from './options';
import type { SeenRequest } from './state/requests';
import { forgetKey, reset } from './state/reset';
import type { Service } from './service';
import type { Tagger } from './tagging/tagger';
import type { Delivery } from './webhooks/delivery';
import type { DeliverySwitches } from './webhooks/switches';
import type { Webhooks } from './webhooks/webhooks';

/** A running sandbox: the service on 127.0.0.1, and a view into it. */
export interface Sandbox {
	/** Base address of the API, without a trailing slash. */
	readonly url: string;
	/** Base address of the storage: another origin, as in reality. */
	readonly storageUrl: string;
	/** Address of the Developers page: keys, endpoints, jobs and deliveries in the browser. */
	readonly developersUrl: string;
	/** Endpoints, and the deliveries to them. */
	readonly webhooks: Pick<Webhooks, 'endpoints' | 'deliveries' | 'settled' | 'resend'>;
	/** How events are delivered; may be set. */
	readonly switches: DeliverySwitches;
	readonly options: Readonly<SandboxOptions>;
	/** The tagger of the documents. */
	readonly tagger: Pick<Tagger, 'name' | 'description'>;
	/** Two accounts; their `credits` and `revoked` may be set. */
	readonly accounts: readonly [SandboxAccount, SandboxAccount];
	readonly faults: {
		/** Orders a fault for future calls of a step. Throws RangeError if the fault cannot show there. */
		order(order: FaultOrder): void;
		clear(): void;
	};
	readonly ledger: Ledger;
	/** The jobs, in order of creation; beyond `kept` the oldest are forgotten. */
	readonly jobs: readonly JobRecord[];
	/** The requests so far, in order of arrival; calls of /sandbox are not recorded. */
	readonly requests: readonly SeenRequest[];
	/** The requests of one step. */
	requestsOf(step: Step): SeenRequest[];
	/** Answers that break the contract. Each of them is a bug of the sandbox. */
	readonly violations: readonly string[];
	/** Calls the listener for every job that finishes; returns a function that stops it. */
	onJobFinished(listener: (job: JobRecord) => void): () => void;
	/** Calls the listener after every attempt to deliver an event. */
	onAttempted(listener: (delivery: Delivery) => void): () => void;
	/** Calls the listener for every request that was answered or aborted. */
	onAnswered(listener: (request: SeenRequest) => void): () => void;
	/** Resolves with the job when it has finished; at once if it already has. */
	jobFinished(jobId: string): Promise<JobRecord>;
	/** The n-th request of a step since the start, as soon as it arrives (before any answer). */
	requestArrived(step: Step, n?: number): Promise<SeenRequest>;
	/** The n-th request of a step since the start, as soon as it is answered or aborted. */
	requestAnswered(step: Step, n?: number): Promise<SeenRequest>;
	/** Forgets an Idempotency-Key: its next use makes a new job. */
	forgetKey(idempotencyKey: string): void;
	/** Forgets everything but the API keys, as after a fresh start; counts of `nth` continue. */
	reset(): void;
	/** Ends connections, jobs and Java processes, and removes the documents. */
	close(): Promise<void>;
}

/** Returns the view of a service, without the parts that exist only once it listens. */
export function viewOf(
	service: Service,
): Omit<Sandbox, 'url' | 'developersUrl' | 'accounts' | 'close'> {
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
			return jobs.all;
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
		forgetKey: (idempotencyKey) => forgetKey(service, idempotencyKey),
		reset: () => reset(service),
	};
}
