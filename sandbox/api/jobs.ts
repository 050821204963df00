import type { FastifyInstance } from 'fastify';
import type { components } from '../../contract/service';
import type { SandboxAccount } from '../ledger/accounts';
import { createJob } from '../jobs/create';
import { toJob, type JobRecord } from '../jobs/job';
import type { Service } from '../service';
import { ApiError } from './errors';

/** POST /v1/jobs (interface 4.3) and GET /v1/jobs/{id} (4.4). */
export function jobRoutes(app: FastifyInstance, service: Service): void {
	const { idempotency, options } = service;

	app.post<{ Body: components['schemas']['JobSubmission'] }>(
		'/v1/jobs',
		{ config: { step: 'submitJob' } },
		async ({ account, body, id, seen }, reply) => {
			const key = seen.idempotencyKey;
			const create = () => createJob(service, account, body, seen);
			const job = await (key === null
				? create()
				: idempotency.once(account.accountId, key, body, create));
			return await reply.code(202).send(toJob(job, options, id));
		},
	);

	app.get<{ Params: { id: string } }>(
		'/v1/jobs/:id',
		{ config: { step: 'getJob' } },
		({ account, id, params }) => toJob(findJob(service, account, params.id), options, id),
	);
}

/** @throws ApiError 404 for an unknown job, for another account's (interface 5.1), and during `jobDelayMs` */
export function findJob(
	{ jobs, options }: Service,
	{ accountId }: SandboxAccount,
	id: string,
): JobRecord {
	const job = jobs.get(id);
	const isShown = job && options.now() >= job.createdAt + options.jobDelayMs;
	if (job?.accountId !== accountId || isShown !== true)
		throw new ApiError(404, 'There is no such job.');
	return job;
}
