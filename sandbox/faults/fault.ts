/** The six calls of the flow, and the call for the account; `store` is the presigned POST. */
export const STEPS = [
	'getAccount',
	'createUpload',
	'store',
	'submitJob',
	'getJob',
	'getResult',
	'download',
] as const;

export type Step = (typeof STEPS)[number];

/** An answer instead of the service's own; nothing takes effect unless `afterEffect` is set. */
export interface StatusFault {
	status: number;
	/** Value of `Retry-After`: seconds, or any text such as an HTTP date. Without it: no header. */
	retryAfter?: number | string;
	/** Default `error`: the Error of the interface, or S3's XML from the storage. */
	body?: 'error' | 'html' | 'malformed-json' | 'missing-field' | 'empty';
	headers?: Record<string, string>;
	/** The request takes effect first, as behind a gateway that lost the answer. */
	afterEffect?: boolean;
}

/** Kinds of faults. */
export type Fault =
	| StatusFault
	/** Milliseconds before anything happens. */
	| { delayMs: number }
	/** The connection is reset before the effect, or after it: a lost response. */
	| { reset: 'before' | 'after' }
	/** After the effect the connection stalls: nothing is sent, or only the headers and half of the body. */
	| { stall: 'headers' | 'body' }
	/** Announces the whole length, then closes the connection after some bytes, or a fraction < 1. */
	| { truncate: number }
	/** 307 to another place, before the effect. */
	| { redirect: string }
	/** The presigned POST, the stored document or the result URL counts as expired. */
	| { expired: true }
	/** A successful JSON answer, cut in the middle of its text. */
	| { malformedJson: true }
	/** A successful JSON answer without this field. */
	| { missingField: string }
	/** A successful JSON answer with other values, e.g. an `upload_url` that nobody serves. */
	| { fields: Record<string, unknown> }
	/** The job that this submission creates will fail. */
	| { failJob: true }
	/** The tagged PDF of this submission's job lacks content of its document, and has no structure. */
	| { worseResult: true };

/** A fault for some calls of a step, counted from now. */
export interface FaultOrder {
	step: Step;
	fault: Fault;
	/** 1 (default) is the next call. */
	nth?: number;
	/** Number of consecutive calls: default 1; `'always'` (or Infinity) for all later calls. */
	times?: number | 'always';
}

// Steps at which each kind of fault can take effect.
const WITH_JSON = STEPS.filter((step) => step !== 'store' && step !== 'download');
const WITH_BODY = STEPS.filter((step) => step !== 'store');
const SHOWS_AT: Record<string, readonly Step[]> = {
	status: STEPS,
	delayMs: STEPS,
	reset: STEPS,
	stall: STEPS,
	truncate: WITH_BODY,
	redirect: STEPS,
	expired: ['store', 'submitJob', 'download'],
	malformedJson: WITH_JSON,
	missingField: WITH_JSON,
	fields: WITH_JSON,
	failJob: ['submitJob'],
	worseResult: ['submitJob'],
};

/**
 * Refuses an order that could never take effect, because a test with it would prove nothing. An order may come
 * from outside, so every part of it is checked.
 *
 * @throws RangeError that says what is wrong
 */
export function checkOrder(order: unknown): asserts order is FaultOrder {
	const { step: name, fault, nth = 1, times = 1 } = isObject(order) ? order : {};
	const step = STEPS.find((candidate) => candidate === name);
	if (!step) throw new RangeError(`step is one of ${STEPS.join(', ')}`);
	const details = isObject(fault) ? fault : {};
	const kind = Object.keys(details).find((key) => key in SHOWS_AT) ?? '';
	const steps = SHOWS_AT[kind];
	if (!steps) throw new RangeError(`fault has one of ${Object.keys(SHOWS_AT).join(', ')}`);
	const bodiless = details.stall === 'body' && step === 'store';
	if (!steps.includes(step) || bodiless) throw new RangeError(`${kind} cannot show at ${step}`);
	if (!isCount(nth)) throw new RangeError('nth counts from 1');
	if (times !== 'always' && !isCount(times))
		throw new RangeError("times is at least 1, or 'always'");
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): boolean {
	return typeof value === 'number' && value >= 1;
}
