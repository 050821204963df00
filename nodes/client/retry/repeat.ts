import {
	chooseCode,
	TagPdfError,
	throwIfStopped,
	type Answer,
	type CommonFacts,
	type Failure,
	type RequestFacts,
	type RequestName,
} from '../errors';
import type { Runtime } from '../runtime';
import { RetryBudget, type Circumstances } from './retryBudget';
import { readRetryAfterMs } from './pauses';
import { mayHaveTakenEffect } from './policy';
import type { RateGate } from './rateGate';

/** Longest random delay of a request after its gate has opened, so that not all go at once. */
const MAX_SPREAD_MS = 250;

export interface Repetition extends Circumstances {
	request: RequestName;
	/** Name of the server, for messages. */
	getServer: () => string;
	/** Ends the tries; checked before each one. */
	signal: AbortSignal | undefined;
	/** Each try waits until the gate is open. A 429 closes it. */
	gate?: RateGate;
}

type Facts = CommonFacts & Pick<RequestFacts, 'request' | 'tries'>;

/**
 * Result of one try: the value, or the pause before the next try. While the gate is closed nothing is
 * tried.
 */
export type TryResult<T> =
	| { state: 'done'; value: T }
	| { state: 'failed'; pauseMs: number }
	| { state: 'held'; pauseMs: number };

/**
 * Tries a request until it succeeds or the retry table gives up.
 *
 * @throws TagPdfError for the last failure, or `STOPPED` / `NOT_STARTED` when the signal is aborted
 */
export async function repeat<T>(
	runtime: Runtime,
	repetition: Repetition,
	attempt: () => Promise<Answer<T>>,
): Promise<T> {
	const tries = new Tries(runtime, repetition, attempt);
	for (;;) {
		const tried = await tries.tryOnce();
		if (tried.state === 'done') return tried.value;
		await runtime.sleep(tried.pauseMs, repetition.signal);
	}
}

/** The tries of one request, one by one. The caller pauses between them, and may do something else. */
export class Tries<T> {
	private readonly retryBudget: RetryBudget;
	private readonly facts: Facts;

	constructor(
		private readonly runtime: Runtime,
		private readonly repetition: Repetition,
		private readonly attempt: () => Promise<Answer<T>>,
	) {
		const { job, request } = repetition;
		this.retryBudget = new RetryBudget(request, runtime.limits.retry, repetition);
		this.facts = { ...job, request, tries: 0, unanswered: false };
	}

	/**
	 * Makes one try, unless the gate is closed: then it says when to come back.
	 *
	 * @throws TagPdfError as {@link repeat} does
	 */
	async tryOnce(): Promise<TryResult<T>> {
		const { facts } = this;
		const { signal } = this.repetition;
		for (;;) {
			throwIfStopped(signal, facts);
			const pauseMs = this.getGatePauseMs();
			if (pauseMs > 0) return { state: 'held', pauseMs };
			const answer = await this.tryInSlot();
			if (answer?.ok === true) return { state: 'done', value: answer.value };
			const pause = answer && this.handleFailure(answer.failure);
			if (pause !== undefined) return { state: 'failed', pauseMs: pause };
		}
	}

	/**
	 * Milliseconds until the gate lets this request go; 0 if it is open.
	 *
	 * @throws TagPdfError `RATE_LIMITED` if it stays closed for longer than the request can wait
	 */
	private getGatePauseMs(): number {
		const { facts, runtime } = this;
		const { deadline = Infinity, gate, getServer } = this.repetition;
		const now = runtime.now();
		const closedMs = gate?.getRemainingMs(now) ?? 0;
		if (!gate || closedMs === 0) return 0;
		if (!this.retryBudget.canWaitForWindow(closedMs, now)) {
			throw new TagPdfError('RATE_LIMITED', {
				...facts,
				server: getServer(),
				retryAfterMs: closedMs,
			});
		}
		if (closedMs > runtime.limits.retry.quietWaitMs && gate.shouldAnnounce()) {
			runtime.log('info', `Rate limit: waiting ${Math.ceil(closedMs / 1000)} s for the window`);
		}
		return Math.min(closedMs + runtime.random() * MAX_SPREAD_MS, deadline - now);
	}

	/**
	 * Waits for a free slot, then makes the try.
	 *
	 * @returns undefined if it must not be sent any more: the window was closed, or the run ended
	 */
	private async tryInSlot(): Promise<Answer<T> | undefined> {
		const { runtime } = this;
		const { gate, signal } = this.repetition;
		if (!gate) return await this.attempt();
		return await runtime.slots.requests.run(async () => {
			if (signal?.aborted === true || gate.getRemainingMs(runtime.now()) > 0) return undefined;
			return await this.attempt();
		});
	}

	/**
	 * @returns milliseconds, or undefined if the gate says how long
	 * @throws TagPdfError if that was the last try
	 */
	private handleFailure(failure: Failure): number | undefined {
		const { facts, runtime } = this;
		const { gate, request, signal } = this.repetition;
		facts.tries += 1;
		facts.unanswered ||= request === 'submitJob' && mayHaveTakenEffect(failure);
		throwIfStopped(signal, facts);
		const now = runtime.now();
		const pause = this.retryBudget.choosePause(failure, now, runtime.random());
		if (pause === undefined) throw createFinalError(this.repetition, failure, facts, now);
		runtime.log(
			pause > runtime.limits.retry.quietWaitMs ? 'info' : 'debug',
			`${request}: ${summarize(failure)}; trying again in ${pause} ms`,
		);
		if (!gate || failure.kind !== 'status' || failure.statusCode !== 429) return pause;
		gate.holdUntil(now + pause);
		return undefined;
	}
}

function createFinalError(
	{ request, getServer }: Repetition,
	failure: Failure,
	facts: Facts,
	now: number,
): TagPdfError {
	const asked = failure.kind === 'status' ? readRetryAfterMs(failure.retryAfter, now) : undefined;
	// The cause may hold data that must not be stored, such as headers of the request.
	const { cause, ...known } = { cause: undefined, ...failure };
	const all = { ...facts, failure: known, server: getServer(), retryAfterMs: asked };
	return new TagPdfError(chooseCode(request, failure), all, { cause });
}

/** A failure in a few words: numbers, codes and the client's own reasons, nothing from outside. */
function summarize(failure: Failure): string {
	if (failure.kind === 'network') return failure.code;
	return failure.kind === 'status' ? `status ${failure.statusCode}` : failure.reason;
}
