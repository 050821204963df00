import type { Service } from '../service';
import { eventOf } from '../webhooks/event';
import type { JobRecord } from './job';

/** What follows the end of a job: a failed one's refund where the switch says so, then its event. */
export function finishJob(service: Service, job: JobRecord): void {
	const { accounts, events, ledger, options, webhooks } = service;
	const account = accounts.find(({ accountId }) => accountId === job.accountId);
	if (account && job.status === 'failed' && options.refundFailedJobs) ledger.refund(account, job);
	webhooks.send(job.accountId, eventOf(job, service));
	events.emit('job finished', job);
}
