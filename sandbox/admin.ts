import type { FastifyInstance } from 'fastify';
import { ApiError } from './api/errors';
import { messageOf } from './messageOf';
import { forgetKey, reset } from './state/reset';
import type { Service } from './service';

/**
 * Routes of the sandbox itself, under /sandbox and outside the interface: ordered faults, forgotten keys, and a
 * record of events. They need no key, because the sandbox listens on this machine only.
 */
export function adminRoutes(app: FastifyInstance, service: Service): void {
	app.get('/sandbox', () => ({
		storage_url: service.storageUrl,
		tagger: service.tagger.name,
		accounts: service.accounts,
		open_faults: service.faults.open,
		violations: service.violations,
	}));
	app.get('/sandbox/ledger', () => service.ledger.entries);
	app.get('/sandbox/jobs', () => service.jobs.all);
	app.get('/sandbox/requests', () => service.requests);
	app.post('/sandbox/faults', async ({ body }, reply) => {
		try {
			service.faults.order(body);
		} catch (error) {
			throw new ApiError(400, messageOf(error));
		}
		return await reply.code(201).send({ open_faults: service.faults.open });
	});
	app.delete('/sandbox/faults', async (_request, reply) => {
		service.faults.clear();
		return await reply.code(204).send();
	});
	app.delete<{ Params: { key: string } }>('/sandbox/keys/:key', async ({ params }, reply) => {
		forgetKey(service, params.key);
		return await reply.code(204).send();
	});
	app.post('/sandbox/reset', async (_request, reply) => {
		reset(service);
		return await reply.code(204).send();
	});
}
