import type { FastifyInstance } from 'fastify';
import { shorten } from '../state/records';
import { describeRequest, type SeenRequest } from '../state/requests';
import type { Service } from '../service';
import { afterEffect, beforeEffect, type ErrorBody, type Payload } from './apply';
import type { Fault, Step } from './fault';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The step of the flow that a route serves. */
		step?: Step;
	}
	interface FastifyRequest {
		seen: SeenRequest;
	}
}

/** Whether a fault of a kind was ordered for this request. */
export function ordered(seen: SeenRequest, kind: 'expired' | 'failJob' | 'worseResult'): boolean {
	return seen.faults.some((fault: Fault) => kind in fault);
}

/** Records every request of a server, and applies the faults ordered for it. */
export function observe(app: FastifyInstance, service: Service, errorBody: ErrorBody): void {
	const { closing, events, options } = service;
	const pause = async (ms: number) => await options.sleep(ms, closing);
	app.decorateRequest('seen');

	app.addHook('onRequest', async (request, reply) => {
		const { step } = request.routeOptions.config;
		const { n, faults } = step ? service.faults.take(step) : { n: 0, faults: [] };
		const seen = describeRequest(request.raw, step ?? null, n, options.now());
		seen.faults = faults;
		request.seen = seen;
		// Requests to the sandbox itself, not to the service, are not recorded.
		if (/^\/(sandbox|developers)\b/.test(request.url)) return;
		service.requests.push(seen);
		shorten(service.requests, options.kept.requests, ({ tookMs }) => tookMs !== null);
		reply.raw.once('close', () => {
			seen.tookMs = Math.round(options.now() - seen.at);
			events.emit('answered', seen);
		});
		events.emit('request', seen);
		for (const fault of faults) {
			if (await beforeEffect(fault, request, reply, errorBody, pause)) return reply;
		}
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const { seen } = request;
		let answer = payload as Payload;
		for (const fault of seen.faults)
			answer = await afterEffect(fault, request, reply, answer, errorBody);
		// Recorded before it is sent, so that a client with the answer finds it in the record.
		if (!request.raw.socket.destroyed) seen.status = reply.statusCode;
		return answer;
	});
}
