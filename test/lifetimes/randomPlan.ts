import fc from 'fast-check';

import {
	type DocumentPlan,
	type Ending,
	type ExecutionPlan,
	FATES,
	FAULTS,
	type FaultPlan,
	type Plan,
	REQUESTS,
	type ServicePlan,
	type Settings,
} from './plan';

/** Draws the plans of lives; the same seed gives the same life. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NEVER = 1e12;

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
		{ weight: 2, arbitrary: fc.constantFrom(...FATES, 'fails', 'fails', 'failsAtOnce') },
	),
	fatedJobs: fc.constantFrom(1, 1, 2, 3, 99),
	jobMs: fc.constantFrom(0, 400, 3 * SECOND, 3 * SECOND, 20 * SECOND, 90 * SECOND, 2 * HOUR),
	linkSeconds: mostly(1e9, 2, 60),
	changesAfterMs: mostly(NEVER, NEVER, SECOND, MINUTE, DAY),
});

const service: fc.Arbitrary<ServicePlan> = fc.record({
	repeat: fc.constantFrom('firstJob', 'firstJob', 'replay', 'replay', 'conflict'),
	storesRefusals: mostly(false, true),
	keepsKeys: mostly('forever', 'anHour', 'aDay', 'eachItsOwnTime'),
	clockAheadMs: mostly(0, 0, -HOUR, -50 * SECOND, -2 * SECOND, 2 * SECOND, HOUR),
	createdAt: mostly('utc', 'offset', 'withoutZone', 'withoutZone', 'unreadable'),
	zoneHours: fc.constantFrom(0, 2, -12, 14),
	tellsWholeSeconds: mostly(false, true),
	jumpsClock: mostly(false, true),
	dateAheadMs: mostly(0, 0, -HOUR, -2 * SECOND, 2 * SECOND, 50 * SECOND, HOUR),
	sendsDate: mostly('always', 'sometimes', 'never'),
	counts: mostly('atOnce', 'late', 'slowly', 'slowly', 'slowly'),
	refundsFailed: mostly(false, true),
	sendsErrorField: mostly(false, true),
	urlSeconds: mostly(3600, 1, 60),
	createsForMs: mostly(0, 2 * SECOND, 90 * SECOND),
	latencyMs: mostly(20, 300),
	credits: mostly(1_000, 0, 4, 9),
	hides: fc.record({
		what: mostly('nothing', 'job', 'result'),
		fromMs: fc.constantFrom(0, 0, 0, MINUTE, 2 * DAY),
		forMs: fc.constantFrom(3 * SECOND, 3 * MINUTE, 3 * HOUR, 30 * DAY),
	}),
	missingObject: fc.constantFrom('NoSuchKey', 'NoSuchKey', 'BlobNotFound', 'AccessDenied', 'page'),
	firewall: fc.record({
		server: mostly('none', 'none', 'service', 'storage'),
		fromMs: fc.constantFrom(0, MINUTE, HOUR, DAY),
		forMs: fc.constant(30 * DAY),
	}),
});

const maxJobs: fc.Arbitrary<number[]> = fc.constantFrom([1], [1], [2], [3], [4], [1, 2], [3, 1]);

const settings: fc.Arbitrary<Settings> = fc.record({
	operation: mostly('tag', 'tag', 'submit', 'steps', 'beside'),
	maxJobs,
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
			ms: fc.constantFrom(200, SECOND, 4 * SECOND, 25 * SECOND),
		}),
	},
);

/** Executions often begin at the same moment; other distances are drawn evenly on three scales. */
const overlapMs: fc.Arbitrary<number> = fc.oneof(
	{ weight: 15, arbitrary: fc.constant(-1) },
	{ weight: 2, arbitrary: fc.constant(0) },
	{ weight: 1, arbitrary: fc.nat(300) },
	{ weight: 1, arbitrary: fc.nat(5 * SECOND) },
	{ weight: 1, arbitrary: fc.nat(90 * SECOND) },
);

const execution: fc.Arbitrary<ExecutionPlan> = fc.record({
	kind: fc.constantFrom('run', 'run', 'retry', 'retryCurrent', 'rerun', 'obey'),
	documents: mostly<number[]>([], [0], [1], [0, 1], [2, 0], [3, 2, 1], [5, 4]),
	rounds: fc.constantFrom(1, 1, 1, 2, 3, 6),
	pauseMs: mostly(0, 0, 5 * SECOND, 3 * HOUR, 30 * HOUR),
	tools: mostly('none', 'none', 'sameRun', 'ownRuns'),
	changed: fc.oneof(
		{ weight: 5, arbitrary: fc.constant<Partial<Settings>>({}) },
		{ weight: 2, arbitrary: maxJobs.map((numbers) => ({ maxJobs: numbers })) },
		{ weight: 1, arbitrary: settings.map((all) => some(all)) },
	),
	ending,
	faults: fc.oneof(
		{ weight: 2, arbitrary: fc.constant<FaultPlan[]>([]) },
		{ weight: 3, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
		{ weight: 2, arbitrary: fc.tuple(lostAnswers) },
	),
	outageAt: mostly(-1, 0, 50, 100, 200, 600, 3 * SECOND),
	clockShiftMs: mostly(0, 0, -20 * SECOND, 20 * SECOND, -DAY),
	copy: mostly(0, 0, 1),
	credential: mostly<0 | 1 | 2>(0, 0, 0, 1, 2),
	worker: mostly(0, 0, 1),
	restarts: fc.boolean(),
	updates: mostly(false, false, true),
	topUp: mostly(0, 0, 20),
	overlapMs,
	gapMs: fc.constantFrom(0, SECOND, MINUTE, 3_700 * SECOND, DAY, 3 * DAY),
});

/** Usually up to `usual` values, sometimes up to `most`. */
function fewOf<T>(one: fc.Arbitrary<T>, usual: number, most: number): fc.Arbitrary<T[]> {
	return fc.oneof(
		{ weight: 6, arbitrary: fc.array(one, { minLength: 1, maxLength: usual, size: 'max' }) },
		{ weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: most, size: 'max' }) },
	);
}

/** Picks one of the settings. */
function some(all: Settings): Partial<Settings> {
	const names = Object.keys(all) as Array<keyof Settings>;
	const first = names[(all.maximum * 7 + all.waitSeconds + all.inFlight) % names.length];
	return first === undefined ? {} : { [first]: all[first] };
}

/** All possible lives. */
export const life: fc.Arbitrary<Plan> = fc.noBias(
	fc.record({
		chance: fc.nat(),
		service,
		documents: fewOf(document, 2, 8),
		settings,
		executions: fewOf(execution, 5, 20),
	}),
);

/** The life of a seed. */
export function planOf(seed: number): Plan {
	const [plan] = fc.sample(life, { seed, numRuns: 1 });
	if (!plan) throw new Error('No life was generated');
	return plan;
}
