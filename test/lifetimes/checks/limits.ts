import type { Call } from '../world/records';
import type { Job } from '../world/service';
import type { ClaimContext } from './context';

/** Checks Credits to Spend at Most and Credits to Keep in Account against the service's ledger. */
export function checkLimits(
	job: Job,
	call: Call,
	{ ledger, plan, report, service }: ClaimContext,
): void {
	const { execution } = call;
	const { settings } = execution;
	const { maximum, minimum } = settings;
	const spent = ledger
		.ofFamily(execution.family)
		.reduce((sum, each) => sum + service.chargeOf(each.job), 0);
	const family = ledger.ofFamily(execution.family);
	// A link can expire, and with One Job Only nothing is recorded.
	const mayBeUnseen = settings.source === 'url' || settings.scope === 'customOnce';
	const forgotten = family
		.filter((each) => each.execution.number < execution.remembersFrom)
		.filter((each) => mayBeUnseen || service.isLost(each.job) || ledger.history.wasTriedSince(each))
		.reduce((sum, each) => sum + service.chargeOf(each.job), 0);
	const wasStoreless = plan.storeEntries > 0 || ledger.isForgetful(execution);
	if (maximum > 0 && spent > maximum && execution.lostMemory && wasStoreless) {
		ledger.excuse('no store');
	} else if (maximum > 0 && spent > maximum && !ledger.history.hasOneKey(execution)) {
		ledger.excuse('another API key');
	} else if (maximum > 0 && spent > maximum && spent - forgotten <= maximum) {
		ledger.excuse('not seen after a crash');
	} else if (maximum > 0 && spent > maximum) {
		report(
			'Credits to Spend at Most exceeded',
			`execution ${execution.number} has spent ${spent} of ${maximum}, with ${job.id}`,
		);
	}
	// The limit does not hold back other users of the account, such as an execution at the same time.
	const others = ledger.all
		.filter((each) => each.execution.family !== execution.family)
		.filter((each) => each.job.createdAt >= execution.startedAt)
		.reduce((sum, each) => sum + service.chargeOf(each.job), 0);
	if (minimum === 0 || service.credits + others >= minimum) return;
	if (ledger.mayBeSentAgain(execution, job)) ledger.excuse('written down, not sent');
	else {
		report(
			'Credits to Keep in Account passed',
			`${service.credits} are left of ${minimum}, after ${job.id}`,
		);
	}
}
