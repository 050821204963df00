import type { Job } from '../world/jobs';
import { beginningOf, type Call, callsOfNode, contentsOf, haveSameKey } from '../world/records';
import type { Scene } from './scene';

/** `paid_before`: an earlier run has paid, this one, or the service's times do not tell. */
export type PaidBefore = true | false | null;

/**
 * What a node may truthfully say about who has paid for a job. If the service's times are true, it is one value for
 * almost all jobs: only one that another execution made less than a minute before is in doubt.
 */
export function whoMayHavePaid(job: Job, call: Call, { charges, service }: Scene): PaidBefore[] {
	const { times } = service;
	const calls = callsOfNode(call);
	const payer = charges.find(job)?.call;
	// The ledger drops documents of earlier rounds: about a job that it finds again it knows no more than that.
	const isFoundAgain = calls.some((each) => each !== call && each.told.has(job));
	if (payer && calls.includes(payer)) {
		const entry = call.entries.find((each) =>
			contentsOf(call.execution, each).some(({ content }) => content === job.content),
		);
		const isOfOtherKey = entry !== undefined && !haveSameKey(payer, call, entry);
		if (isOfOtherKey || times.makeNewJobsLookEarlier) return [true, false, null];
		return times.areTrue && !isFoundAgain ? [false] : [false, null];
	}
	const age = beginningOf(call) - job.createdAt;
	if (times.areTrue && age > times.clearlyEarlierMs) return isFoundAgain ? [true, null] : [true];
	const isMadeMeanwhile = age <= times.hiddenAgeMs;
	return isMadeMeanwhile ? [true, false, null] : [true, null];
}
