import { isIP } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { SandboxAccount } from '../ledger/accounts';
import { adminRoutes } from '../admin';
import { developersRoutes } from '../developers/routes';
import { observe } from '../faults/observe';
import { STEPS } from '../faults/fault';
import type { Service } from '../service';
import { accountRoutes } from './account';
import { theContract } from './contract';
import { ApiError, toError } from './errors';
import { jobRoutes } from './jobs';
import { resultRoutes } from './results';
import { uploadRoutes } from './uploads';

declare module 'fastify' {
	interface FastifyRequest {
		/** The account of the API key; set on every route of the interface. */
		account: SandboxAccount;
	}
}

/** The API of the service (interface 4), not yet listening. */
export function createApi(service: Service): FastifyInstance {
	const { options, ids } = service;
	const app = fastify({
		genReqId: () => ids.request(),
		forceCloseConnections: true,
		exposeHeadRoutes: false,
		routerOptions: { maxParamLength: 1000 },
	});
	const error = (status: number, message: string, id: string) =>
		toError(status, message, id, options.errorTypes);

	observe(app, service, (status, id) => ({
		type: 'application/json; charset=utf-8',
		text: JSON.stringify(error(status, 'A fault on order.', id)),
	}));
	tellTime(app, options);
	refuseStrangers(app);
	authenticate(app, service);
	readJson(app);
	checkContract(app, service);
	accountRoutes(app, service);
	uploadRoutes(app, service);
	jobRoutes(app, service);
	resultRoutes(app, service);
	adminRoutes(app, service);
	developersRoutes(app, service);

	app.setNotFoundHandler((request, reply) =>
		reply.code(404).send(error(404, 'There is no such endpoint.', request.id)),
	);
	app.setErrorHandler((thrown: Error & { statusCode?: number }, request, reply) => {
		const status = thrown instanceof ApiError ? thrown.status : (thrown.statusCode ?? 500);
		if (thrown instanceof ApiError) reply.headers(thrown.headers);
		return reply.code(status).send(error(status, thrown.message, request.id));
	});
	return app;
}

/** Every answer has the sandbox's own time: Node's `Date` lags behind on a busy machine. */
function tellTime(app: FastifyInstance, { now }: Service['options']): void {
	app.addHook('onSend', (_request, reply, _payload, done) => {
		reply.header('date', new Date(now()).toUTCString());
		done();
	});
}

/**
 * Routes outside the interface need no key. So they answer neither web pages of other sites (Origin), nor
 * pages whose host name an attacker has pointed at this machine (Host).
 */
function refuseStrangers(app: FastifyInstance): void {
	app.addHook('onRequest', ({ headers, routeOptions }, _reply, done) => {
		if (!routeOptions.config.step) refuseStranger(headers);
		done();
	});
}

/** @throws ApiError 403 */
function refuseStranger({ host = '', origin }: FastifyRequest['headers']): void {
	if (!isAddress(host))
		throw new ApiError(403, 'Use 127.0.0.1, localhost or an IP address instead of a host name.');
	if (origin !== undefined && origin !== `http://${host}`)
		throw new ApiError(403, 'Pages of other sites may not use this address.');
}

/** Whether a Host header names no host that DNS decides about. */
function isAddress(host: string): boolean {
	const url = `http://${host}`;
	if (!URL.canParse(url)) return false;
	const { hostname } = new URL(url);
	return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
}

/** Bearer keys (interface 5.1) and the rate window of the key's account (interface 8). */
function authenticate(app: FastifyInstance, service: Service): void {
	app.decorateRequest('account');
	app.addHook('onRequest', (request, _reply, done) => {
		if (request.routeOptions.config.step) identify(request, service);
		done();
	});
}

/** @throws ApiError 401 without a valid key, 429 when its account has used up its window */
function identify(request: FastifyRequest, { accounts, rates }: Service): void {
	const [, key] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
	const account = accounts.find(({ apiKey, revoked }) => apiKey === key && !revoked);
	if (!account) throw new ApiError(401, 'The API key is missing, invalid or revoked.');
	request.account = account;
	request.seen.accountId = account.accountId;
	rates.count(account.accountId);
}

/** Reads JSON bodies and keeps their text; any other body is an invalid request. */
function readJson(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	const parseAs = 'string';
	app.addContentTypeParser(
		'application/json',
		{ parseAs },
		(request: FastifyRequest, text: string, done) => {
			request.seen.body = text;
			let body: unknown;
			try {
				body = text === '' ? undefined : JSON.parse(text);
			} catch {
				done(new ApiError(400, 'The body is not valid JSON.'));
				return;
			}
			done(null, body);
		},
	);
	app.addContentTypeParser('*', { parseAs }, (_request: FastifyRequest, text: string, done) => {
		done(text === '' ? null : new ApiError(400, 'Content-Type must be application/json.'));
	});
}

/** Checks every request and every answer against the contract; ordered faults are exempt. */
function checkContract(app: FastifyInstance, { violations }: Service): void {
	const contract = theContract();
	app.addHook('preHandler', ({ body, routeOptions }, _reply, done) => {
		const { step } = routeOptions.config;
		const problems = step ? contract.request(step, body ?? undefined) : [];
		if (problems.length > 0) throw new ApiError(400, `Invalid request: ${problems.join('; ')}.`);
		done();
	});
	app.addHook('preSerialization', async (request, reply, body) => {
		const step = STEPS.find((name) => name === request.routeOptions.config.step);
		if (!step || request.url.startsWith('/sandbox')) return body;
		const problems = contract.response(step, reply.statusCode, reply.getHeaders(), body);
		if (problems.length === 0) return body;
		const violation = `${step} answered ${reply.statusCode} against the contract: ${problems.join('; ')}`;
		violations.push(violation);
		throw new Error(violation);
	});
}
