import { setTimeout } from 'node:timers/promises';

import { DEFAULT_KEPT, type Kept } from './state/records';
import { DEFAULT_SWITCHES, type DeliverySwitches } from './webhooks/switches';

/** At most `requests` calls to the API per account in each window of `windowSeconds`. */
export interface RateLimit {
	requests: number;
	windowSeconds: number;
}

/**
 * The switches of a sandbox. Everything that the interface leaves open ("not shown") is a switch, so that
 * a client can be tested against every reading of the interface.
 */
export interface SandboxOptions extends DeliverySwitches {
	/**
	 * Address to listen on: loopback, or `0.0.0.0` in a container with published ports. Addresses that the
	 * sandbox reports begin with 127.0.0.1 in any case.
	 */
	listen: string;
	/** Port of the API; 0 selects a free port. */
	port: number;
	/** Port of the storage, another origin than the API; 0 selects a free port. */
	storagePort: number;
	/** Keys and signing secrets are derived from it: the same seed, the same keys. Empty: a random one. */
	seed: string;
	/** Credits of each of the two accounts at the start; 1 credit per page (interface 8). */
	credits: number;
	/** `auto` tags if Java is installed, and stamps otherwise; `copy` reads no document at all. */
	tagger: 'auto' | 'opendataloader' | 'stamp' | 'copy';
	/** Milliseconds a job stays in `processing` before it is tagged. */
	processingMs: number;
	/** Maximum processing time, which makes the times vary with a heavy tail; 0 makes all times the same. */
	processingMaxMs: number;
	/** Jobs processed at the same time. */
	parallelJobs: number;
	/** Milliseconds that a job is "still being created"; meanwhile a repeat of its key answers 409. */
	creationMs: number;
	/** Maximum pages of a document; submission refuses more with 400. */
	maxPages: number;
	/** Maximum bytes of a document; the storage refuses more. */
	maxBytes: number;
	rateLimit: RateLimit | null;
	/**
	 * Answer to a repeated Idempotency-Key: the first job in its current state, the stored first answer
	 * (`replay`), or the first job and 409 to another body (`conflict`).
	 */
	idempotency: 'first-job' | 'replay' | 'conflict';
	/** Whether a refusal is kept under its Idempotency-Key, so that a repeat gets it again. */
	storeRefusals: boolean;
	/** Seconds from the first use of an Idempotency-Key until it is forgotten; 0: it lives as long as its job. */
	keyExpirySeconds: number;
	/** Milliseconds after its creation in which a job is not found (404). */
	jobDelayMs: number;
	/** Milliseconds after the end of a job in which its result is not found (404). */
	resultDelayMs: number;
	/** Credits charged for a document whose pages cannot be counted. */
	unreadableCredits: number;
	/** Whether the credits of a failed job are refunded. */
	refundFailedJobs: boolean;
	/** Whether the jobs of a document fail, by the SHA-256 of its content, hex. */
	fails: (sha256: string) => boolean;
	/** `options` that a Job echoes: both with defaults, only those sent, or null. */
	echoedOptions: 'all' | 'as-sent' | 'null';
	/** Whether every field that may be null is null. */
	nulls: boolean;
	/** Seconds a presigned upload is valid. */
	uploadExpirySeconds: number;
	/** Seconds a stored document may wait for its submission. */
	storedExpirySeconds: number;
	/** Seconds a result URL is valid. */
	resultExpirySeconds: number;
	/** Status of a successful upload; a form field can request any of these from S3. */
	storeStatus: 200 | 201 | 204;
	/** Format of ids and upload keys; `unusual` ones must be encoded to survive in a path. */
	idFormat: 'prefixed' | 'uuid' | 'unusual';
	/** Values of `error.type`: words, the status as text, or one and the same for all. */
	errorTypes: 'words' | 'status' | 'uniform';
	/** Addresses that get the first account's events from the start (interface 4.6). */
	endpoints: string[];
	/** Maximum numbers of records, beyond which the oldest are forgotten. */
	kept: Kept;
	/** The clock, in milliseconds: expiry, rate windows and dates follow it. */
	now: () => number;
	/** Waits in the time of that clock: in jobs, faults and deliveries. Rejects when the signal aborts. */
	sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const DEFAULT_OPTIONS: SandboxOptions = {
	listen: '127.0.0.1',
	port: 0,
	storagePort: 0,
	seed: '',
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
	storeRefusals: false,
	keyExpirySeconds: 0,
	jobDelayMs: 0,
	resultDelayMs: 0,
	unreadableCredits: 0,
	refundFailedJobs: false,
	fails: () => false,
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
	sleep: async (ms, signal) => await setTimeout(ms, undefined, { signal }),
};
