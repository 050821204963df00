import type { Call } from '../world/records';
import type { Job, ServiceModel } from '../world/service';
import type { Ledger } from './ledger';
import type { Report } from './violation';

/** Max Credits per Run and Stop When Credits Fall Below, by the service's own ledger. */
export function checkLimits(
	job: Job,
	call: Call,
	{ ledger, report, service }: { ledger: Ledger; report: Report; service: ServiceModel },
): void {
	const { execution } = call;
	const { maximum, minimum } = execution.settings;
	const spent = ledger.ofFamily(execution.family).reduce((sum, each) => sum + each.job.credits, 0);
	if (maximum > 0 && spent > maximum) {
		report(
			'Max Credits per Run exceeded',
			`execution ${execution.number} has spent ${spent} of ${maximum}, with ${job.id}`,
		);
	}
	if (minimum > 0 && service.credits < minimum) {
		report(
			'Stop When Credits Fall Below passed',
			`${service.credits} are left of ${minimum}, after ${job.id}`,
		);
	}
}
