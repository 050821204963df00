/** The six calls of the flow and the account's; `store` is the presigned POST. */
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

/** An answer in place of the service's own; nothing takes effect unless `afterEffect`. */
export interface StatusFault {
	status: number;
	/** Value of `Retry-After`: seconds, or any text such as an HTTP date. Absent: no header. */
	retryAfter?: number | string;
	/** Default `error`: the Error of the interface, or S3's XML from the storage. */
	body?: 'error' | 'html' | 'malformed-json' | 'missing-field' | 'empty';
	headers?: Record<string, string>;
	/** The request takes effect first, as behind a gateway that lost the answer. */
	afterEffect?: boolean;
}

/** What goes wrong. */
export type Fault =
	| StatusFault
	/** Milliseconds before anything happens. */
	| { delayMs: number }
	/** The connection is reset before the effect, or after it: a lost response. */
	| { reset: 'before' | 'after' }
	/** After the effect nothing is sent, or the headers and half of the body. */
	| { stall: 'headers' | 'body' }
	/** The length of the whole is announced, then the connection closes: bytes, or a fraction < 1. */
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
	/** The result of the job that this submission creates lacks what its document has, and a structure. */
	| { worseResult: true };

/** A fault on order: for which calls of a step, counted from now. */
export interface FaultOrder {
	step: Step;
	fault: Fault;
	/** 1 (default) is the next call. */
	nth?: number;
	/** For how many calls in a row: default 1; `'always'` (or Infinity) for all that follow. */
	times?: number | 'always';
}

// At which steps a kind of fault can show.
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
 * Refuses an order that could never show: a test with such an order would prove nothing. It may
 * come from outside, so nothing about it is taken for granted.
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
