import type { Service } from '../service';
import { eventOf } from '../webhooks/event';
import type { JobRecord } from './job';

/** Completes a finished job: refunds a failed job if the switch says so, then sends the event. */
export function finishJob(service: Service, job: JobRecord): void {
	const { accounts, events, ledger, options, webhooks } = service;
	const account = accounts.find(({ accountId }) => accountId === job.accountId);
	if (account && job.status === 'failed' && options.refundFailedJobs) ledger.refund(account, job);
	webhooks.send(job.accountId, eventOf(job, service));
	events.emit('job finished', job);
}
