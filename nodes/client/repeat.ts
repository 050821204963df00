import type { Answer } from './answers';
import { faultError, stopped } from './errors';
import type { Fault, Step } from './faults';
import type { Host } from './host';
import { limits } from './limits';
import { Retries } from './retries';

interface Repetition {
	step: Step;
	/** Ends the tries; each is checked before it begins. */
	signal: AbortSignal | undefined;
	/** The job that the step is about, for messages. */
	jobId?: string;
	/** Milliseconds since the epoch after which no further try begins. */
	deadline?: number;
	/** Who is asked, for messages: a host name. */
	target: () => string;
	/** What to do instead of a plain pause; false for a plain one. */
	hold?: (fault: Fault, pauseMs: number) => boolean;
}

/**
 * Tries a step until it succeeds or the retry table has nothing left.
 *
 * @throws TagPdfError for the last fault, or `STOPPED` / `NOT_STARTED` when the signal is aborted
 */
export async function repeat<T>(
	host: Host,
	{ step, signal, jobId, deadline, target, hold }: Repetition,
	attempt: () => Promise<Answer<T>>,
): Promise<T> {
	const retries = new Retries(step, deadline);
	let unanswered = false;
	for (;;) {
		if (signal?.aborted) throw stopped(signal, jobId, unanswered);
		const answer = await attempt();
		if (answer.ok) return answer.value;

		const { fault } = answer;
		unanswered ||= step === 'submitJob' && mayHaveTakenEffect(fault);
		if (signal?.aborted) throw stopped(signal, jobId, unanswered);
		const pause = retries.pauseAfter(fault, host.now(), host.random());
		if (pause === undefined) throw faultError(step, fault, target(), jobId, unanswered);
		host.log(
			pause > limits.quietWaitMs ? 'info' : 'debug',
			`${step}: ${summary(fault)}; trying again in ${pause} ms`,
		);
		if (!hold?.(fault, pause)) await host.sleep(pause, signal);
	}
}

/** Codes of requests that were never sent: no connection was made. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|SSRF_BLOCKED)$/;

/** Whether what was asked for may be done all the same: only a refusal says that it is not. */
function mayHaveTakenEffect(fault: Fault): boolean {
	if (fault.kind === 'network') return !UNSENT.test(fault.code);
	return fault.kind === 'unreadable' || fault.statusCode >= 500 || fault.statusCode === 409;
}

/** A fault in a few words: numbers, codes and the client's own reasons, nothing from outside. */
function summary(fault: Fault): string {
	if (fault.kind === 'network') return fault.code;
	return fault.kind === 'status' ? `status ${fault.statusCode}` : fault.reason;
}
