import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A relay between the service and n8n that loses some of the events. */
export interface Relay {
	readonly url: string;
	/** Address of n8n, which gets the other events. */
	target: string;
	/** Number of events that were lost, and that reached n8n. */
	readonly counts: { lost: number; delivered: number };
	readonly close: () => Promise<void>;
}

/** @param every the n-th, the 2n-th … event is acknowledged and lost */
export async function openRelay(every: number): Promise<Relay> {
	let seen = 0;
	const counts = { lost: 0, delivered: 0 };
	const server = createServer((request, response) => {
		void answer(request).then((status) => response.writeHead(status).end());
	});
	const answer = async (request: IncomingMessage): Promise<number> => {
		const body = new Uint8Array(await buffer(request));
		seen += 1;
		if (seen % every === 0) {
			counts.lost += 1;
			return 200;
		}
		const headers = {
			'content-type': 'application/json',
			'x-service-signature': String(request.headers['x-service-signature']),
		};
		const forwarded = await fetch(relay.target, { method: 'POST', headers, body }).catch(
			() => undefined,
		);
		if (forwarded?.ok) counts.delivered += 1;
		return forwarded?.status ?? 502;
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const relay = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		target: '',
		counts,
		close: async () => {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	};
	return relay;
}
