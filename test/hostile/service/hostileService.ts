import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { listening } from '../../listening';
import type { Answer } from './answer';
import { Exchange, type Handler, type Step } from './exchange';
import { World } from './world';

/** Only the origin `service` may ever receive an API key. */
type Origin = 'service' | 'storage';

export interface Visit {
	origin: Origin;
	path: string;
	step: Step | undefined;
	authorization: string | undefined;
	/** The request with its answer. */
	exchange: Exchange;
}

let worlds = 0;

/**
 * The service and its storage, on two ports. They behave correctly unless a test sets handlers for a step. Every visit is recorded.
 */
export class HostileService {
	readonly visits: Visit[] = [];
	world!: World;
	/** Sees every request of a step before its answer. */
	onRequest: (step: Step) => void = () => {};
	private readonly servers: Record<Origin, Server>;
	private readonly once = new Map<Step, Handler[]>();
	private readonly always = new Map<Step, Handler>();

	private constructor() {
		this.servers = {
			service: createServer(this.listener('service')),
			storage: createServer(this.listener('storage')),
		};
	}

	static async open(): Promise<HostileService> {
		const service = new HostileService();
		for (const server of Object.values(service.servers)) {
			await listening(server);
		}
		service.reset();
		return service;
	}

	/** Origin of a server, e.g. `http://127.0.0.1:4321`. */
	url(origin: Origin): string {
		return `http://127.0.0.1:${(this.servers[origin].address() as AddressInfo).port}`;
	}

	/** Starts a new world without memory and handlers; open connections end. */
	reset(): void {
		worlds += 1;
		this.world = new World(this.url('storage'), `${process.pid}-${worlds}`);
		this.visits.length = 0;
		this.once.clear();
		this.always.clear();
		this.onRequest = () => {};
		this.hangUp();
	}

	/** Breaks every connection. */
	hangUp(): void {
		for (const server of Object.values(this.servers)) server.closeAllConnections();
	}

	/** Handlers for the next requests of a step, one each; after them it behaves correctly again. */
	next(step: Step, ...handlers: Handler[]): void {
		this.once.set(step, [...(this.once.get(step) ?? []), ...handlers]);
	}

	/** A handler for every request of a step. */
	every(step: Step, handler: Handler): void {
		this.always.set(step, handler);
	}

	/** The requests of a step so far. */
	of(step: Step): Visit[] {
		return this.visits.filter((visit) => visit.step === step);
	}

	async close(): Promise<void> {
		for (const server of Object.values(this.servers)) {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		}
	}

	private listener(origin: Origin): RequestListener {
		return (request, response) => {
			const { method = '', url: path = '', headers } = request;
			const step = stepOf(origin, method, path);
			const { authorization } = headers;
			// Many tests let the client leave in the middle of a request.
			request.on('error', () => {});
			response.on('error', () => {});
			const { world } = this;
			const exchange = new Exchange(request, response, (own) => answerOf(world, step, own));
			this.visits.push({ origin, path, step, authorization, exchange });
			if (step) this.onRequest(step);
			const handler = step && (this.once.get(step)?.shift() ?? this.always.get(step));
			void (handler ?? behave)(exchange)?.catch(() => exchange.reset());
		};
	}
}

const behave: Handler = async (exchange) => exchange.send(await exchange.own());

function stepOf(origin: Origin, method: string, path: string): Step | undefined {
	switch (origin) {
		case 'storage':
			return method === 'POST' ? 'store' : 'download';
		case 'service':
			if (path === '/v1/me') return 'getAccount';
			if (method === 'POST') return path === '/v1/uploads' ? 'createUpload' : 'submitJob';
			if (!/^\/v1\/jobs\/[^/]+/.test(path)) return undefined;
			return path.endsWith('/result') ? 'getResult' : 'getJob';
	}
}

async function answerOf(world: World, step: Step | undefined, exchange: Exchange): Promise<Answer> {
	const { headers, url = '' } = exchange.request;
	if (step === undefined) return { status: 404 };
	return await world.answer(step, {
		url,
		contentType: headers['content-type'] ?? '',
		idempotencyKey: String(headers['idempotency-key']),
		body: async () => await exchange.body(),
	});
}
