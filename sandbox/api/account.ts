import type { FastifyInstance } from 'fastify';
import type { components } from '../../contract/service';
import type { Service } from '../service';

/** GET /v1/me (interface 4.1). */
export function accountRoutes(app: FastifyInstance, { options }: Service): void {
	app.get('/v1/me', { config: { step: 'getAccount' } }, ({ account, id }) => {
		const body: components['schemas']['Account'] = {
			account_id: account.accountId,
			plan: options.nulls ? null : 'sandbox',
			subscription_status: options.nulls ? null : 'active',
			credits_available: account.credits,
			request_id: id,
		};
		return body;
	});
}
