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
	'expires',
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
}

export interface ServicePlan {
	/** Answer to a repeated key: the job as it is now, the stored first answer, or 409 to another body. */
	repeat: 'firstJob' | 'replay' | 'conflict';
	/** How long a key is known after its first use. */
	keepsKeysMs: number;
	/** How far the clock that sets `created_at` is ahead. */
	clockAheadMs: number;
	/** Form of `created_at`. */
	createdAt: 'utc' | 'offset' | 'withoutZone' | 'unreadable';
	tellsWholeSeconds: boolean;
	jumpsClock: boolean;
	/** How far the clock of the `Date` header is ahead. */
	dateAheadMs: number;
	sendsDate: 'always' | 'sometimes' | 'never';
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
	/** `rerun`: n8n's queue starts the previous execution again, under the same ID and without its memory. */
	kind: 'run' | 'retry' | 'rerun';
	/** Indexes of its documents in the life; an empty list means all. */
	documents: number[];
	/** Number of loop rounds that share the documents. */
	rounds: number;
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
	/** Milliseconds after the previous execution's start at which it starts; -1 for after its end. */
	overlapMs: number;
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

/** Submissions that cost money and get no answer. */
const lostAnswers: fc.Arbitrary<FaultPlan> = fc.record({
	request: fc.constant('submit'),
	kind: fc.constantFrom('reset', 'unavailable', 'hang', 'cut'),
	from: fc.constantFrom(0, 0, 1, 2),
	times: fc.constantFrom(1, 4, 6, 8, 12),
	takesEffect: fc.constant(true),
});

const document: fc.Arbitrary<DocumentPlan> = fc.record({
	pages: fc.integer({ min: 1, max: 5 }),
	isTagged: mostly(false, true),
	sameAs: fc.constantFrom(99, 99, 99, 0, 1),
	isOfOtherAccount: fc.constantFrom(false, false, true),
	fate: fc.oneof(
		{ weight: 3, arbitrary: fc.constant('completes' as const) },
		{ weight: 2, arbitrary: fc.constantFrom(...FATES, 'fails', 'fails', 'fails') },
	),
	fatedJobs: fc.constantFrom(1, 2, 3, 99),
	jobMs: fc.constantFrom(0, 400, 3_000, 3_000, 20_000, 90_000),
	linkSeconds: mostly(1e9, 2, 60),
});

/** The clocks that are wrong by an hour are frequent: they make new jobs look like earlier ones. */
const service: fc.Arbitrary<ServicePlan> = fc.record({
	repeat: fc.constantFrom('firstJob', 'replay', 'conflict'),
	keepsKeysMs: mostly(1e12, 1e12, 80_000_000),
	clockAheadMs: mostly(0, -3_600_000, -3_600_000, -50_000, -2_000, 2_000, 3_600_000),
	createdAt: mostly('utc', 'offset', 'withoutZone', 'unreadable'),
	tellsWholeSeconds: mostly(false, true),
	jumpsClock: mostly(false, true),
	dateAheadMs: mostly(0, -3_600_000, -2_000, 2_000, 50_000, 3_600_000, 3_600_000),
	sendsDate: mostly('always', 'sometimes', 'never'),
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
	newJob: mostly('never', 'always', 'some'),
	source: fc.constantFrom('memory', 'store', 'url'),
	filesPerItem: mostly(1, 2, 3),
	maximum: fc.constantFrom(0, 0, 0, 2, 4, 6, 9),
	alreadyTagged: mostly('tag', 'skip', 'fail'),
	ocr: mostly(false, true),
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

/** Executions often begin at the same moment; other distances are drawn evenly on three scales. */
const overlapMs: fc.Arbitrary<number> = fc.oneof(
	{ weight: 15, arbitrary: fc.constant(-1) },
	{ weight: 2, arbitrary: fc.constant(0) },
	{ weight: 1, arbitrary: fc.nat(300) },
	{ weight: 1, arbitrary: fc.nat(5_000) },
	{ weight: 1, arbitrary: fc.nat(90_000) },
);

const execution: fc.Arbitrary<ExecutionPlan> = fc.record({
	kind: fc.constantFrom('run', 'run', 'retry', 'retry', 'rerun'),
	documents: mostly<number[]>([], [0], [1], [0, 1], [2, 0], [3, 2, 1], [5, 4]),
	rounds: fc.constantFrom(1, 1, 1, 2, 3),
	tools: mostly('none', 'none', 'sameRun', 'ownRuns'),
	changed: fc.oneof(
		{ weight: 6, arbitrary: fc.constant<Partial<Settings>>({}) },
		{ weight: 1, arbitrary: settings.map((all) => some(all)) },
		{ weight: 1, arbitrary: settings.map(({ alreadyTagged }) => ({ alreadyTagged })) },
	),
	ending,
	faults: fc.oneof(
		{ weight: 2, arbitrary: fc.constant<FaultPlan[]>([]) },
		{ weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
		{ weight: 2, arbitrary: fc.tuple(lostAnswers) },
	),
	outageAt: mostly(-1, 0, 50, 100, 200, 600, 3_000),
	clockShiftMs: mostly(0, 0, -20_000, 20_000, -86_400_000),
	copy: mostly(0, 0, 1),
	credential: mostly<0 | 1 | 2>(0, 0, 0, 1, 2),
	worker: mostly(0, 0, 1),
	restarts: fc.boolean(),
	overlapMs,
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
	const first = names[(all.maximum * 7 + all.waitSeconds + all.inFlight) % names.length];
	return first === undefined ? {} : { [first]: all[first] };
}

/** All possible lives; the same seed gives the same life. */
export const life: fc.Arbitrary<Plan> = fc.noBias(
	fc
		.record({
			chance: fc.nat(),
			service,
			documents: fewOf(document, 2, 6),
			settings,
			executions: fewOf(execution, 4, 10),
		})
		.map(withoutDoubleDeceit),
);

/** Less than the 60 seconds that make a job an earlier one, by the jumps and the seconds of the clocks. */
const DECEIVING_MS = 45_000;

/**
 * Each condition for an earlier job can deceive alone, but not both in one life: if the service's clocks disagree
 * that much, its jobs take longer than a request.
 */
function withoutDoubleDeceit(plan: Plan): Plan {
	const { clockAheadMs, dateAheadMs } = plan.service;
	if (dateAheadMs - clockAheadMs <= DECEIVING_MS) return plan;
	const documents = plan.documents.map((each) => ({
		...each,
		fate: each.fate === 'failsAtOnce' ? ('fails' as const) : each.fate,
		jobMs: Math.max(each.jobMs, 3_000),
	}));
	return { ...plan, documents };
}

/** The life of a seed. */
export function planOf(seed: number): Plan {
	const [plan] = fc.sample(life, { seed, numRuns: 1 });
	if (!plan) throw new Error('No life was generated');
	return plan;
}
