import fc from 'fast-check';

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

/** Faults of the network, or of a server that answers instead of the service. */
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
	'vanishes',
	'resultVanishes',
	'neverEnds',
] as const;

export interface DocumentPlan {
	pages: number;
	isTagged: boolean;
	/** Index of an earlier document with the same bytes. */
	sameAs: number;
	/** Whether it has the Own Key of the previous document. */
	sharesKey: boolean;
	fate: (typeof FATES)[number];
	/** Number of jobs with this fate; later jobs complete. */
	fatedJobs: number;
	/** Milliseconds from submission to the end of the job. */
	jobMs: number;
	/** Lifetime of a link to the document. */
	linkSeconds: number;
}

export interface ServicePlan {
	/** Answer to a repeated key with another body. */
	repeat: 'firstJob' | 'conflict';
	/** How far the clock that sets `created_at` is ahead. */
	clockAheadMs: number;
	tellsWholeSeconds: boolean;
	jumpsClock: boolean;
	/** Reports 0 credits while a job is processing. */
	countsLate: boolean;
	refundsFailed: boolean;
	/** Sends `error: null` with every job. */
	sendsErrorField: boolean;
	urlSeconds: number;
	/** Milliseconds in which a repeated key gets 409, because the job is still being created. */
	createsForMs: number;
	latencyMs: number;
	credits: number;
}

/** The settings of the node. */
export interface Settings {
	operation: 'tag' | 'submit' | 'steps';
	scope: 'delivery' | 'content' | 'custom' | 'customOnce';
	source: 'memory' | 'store' | 'url';
	maximum: number;
	minimum: number;
	alreadyTagged: 'tag' | 'skip' | 'fail';
	hasReport: boolean;
	ocr: 'off' | 'on' | 'whenScanned';
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

export const STORES = ['good', 'slow', 'hanging', 'refusing'] as const;

export interface ExecutionPlan {
	kind: 'run' | 'retry';
	/** Indexes of its documents in the life; an empty list means all. */
	documents: number[];
	/** Number of loop rounds that share the documents. */
	rounds: number;
	changed: Partial<Settings>;
	ending: Ending;
	faults: FaultPlan[];
	/** Start of an outage of 20 seconds, in milliseconds after the start; -1 for none. */
	outageAt: number;
	store: (typeof STORES)[number];
	clearsStore: boolean;
	/** Change of n8n's clock during the execution. */
	clockShiftMs: number;
	/** Number of the workflow's copy that runs. */
	copy: number;
	apiKey: number;
	/** n8n restarts before the execution. */
	restarts: boolean;
	/** Starts while the previous execution is still running. */
	overlaps: boolean;
	/** Milliseconds since the end of the previous execution. */
	gapMs: number;
}

/** A whole life; everything in it follows from this plan. */
export interface Plan {
	chance: number;
	service: ServicePlan;
	documents: DocumentPlan[];
	settings: Settings;
	executions: ExecutionPlan[];
	/** Capacity of a store row in hashes; 0 for the size the node asks for. */
	storeEntries: number;
	/** Submissions of an execution that the node remembers; 0 for the product's limit. */
	remembered: number;
	/** The workflow is not saved, so n8n has no deduplication store for it. */
	isUnsaved: boolean;
}

/** Usually the first value, otherwise any of the values. */
function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
	return fc.oneof(
		{ weight: 4, arbitrary: fc.constant(usual) },
		{ weight: 1, arbitrary: fc.constantFrom(usual, ...others) },
	);
}

const fault: fc.Arbitrary<FaultPlan> = fc.record({
	request: fc.constantFrom(...REQUESTS),
	kind: fc.constantFrom(...FAULTS),
	from: fc.nat(4),
	times: fc.constantFrom(1, 1, 2, 4, 12, 1000),
	takesEffect: fc.boolean(),
});

const document: fc.Arbitrary<DocumentPlan> = fc.record({
	pages: fc.integer({ min: 1, max: 5 }),
	isTagged: mostly(false, true),
	sameAs: fc.constantFrom(99, 99, 99, 0, 1),
	sharesKey: mostly(false, true),
	fate: fc.oneof(
		{ weight: 3, arbitrary: fc.constant('completes' as const) },
		{ weight: 1, arbitrary: fc.constantFrom(...FATES) },
	),
	fatedJobs: fc.constantFrom(1, 2, 3, 99),
	jobMs: fc.constantFrom(0, 400, 3_000, 3_000, 20_000, 90_000),
	linkSeconds: mostly(1e9, 2, 60),
});

