import type { FaultKind, FaultPlan, RequestKind } from '../plan';
import type { Clock } from './clock';
import { errorOf, json, page, type Response } from './responses';

const OUTAGE_MS = 20_000;

/** A fault instead of the regular answer. */
export interface Fault {
	kind: FaultKind;
	takesEffect: boolean;
	/** Error of a connection that was refused. */
	refusal?: Error;
	error?: Error;
	/** Absent if no answer ever comes. */
	answer?: () => Response;
	/** The regular answer breaks off in the middle. */
	cuts: boolean;
}

/** The faults of one execution. */
export class Faults {
	/** Number of faults so far. */
	met = 0;
	/** The API keys to which the service answered with a success before the outage. */
	readonly answeredBefore = new Set<string>();
	private inOutage = 0;
	private readonly seen = new Map<RequestKind, number>();

	/**
	 * @param outageFrom true time at which an outage of 20 s begins
	 */
	constructor(
		private readonly plans: readonly FaultPlan[],
		private readonly clock: Clock,
		private readonly outageFrom = Number.POSITIVE_INFINITY,
	) {}

	next(kind: RequestKind): Fault | undefined {
		const fault = this.find(kind);
		if (fault) this.met += 1;
		return fault;
	}

	/** The service has answered with a success. Only requests to the service have a key. */
	recordSuccess(apiKey?: string): void {
		if (apiKey !== undefined && this.clock.time < this.outageFrom) this.answeredBefore.add(apiKey);
	}

	/** Whether all faults belong to the outage. */
	get isOutageAlone(): boolean {
		return this.met > 0 && this.met === this.inOutage;
	}

	private get isOutage(): boolean {
		const { time } = this.clock;
		return time >= this.outageFrom && time < this.outageFrom + OUTAGE_MS;
	}

	private find(kind: RequestKind): Fault | undefined {
		if (this.isOutage && kind !== 'source') {
			this.inOutage += 1;
			return faultOf('refused', false);
		}
		const before = this.seen.get(kind) ?? 0;
		this.seen.set(kind, before + 1);
		const plan = this.plans.find(
			({ from, request, times }) => request === kind && before >= from && before < from + times,
		);
		if (!plan) return undefined;
		// Only questions about a job can have this answer.
		const isOdd = plan.kind === 'missing' && kind !== 'job' && kind !== 'result';
		return faultOf(isOdd ? 'page404' : plan.kind, plan.takesEffect);
	}
}

function networkError(code: string): Error {
	return Object.assign(new Error(code), { code });
}

/** Seconds until a rate window resets. */
const SHORT_WINDOW_S = '3';
const LONG_WINDOW_S = '500';

function faultOf(kind: FaultKind, takesEffect: boolean): Fault {
	const fault: Fault = { kind, takesEffect, cuts: false };
	switch (kind) {
		case 'reset':
			return { ...fault, error: networkError('ECONNRESET') };
		case 'refused':
			return { ...fault, refusal: networkError('ECONNREFUSED') };
		case 'unavailable':
			return { ...fault, answer: () => page(503) };
		case 'busy':
			return { ...fault, answer: () => json(500, { error: { type: 't', message: 'm' } }) };
		case 'page200':
			return { ...fault, answer: () => page(200) };
		case 'page404':
			return { ...fault, takesEffect: false, answer: () => page(404) };
		case 'page410':
			return { ...fault, takesEffect: false, answer: () => page(410) };
		case 'page403':
			return { ...fault, takesEffect: false, answer: () => page(403) };
		case 'limited':
			return limited(fault, SHORT_WINDOW_S);
		case 'limitedLong':
			return limited(fault, LONG_WINDOW_S);
		case 'hang':
			return fault;
		case 'cut':
			return { ...fault, cuts: true };
		case 'missing':
			return { ...fault, takesEffect: false, answer: () => json(404, errorOf('No such job')) };
		case 'unauthorized': {
			const error = { error: { type: 't', message: 'No such key' } };
			return { ...fault, takesEffect: false, answer: () => json(401, error) };
		}
	}
}

function limited(fault: Fault, seconds: string): Fault {
	const error = { error: { type: 't', message: 'Too many' } };
	const headers = { 'retry-after': seconds };
	return { ...fault, takesEffect: false, answer: () => json(429, error, headers) };
}
