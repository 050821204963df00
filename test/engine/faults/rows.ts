import {
	type Fault,
	type FaultOrder,
	type SandboxOptions,
	type Step,
	STEPS as CALLS,
} from '../../../sandbox';

export type FlowStep = Exclude<Step, 'getAccount'>;

/** The six steps of Document → Tag, in their order: the columns of the matrix. */
export const STEPS = CALLS.filter((step): step is FlowStep => step !== 'getAccount');

/** What a cell orders. Braces enclose addresses that differ from run to run. */
interface Given {
	/** Faults that the sandbox injects. */
	orders: FaultOrder[];
	/** Base URL of the credential. */
	baseUrl?: string;
	/** The API refuses connections from the cell's step on: for a moment, or permanently. */
	outage?: 'brief' | 'lasting';
	/** Switches of the sandbox. */
	sandbox?: Partial<SandboxOptions>;
	/** Another workflow has submitted the document before. */
	usedKey?: true;
}

/** One fault at one step. `docs/evidence/fault-matrix.md` has its outcome. */
export interface Cell extends Given {
	/** Row of the matrix. */
	fault: string;
	/** Column of the matrix. */
	step: FlowStep;
}

type CellAt = (step: FlowStep) => Given;
type Row = [fault: string, ...parts: Array<[readonly FlowStep[], CellAt]>];

const API: readonly FlowStep[] = ['createUpload', 'submitJob', 'getJob', 'getResult'];
const STORAGE: readonly FlowStep[] = ['store', 'download'];
const AT_JOB: readonly FlowStep[] = ['getJob', 'getResult'];
const ANSWERS: readonly FlowStep[] = [...API, 'download'];

/** A fault that occurs once. */
const once =
	(fault: Fault): CellAt =>
	(step) => ({ orders: [{ step, fault }] });

/** A fault that stays. */
const always =
	(fault: Fault): CellAt =>
	(step) => ({ orders: [{ step, fault, times: 'always' }] });

/** Two rows: the fault once, and every time. */
const both = (fault: string, steps: readonly FlowStep[], at: (step: FlowStep) => Fault): Row[] => [
	[fault, [steps, (step) => once(at(step))(step)]],
	[`${fault}, every time`, [steps, (step) => always(at(step))(step)]],
];

/** The credential has another address. */
const atBaseUrl =
	(baseUrl: string): CellAt =>
	() => ({ orders: [], baseUrl });

/** The API becomes unreachable after the answer to the previous step. */
const outage =
	(length: 'brief' | 'lasting'): CellAt =>
	() => ({ orders: [], outage: length });

/** The service returns a storage address that nobody serves. */
const misled =
	(url: string, times: 1 | 'always'): CellAt =>
	(step) => {
		const [from, field]: [FlowStep, string] =
			step === 'store' ? ['createUpload', 'upload_url'] : ['getResult', 'result_url'];
		return { orders: [{ step: from, times, fault: { fields: { [field]: url } } }] };
	};

/** The sandbox fails by itself. */
const byItself =
	(rest: Omit<Given, 'orders'>): CellAt =>
	() => ({ orders: [], ...rest });

/** The field of each answer that the flow cannot continue without (interface 2.2 to 2.4). */
const NEEDED_FIELD: Partial<Record<FlowStep, string>> = {
	createUpload: 'key',
	submitJob: 'id',
	getJob: 'status',
	getResult: 'result_url',
};

const ELSEWHERE = { redirect: 'http://{elsewhere}{visit}' };

const ROWS: Row[] = [
	[
		'connection refused, then back',
		[API, outage('brief')],
		[STORAGE, misled('http://{refused}/', 1)],
	],
	[
		'connection refused',
		[API, outage('lasting')],
		[STORAGE, misled('http://{refused}/', 'always')],
	],
	['host name unknown, then known', [STORAGE, misled('https://{unknown}/', 1)]],
	[
		'host name unknown',
		[['createUpload'], atBaseUrl('https://{unknown}')],
		[STORAGE, misled('https://{unknown}/', 'always')],
	],
	[
		'self-signed certificate',
		[['createUpload'], atBaseUrl('https://{selfsigned}')],
		[STORAGE, misled('https://{selfsigned}/', 'always')],
	],
	...both('reset before the effect', STEPS, () => ({ reset: 'before' })),
	...both('reset after the effect', STEPS, () => ({ reset: 'after' })),
	['no answer', [STEPS, once({ stall: 'headers' })]],
	['half an answer, then silence', [ANSWERS, once({ stall: 'body' })]],
	['half an answer, then the end', [ANSWERS, once({ truncate: 0.5 })]],
	['half an answer, then the end, every time', [['download'], always({ truncate: 0.5 })]],
	['400', [STEPS, always({ status: 400 })]],
	['401', [STEPS, always({ status: 401 })]],
	['402', [['submitJob'], always({ status: 402 })]],
	['403', [STEPS, always({ status: 403 })]],
	['404', [STEPS, always({ status: 404 })]],
	['404, brief', [AT_JOB, once({ status: 404 })]],
	['409, brief', [['submitJob', 'getResult'], once({ status: 409 })]],
	['409, lasting', [['submitJob', 'getResult'], always({ status: 409 })]],
	// Longer than the timeout of a call, so the first call is aborted.
	['409, job still being created', [['submitJob'], byItself({ sandbox: { creationMs: 65_000 } })]],
	[
		'409, key used for another document',
		[['submitJob'], byItself({ usedKey: true, sandbox: { idempotency: 'conflict' } })],
	],
	['413', [['createUpload', 'store', 'submitJob'], always({ status: 413 })]],
	['document too large', [['store'], byItself({ sandbox: { maxBytes: 100 } })]],
	['429, Retry-After in seconds', [STEPS, once({ status: 429, retryAfter: 1 })]],
	['429, Retry-After as a date', [STEPS, once({ status: 429, retryAfter: '{soon}' })]],
	['429 without Retry-After', [STEPS, once({ status: 429 })]],
	['429 without Retry-After, every time', [STEPS, always({ status: 429 })]],
	['429, Retry-After in an hour', [API, always({ status: 429, retryAfter: 3600 })]],
	['503 with Retry-After', [STEPS, once({ status: 503, retryAfter: 1 })]],
	...both('500', STEPS, () => ({ status: 500 })),
	...both('502 with a web page', STEPS, () => ({ status: 502, body: 'html' })),
	['504 after the effect', [STEPS, once({ status: 504, afterEffect: true })]],
	['504 after the effect, every time', [['submitJob'], always({ status: 504, afterEffect: true })]],
	['redirect to another origin', [STEPS, always(ELSEWHERE)]],
	...both('web page with status 200', STEPS, () => ({ status: 200, body: 'html' })),
	...both('malformed JSON', API, () => ({ malformedJson: true })),
	...both('missing field', API, (step) => ({ missingField: NEEDED_FIELD[step] ?? '' })),
	['expired', [STORAGE, once({ expired: true })]],
	['expired, every time', [['store', 'submitJob', 'download'], always({ expired: true })]],
	[
		'job fails',
		[['getJob'], () => ({ orders: [{ step: 'submitJob', fault: { failJob: true } }] })],
	],
];

/** Every cell, row by row. */
export const CELLS: Cell[] = ROWS.flatMap(([fault, ...parts]) =>
	STEPS.flatMap((step) =>
		parts
			.filter(([steps]) => steps.includes(step))
			.map(([, cellAt]) => ({ fault, step, ...cellAt(step) })),
	),
);
