import type { FastifyInstance } from 'fastify';
import type { components } from '../../contract/service';
import type { Service } from '../service';
import { presignGet } from '../storage/presigned-url';
import { ApiError } from './errors';
import { findJob } from './jobs';

/** GET /v1/jobs/{id}/result (interface 4.5). */
export function resultRoutes(app: FastifyInstance, service: Service): void {
	const { ids, options } = service;
	app.get<{ Params: { id: string } }>(
		'/v1/jobs/:id/result',
		{ config: { step: 'getResult' } },
		({ account, id, params }) => {
			const job = findJob(service, account, params.id);
			if (job.status !== 'completed')
				throw new ApiError(409, `The job is not completed: it is ${job.status}.`);
			if (options.now() < (job.finishedAt ?? 0) + options.resultDelayMs)
				throw new ApiError(404, 'There is no result of this job.');
			const seconds = options.resultExpirySeconds;
			const body: components['schemas']['Result'] = {
				result_url: presignGet(service.storageUrl, job.resultKey, seconds, ids, options.now()),
				expires_in: seconds,
				request_id: id,
			};
			return body;
		},
	);
}
