import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closedBy } from '../../closing';
import { listening } from '../../listening';

export interface Received {
	headers: IncomingHttpHeaders;
	body: string;
}

/** A status to answer with, or `hang` for no answer. */
type Behaviour = number | 'hang';

const closing = closedBy(afterEach);

/**
 * A client's endpoint, which answers the n-th delivery with the n-th answer, or with the last one; 200 by
 * default. It is closed after the test.
 */
export async function receive(...answers: Behaviour[]) {
	const received: Received[] = [];
	const arrivals = new EventEmitter();
	const server = createServer((request, response) => {
		void buffer(request).then((body) => {
			const n = received.push({ headers: request.headers, body: String(body) }) - 1;
			arrivals.emit('arrival');
			const answer = receiver.answers[Math.min(n, receiver.answers.length - 1)] ?? 200;
			if (answer === 'hang') return;
			response.writeHead(answer, { location: receiver.url }).end(`answer ${n}`);
		});
	});
	const receiver = {
		url: `http://${await listening(server)}/hook`,
		received,
		answers,
		/** Ends after this many deliveries. */
		arrived: async (count: number) => {
			while (received.length < count) await once(arrivals, 'arrival');
		},
	};
	closing({
		close: async () => {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	});
	return receiver;
}
