import {
	codeOf,
	TagPdfError,
	throwIfStopped,
	type Answer,
	type ErrorFacts,
	type Failure,
	type RequestName,
} from '../errors';
import type { ServiceRuntime } from '../runtime';
import { Patience, type Circumstances } from './patience';
import { retryAfterMs } from './pauses';
import { mayHaveTakenEffect } from './policy';
import type { RateGate } from './rateGate';

export interface Repetition extends Pick<Circumstances, 'deadline' | 'patientUntil'> {
	request: RequestName;
	/** Who is asked, for messages. */
	server: () => string;
	/** Ends the tries; looked at before each. */
	signal: AbortSignal | undefined;
	/** The job that the request is about, for messages. */
	job?: Pick<ErrorFacts, 'jobId' | 'jobExists'>;
	/** Passed before each try, and closed by a 429. */
	gate?: RateGate;
}

/**
 * Tries a request until it succeeds or the retry table has nothing left.
 *
 * @throws TagPdfError for the last failure, or `STOPPED` / `NOT_STARTED` when the signal is aborted
 */
export async function repeat<T>(
	runtime: ServiceRuntime,
	repetition: Repetition,
	attempt: () => Promise<Answer<T>>,
): Promise<T> {
	const { request, signal, deadline, gate, job, patientUntil } = repetition;
	const circumstances = { deadline, patientUntil, jobExists: job?.jobExists };
	const patience = new Patience(request, runtime.limits.retry, circumstances);
	const facts: ErrorFacts = { ...job, request, tries: 0, unanswered: false };
	for (;;) {
		throwIfStopped(signal, facts);
		if (gate) await pass(runtime, repetition, gate, facts);
		const answer = gate ? await inTurn(runtime, repetition, gate, attempt) : await attempt();
		if (answer === undefined) continue;
		if (answer.ok) return answer.value;

		const { failure } = answer;
		facts.tries = (facts.tries ?? 0) + 1;
		facts.unanswered ||= request === 'submitJob' && mayHaveTakenEffect(failure);
		throwIfStopped(signal, facts);
		const now = runtime.now();
		const pause = patience.pauseAfter(failure, now, runtime.random());
		if (pause === undefined) throw lastFailure(repetition, failure, facts, now);
		runtime.log(
			pause > runtime.limits.retry.quietWaitMs ? 'info' : 'debug',
			`${request}: ${summary(failure)}; trying again in ${pause} ms`,
		);
		if (gate && failure.kind === 'status' && failure.statusCode === 429) {
			gate.holdUntil(now + pause);
		} else {
			await runtime.sleep(pause, signal);
		}
	}
}

/**
 * Tries once there is room for the request.
 *
 * @returns undefined when it must not be sent any more: the window was closed, or the run ended
 */
async function inTurn<T>(
	runtime: ServiceRuntime,
	{ signal }: Repetition,
	gate: RateGate,
	attempt: () => Promise<Answer<T>>,
): Promise<Answer<T> | undefined> {
	return await runtime.slots.requests.through(async () => {
		if (signal?.aborted === true || gate.remainingMs(runtime.now()) > 0) return undefined;
		return await attempt();
	});
}

/** Waits at the gate; that the deadline comes first is as final as a refusal. */
async function pass(
	runtime: ServiceRuntime,
	{ server, signal, deadline = Number.POSITIVE_INFINITY }: Repetition,
	gate: RateGate,
	facts: ErrorFacts,
): Promise<void> {
	const remaining = gate.remainingMs(runtime.now());
	if (remaining > runtime.limits.retry.quietWaitMs) {
		runtime.log('info', `Rate limit: waiting ${Math.ceil(remaining / 1000)} s for the window`);
	}
	if (await gate.pass(runtime, signal, deadline)) return;
	throwIfStopped(signal, facts);
	const left = gate.remainingMs(runtime.now());
	throw new TagPdfError('RATE_LIMITED', { ...facts, server: server(), retryAfterMs: left });
}

function lastFailure(
	{ request, server }: Repetition,
	failure: Failure,
	facts: ErrorFacts,
	now: number,
): TagPdfError {
	const asked = failure.kind === 'status' ? retryAfterMs(failure.retryAfter, now) : undefined;
	// The cause may hold more than may be stored, such as the headers of the request.
	const { cause, ...known } = { cause: undefined, ...failure };
	return new TagPdfError(
		codeOf(request, failure),
		{ ...facts, failure: known, server: server(), retryAfterMs: asked },
		{ cause },
	);
}

/** A failure in a few words: numbers, codes and the client's own reasons, nothing from outside. */
function summary(failure: Failure): string {
	if (failure.kind === 'network') return failure.code;
	return failure.kind === 'status' ? `status ${failure.statusCode}` : failure.reason;
}
