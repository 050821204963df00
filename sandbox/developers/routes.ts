import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxAccount } from '../ledger/accounts';
import { ApiError } from '../api/errors';
import type { Service } from '../service';
import type { DeliverySwitches } from '../webhooks/switches';
import { submitSample, type SampleName } from './sample';
import {
	ADD_ENDPOINT,
	CHANGE_ACCOUNT,
	CHANGE_ENDPOINT,
	CHANGE_SWITCHES,
	SUBMIT_SAMPLE,
} from './schemas';
import { stateOf, switchesOf } from './state';

/** Path of the Developers page. */
export const PAGE = '/developers';

const FOLDER = join(__dirname, 'page');
const TYPES: Record<string, string> = {
	'.html': 'text/html',
	'.css': 'text/css',
	'.js': 'text/javascript',
};

type Id = { Params: { id: string } };

/**
 * The Developers page and its actions, as JSON. The service's own dashboard is not part of the interface
 * (1). Like the sandbox's other routes outside the interface, these need no key.
 */
export function developersRoutes(app: FastifyInstance, service: Service): void {
	const { accounts, options, webhooks } = service;
	const { endpoints } = webhooks;
	const accountOf = (id: string | undefined): SandboxAccount => {
		const account = accounts.find(({ accountId }) => accountId === (id ?? accounts[0]?.accountId));
		if (!account) throw new ApiError(404, 'There is no such account.');
		return account;
	};

	for (const file of readdirSync(FOLDER))
		app.get(file === 'index.html' ? PAGE : `${PAGE}/${file}`, async (_request, reply) =>
			reply
				.type(`${TYPES[extname(file)]}; charset=utf-8`)
				.header('cache-control', 'no-store')
				.send(await readFile(join(FOLDER, file))),
		);

	app.get<{ Querystring: { account?: string } }>(`${PAGE}/state`, ({ query }) =>
		stateOf(service, accountOf(query.account)),
	);

	app.patch<Id & { Body: Partial<Pick<SandboxAccount, 'credits' | 'revoked'>> }>(
		`${PAGE}/accounts/:id`,
		{ schema: CHANGE_ACCOUNT },
		({ body, params }) => Object.assign(accountOf(params.id), body),
	);
	app.post<Id & { Body: { filename: SampleName } }>(
		`${PAGE}/accounts/:id/sample`,
		{ schema: SUBMIT_SAMPLE },
		async ({ body, params }, reply) =>
			reply
				.code(202)
				.send(await submitSample(app.listeningOrigin, accountOf(params.id), body.filename)),
	);

	app.post<{ Body: { url: string; account?: string } }>(
		`${PAGE}/endpoints`,
		{ schema: ADD_ENDPOINT },
		async ({ body }, reply) =>
			reply.code(201).send(endpoints.add(accountOf(body.account), body.url)),
	);
	app.patch<Id & { Body: { enabled: boolean } }>(
		`${PAGE}/endpoints/:id`,
		{ schema: CHANGE_ENDPOINT },
		({ body, params }) => Object.assign(endpoints.find(params.id), body),
	);
	app.post<Id>(`${PAGE}/endpoints/:id/secret`, ({ params }) =>
		endpoints.renewSecret(endpoints.find(params.id)),
	);
	app.delete<Id>(`${PAGE}/endpoints/:id`, async ({ params }, reply) => {
		endpoints.remove(endpoints.find(params.id));
		return await reply.code(204).send();
	});

	app.post<Id>(`${PAGE}/deliveries/:id/resend`, async ({ params }, reply) =>
		reply.code(202).send(webhooks.resend(params.id)),
	);
	app.patch<{ Body: Partial<DeliverySwitches> }>(
		`${PAGE}/switches`,
		{ schema: CHANGE_SWITCHES },
		({ body }) => switchesOf(Object.assign(options, body)),
	);
}
