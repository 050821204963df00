import { once } from 'node:events';
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from '../../listening';

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

/** A status to answer with, or `hang` for no answer. */
type Behaviour = number | 'hang';

export interface Receiver {
	url: string;
	received: Received[];
	/** Answer to the n-th delivery, from 0; the last answer repeats. */
	answers: Behaviour[];
	/** Ends after this many deliveries. */
	arrived(count: number): Promise<void>;
}

const open: Server[] = [];

/** A client's endpoint, which answers deliveries as scripted, 200 by default; closed after the test. */
export async function receive(...answers: Behaviour[]): Promise<Receiver> {
	const received: Received[] = [];
	const waiting = new Set<() => void>();
	const take = async (request: IncomingMessage, response: ServerResponse) => {
		const body = String(await buffer(request));
		const n = received.push({ headers: request.headers, body }) - 1;
		for (const look of waiting) look();
		const answer = receiver.answers[Math.min(n, receiver.answers.length - 1)] ?? 200;
		if (answer === 'hang') return;
		response.writeHead(answer, answer === 302 ? { location: receiver.url } : {});
		response.end(`answer ${n}`);
	};
	const server = createServer((request, response) => void take(request, response));
	open.push(server);
	const receiver: Receiver = {
		url: `http://${await listening(server)}/hook`,
		received,
		answers,
		arrived: async (count) =>
			await new Promise((resolve) => {
				const look = () => {
					if (received.length < count) return;
					waiting.delete(look);
					resolve();
				};
				waiting.add(look);
				look();
			}),
	};
	return receiver;
}

afterEach(async () => {
	for (const server of open.splice(0)) {
		server.closeAllConnections();
		server.close();
		await once(server, 'close');
	}
});
