/** The plan of a life: everything that happens in it follows from its values. */

/** The requests that can meet a fault, named from the service's view. */
export const REQUESTS = [
	'account',
	'createUpload',
	'upload',
	'submit',
	'job',
	'result',
	'download',
	'source',
] as const;

export type RequestKind = (typeof REQUESTS)[number];

/** Faults of the network, or of a server that answers instead of the service. `missing` is the service's own 404. */
export const FAULTS = [
	'reset',
	'refused',
	'unavailable',
	'busy',
	'page200',
	'page404',
	'page410',
	'page403',
	'limited',
	'limitedLong',
	'hang',
	'cut',
	'unauthorized',
	'missing',
] as const;

export type FaultKind = (typeof FAULTS)[number];

export interface FaultPlan {
	request: RequestKind;
	kind: FaultKind;
	/** Number of earlier requests of this kind in this execution without the fault. */
	from: number;
	/** Number of requests with the fault. */
	times: number;
	/** Whether the request takes effect before its answer is lost. */
	takesEffect: boolean;
}

/** Outcomes of a document's first jobs. */
export const FATES = [
	'completes',
	'fails',
	'failsAtOnce',
	/** The service deletes the job at its end. */
	'vanishes',
	/** Storage loses the result. */
	'resultVanishes',
	/** The result expires: 410, or 404. */
	'expires',
	'isForgotten',
	/** The job stays in process for good. */
	'neverEnds',
] as const;

export interface DocumentPlan {
	pages: number;
	isTagged: boolean;
	/** Index of an earlier document with the same bytes. */
	sameAs: number;
	/** Whether its item has the credential of another account. */
	isOfOtherAccount: boolean;
	fate: (typeof FATES)[number];
	/** Number of jobs with this fate; later jobs complete. */
	fatedJobs: number;
	/** Milliseconds from submission to the end of the job. */
	jobMs: number;
	/** Lifetime of a link to the document. */
	linkSeconds: number;
	/** Milliseconds since the life began, after which its URL gives other bytes: another file. */
	changesAfterMs: number;
}

/** A span of time, in milliseconds. */
export interface Span {
	fromMs: number;
	forMs: number;
}

export interface ServicePlan {
	/** Answer to a repeated key: the job as it is now, the stored first answer, or 409 to another body. */
	repeat: 'firstJob' | 'replay' | 'conflict';
	/** Stores refusals (400, 402) under their keys, too. */
	storesRefusals: boolean;
	/** How long a key is known after its first use. */
	keepsKeys: 'forever' | 'anHour' | 'aDay' | 'eachItsOwnTime';
	/** How far the clock that sets `created_at` is ahead. */
	clockAheadMs: number;
	/** Form of `created_at`. */
	createdAt: 'utc' | 'offset' | 'withoutZone' | 'unreadable';
	/** The zone of `offset` and `withoutZone`. */
	zoneHours: number;
	tellsWholeSeconds: boolean;
	jumpsClock: boolean;
	/** How far the clock of the `Date` header is ahead. */
	dateAheadMs: number;
	sendsDate: 'always' | 'sometimes' | 'never';
	/** `credits_used` while a job is in process: all, none, or those of the pages that are done. */
	counts: 'atOnce' | 'late' | 'slowly';
	refundsFailed: boolean;
	/** Sends `error: null` with every job. */
	sendsErrorField: boolean;
	urlSeconds: number;
	/** Milliseconds in which a repeated key gets 409, because the job is still being created. */
	createsForMs: number;
	latencyMs: number;
	credits: number;
	/** Does not find jobs, or their results, in a span that begins with the creation of each job. */
	hides: Span & { what: 'nothing' | 'job' | 'result' };
	/** Storage's answer for an object that it does not have. */
	missingObject: 'NoSuchKey' | 'BlobNotFound' | 'AccessDenied' | 'page';
	/** A firewall answers 403 instead of a server, in a span of the life. */
	firewall: Span & { server: 'none' | 'service' | 'storage' };
}

/** The settings of the workflow and its nodes. */
export interface Settings {
	/**
	 * `steps`: Submit, Wait and Download. `beside`: before them, two nodes tag the same documents.
	 * The last two are for jobs whose IDs the user enters.
	 */
	operation: 'tag' | 'submit' | 'steps' | 'beside' | 'waitAndDownload' | 'download';
	/** Max Jobs per Document: the first item has the first number, and so on in turns. */
	maxJobs: number[];
	/** The documents with New Job per Execution. */
	newJob: 'never' | 'always' | 'some';
	source: 'memory' | 'store' | 'url';
	/** Number of PDFs of an item, beside a picture; with one, the item has nothing else. */
	filesPerItem: number;
	maximum: number;
	alreadyTagged: 'tag' | 'skip' | 'fail';
	ocr: boolean;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail: boolean;
	keepSource: 'none' | 'both';
	waitSeconds: number;
	inFlight: number;
}

export type Side = 'before' | 'after';

export type Ending =
	| { kind: 'none' }
	/** n8n is killed at a call to the outside. */
	| { kind: 'kill'; call: number; side: Side }
	/** n8n is killed after the node has returned and before n8n has saved its output. */
	| { kind: 'killAtReturn' }
	| { kind: 'stop'; call: number; side: Side }
	/** A workflow timeout, which n8n treats as Stop. */
	| { kind: 'timeout'; ms: number };

export interface ExecutionPlan {
	/**
	 * `retry`, `retryCurrent`: n8n's Retry with the original or the current workflow.
	 * `rerun`: n8n's queue starts the previous execution again, under the same ID and without its memory.
	 * `obey`: the user does what the last message says.
	 */
	kind: 'run' | 'retry' | 'retryCurrent' | 'rerun' | 'obey';
	/** Indexes of its documents in the life; an empty list means all. */
	documents: number[];
	/** Number of loop rounds that share the documents. */
	rounds: number;
	/** Milliseconds that the workflow waits between two rounds, or between two nodes. */
	pauseMs: number;
	/** An agent calls the node as a tool, once per document, all at the same time. */
	tools: 'none' | 'sameRun' | 'ownRuns';
	changed: Partial<Settings>;
	ending: Ending;
	faults: FaultPlan[];
	/** Start of an outage of 20 seconds, in milliseconds after the start; -1 for none. */
	outageAt: number;
	/** Change of n8n's clock during the execution. */
	clockShiftMs: number;
	/** Number of the workflow's copy that runs. */
	copy: number;
	/** Credential of all items; 0 for that of each document. */
	credential: 0 | 1 | 2;
	/** The process of n8n that runs it. */
	worker: number;
	/** Its process restarts before the execution. */
	restarts: boolean;
	/** The package was updated since: what executions have stored is of another version. */
	updates: boolean;
	/** Credits that the user adds before it. */
	topUp: number;
	/** Milliseconds after the previous execution's start at which it starts; -1 for after its end. */
	overlapMs: number;
	/** Milliseconds since the end of the previous execution. */
	gapMs: number;
}

/** A whole life. */
export interface Plan {
	chance: number;
	service: ServicePlan;
	documents: DocumentPlan[];
	settings: Settings;
	executions: ExecutionPlan[];
}

/** A plain run without a fault. */
export const HEALTHY_RUN: ExecutionPlan = {
	kind: 'run',
	documents: [],
	rounds: 1,
	pauseMs: 0,
	tools: 'none',
	changed: {},
	ending: { kind: 'none' },
	faults: [],
	outageAt: -1,
	clockShiftMs: 0,
	copy: 0,
	credential: 0,
	worker: 0,
	restarts: false,
	updates: false,
	topUp: 0,
	overlapMs: -1,
	gapMs: 0,
};