const service: fc.Arbitrary<ServicePlan> = fc.record({
	repeat: mostly('firstJob', 'conflict'),
	clockAheadMs: mostly(0, -3_600_000, -2_000, 2_000, 3_600_000),
	tellsWholeSeconds: mostly(false, true),
	jumpsClock: mostly(false, true),
	countsLate: mostly(false, true),
	refundsFailed: mostly(false, true),
	sendsErrorField: mostly(false, true),
	urlSeconds: mostly(3600, 1, 60),
	createsForMs: mostly(0, 2_000),
	latencyMs: mostly(20, 300),
	credits: mostly(1_000, 0, 4, 9),
});

const settings: fc.Arbitrary<Settings> = fc.record({
	operation: mostly('tag', 'submit', 'steps'),
	scope: mostly('delivery', 'content', 'custom', 'customOnce'),
	source: fc.constantFrom('memory', 'store', 'url'),
	maximum: mostly(0, 2, 4, 6, 9),
	minimum: mostly(0, 990, 4),
	alreadyTagged: mostly('tag', 'skip', 'fail'),
	hasReport: mostly(false, true),
	ocr: mostly('off', 'on', 'whenScanned'),
	onError: fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'),
	retryOnFail: mostly(false, true),
	keepSource: mostly('none', 'both'),
	waitSeconds: mostly(60, 1, 5, 200),
	inFlight: mostly(60, 1, 2),
});

const side = fc.constantFrom('before' as const, 'after' as const);

const ending: fc.Arbitrary<Ending> = fc.oneof(
	{ weight: 5, arbitrary: fc.constant({ kind: 'none' as const }) },
	{
		weight: 3,
		arbitrary: fc.record({ kind: fc.constant('kill' as const), call: fc.nat(60), side }),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constant('stop' as const), call: fc.nat(60), side }),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: 'killAtReturn' as const }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('timeout' as const),
			ms: fc.constantFrom(200, 1_000, 4_000, 25_000),
		}),
	},
);

const execution: fc.Arbitrary<ExecutionPlan> = fc.record({
	kind: fc.constantFrom('run' as const, 'retry' as const, 'retry' as const),
	documents: mostly<number[]>([], [0], [1], [0, 1], [2, 0], [3, 2, 1], [5, 4]),
	rounds: mostly(1, 2, 3),
	changed: fc.oneof(
		{ weight: 6, arbitrary: fc.constant<Partial<Settings>>({}) },
		{ weight: 1, arbitrary: settings.map((all) => some(all)) },
		{ weight: 1, arbitrary: settings.map(({ alreadyTagged }) => ({ alreadyTagged })) },
	),
	ending,
	faults: fc.oneof(
		{ weight: 2, arbitrary: fc.constant<FaultPlan[]>([]) },
		{ weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
	),
	outageAt: mostly(-1, 0, 50, 100, 200, 600, 3_000),
	store: mostly('good', 'good', 'good', ...STORES),
	clearsStore: mostly(false, false, false, true),
	clockShiftMs: mostly(0, 0, -20_000, 20_000, -86_400_000),
	copy: mostly(0, 0, 1),
	apiKey: mostly(0, 0, 0, 1),
	restarts: fc.boolean(),
	overlaps: mostly(false, false, true),
	gapMs: fc.constantFrom(0, 1_000, 60_000, 3_700_000, 86_400_000),
});

/** Usually up to `usual` values, sometimes up to `most`. */
function fewOf<T>(one: fc.Arbitrary<T>, usual: number, most: number): fc.Arbitrary<T[]> {
	return fc.oneof(
		{ weight: 3, arbitrary: fc.array(one, { minLength: 1, maxLength: usual, size: 'max' }) },
		{ weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: most, size: 'max' }) },
	);
}

/** Picks one of the settings. */
function some(all: Settings): Partial<Settings> {
	const names = Object.keys(all) as Array<keyof Settings>;
	const first = names[(all.maximum * 7 + all.minimum + all.waitSeconds) % names.length];
	return first === undefined ? {} : { [first]: all[first] };
}

/** All possible lives; the same seed gives the same life. */
export const life: fc.Arbitrary<Plan> = fc.noBias(
	fc.record({
		chance: fc.nat(),
		service,
		documents: fewOf(document, 2, 6),
		settings,
		executions: fewOf(execution, 4, 10),
		storeEntries: mostly(0, 0, 0, 14),
		remembered: mostly(0, 0, 0, 3),
		isUnsaved: mostly(false, false, false, false, true),
	}),
);

/** The life of a seed. */
export function planOf(seed: number): Plan {
	const [plan] = fc.sample(life, { seed, numRuns: 1 });
	if (!plan) throw new Error('No life was generated');
	return plan;
}
