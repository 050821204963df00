import { DEFAULT_KEPT, type Kept } from './state/records';
import { DEFAULT_SWITCHES, type DeliverySwitches } from './webhooks/switches';

/** At most `requests` calls of the API per account in each window of `windowSeconds`. */
export interface RateLimit {
	requests: number;
	windowSeconds: number;
}

/**
 * The switches of a sandbox. Whatever the interface leaves open ("not shown") is a switch here, so
 * that a client can be tried against every reading of it.
 */
export interface SandboxOptions extends DeliverySwitches {
	/**
	 * Address to listen on: loopback, or `0.0.0.0` in a container whose ports are published. Addresses that the sandbox
	 * names begin with 127.0.0.1 in any case.
	 */
	listen: string;
	/** Port of the API; 0 takes a free one. */
	port: number;
	/** Port of the storage, another origin than the API; 0 takes a free one. */
	storagePort: number;
	/** Keys and signing secrets are derived from it: the same seed, the same keys. */
	seed: string;
	/** Credits of each of the two accounts at the start; 1 credit per page (interface 8). */
	credits: number;
	/** `auto` tags with Java where there is one and stamps otherwise; `copy` reads no document at all. */
	tagger: 'auto' | 'opendataloader' | 'stamp' | 'copy';
	/** Milliseconds a job stays in `processing` before it is tagged. */
	processingMs: number;
	/** Longest of such times, which are then spread with a heavy tail; 0 when all are the same. */
	processingMaxMs: number;
	/** Jobs processed at the same time. */
	parallelJobs: number;
	/** Milliseconds a job is "still being created", when a repeat of its key answers 409. */
	creationMs: number;
	/** Pages a document may have; more is refused with 400 at submission. */
	maxPages: number;
	/** Bytes a document may have; the storage refuses more. */
	maxBytes: number;
	rateLimit: RateLimit | null;
	/** What the same Idempotency-Key with another body gets: the first job, or 409. */
	idempotency: 'first-job' | 'conflict';
	/** Credits charged for a document whose pages cannot be counted. */
	unreadableCredits: number;
	/** Whether a failed job's credits come back. */
	refundFailedJobs: boolean;
	/** What a Job echoes in `options`: both with defaults, only those sent, or null. */
	echoedOptions: 'all' | 'as-sent' | 'null';
	/** Whether every field that may be null is null. */
	nulls: boolean;
	/** Seconds a presigned upload is valid. */
	uploadExpirySeconds: number;
	/** Seconds a stored document may wait for its submission. */
	storedExpirySeconds: number;
	/** Seconds a result URL is valid. */
	resultExpirySeconds: number;
	/** Status of a successful upload; S3 answers any of these, on demand of a form field. */
	storeStatus: 200 | 201 | 204;
	/** Format of ids and upload keys; `unusual` ones must be encoded to survive in a path. */
	idFormat: 'prefixed' | 'uuid' | 'unusual';
	/** Values of `error.type`: words, the status as text, or one and the same for all. */
	errorTypes: 'words' | 'status' | 'uniform';
	/** Addresses that get the first account's events from the start (interface 4.6). */
	endpoints: string[];
	/** How much is remembered before the oldest is forgotten. */
	kept: Kept;
	/** The clock, in milliseconds: expiry, rate windows and dates follow it. */
	now: () => number;
}

export const DEFAULT_OPTIONS: SandboxOptions = {
	listen: '127.0.0.1',
	port: 0,
	storagePort: 0,
	seed: 'sandbox',
	credits: 100,
	tagger: 'auto',
	processingMs: 0,
	processingMaxMs: 0,
	parallelJobs: 2,
	creationMs: 0,
	maxPages: 1000,
	maxBytes: 1024 ** 3,
	rateLimit: null,
	idempotency: 'first-job',
	unreadableCredits: 0,
	refundFailedJobs: false,
	echoedOptions: 'all',
	nulls: false,
	uploadExpirySeconds: 900,
	storedExpirySeconds: 86_400,
	resultExpirySeconds: 300,
	storeStatus: 204,
	idFormat: 'prefixed',
	errorTypes: 'words',
	endpoints: [],
	...DEFAULT_SWITCHES,
	kept: DEFAULT_KEPT,
	now: Date.now,
};
