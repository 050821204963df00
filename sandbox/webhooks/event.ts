import type { components } from '../../contract/service';
import { theContract } from '../api/contract';
import { toJob, type JobRecord } from '../jobs/job';
import type { Service } from '../service';

/**
 * The event of a finished job (interface 2.6). An event that breaks the contract is a bug of the sandbox,
 * and is recorded as such.
 */
export function eventOf(job: JobRecord, { ids, options, violations }: Service) {
	const event: components['schemas']['Event'] = {
		id: `evt_${ids.unique('event').slice(0, 16)}`,
		type: job.status === 'completed' ? 'job.completed' : 'job.failed',
		created: Math.floor((job.finishedAt ?? options.now()) / 1000),
		data: { job: toJob(job, options, ids.request()) },
	};
	const problems = theContract().schema('Event', event);
	if (problems.length > 0) violations.push(`an event breaks the contract: ${problems.join('; ')}`);
	return event;
}
