import { createServer, type RequestListener } from 'node:http';

import { RestError, Session } from '../../host/harness/rest/session';
import { listening } from '../../listening';

type Answer = (...given: Parameters<RequestListener>) => void;

const SIGN_IN: Answer = (_request, response) =>
	response.setHeader('set-cookie', 'n8n-auth=1; Path=/').end('{"data":{}}');
const BUSY: Answer = (_request, response) => response.writeHead(503).end('Database is not ready!');
const BREAK: Answer = (request) => request.socket.destroy();
const BREAK_LATE: Answer = (request, response) => {
	response.writeHead(200, { 'content-length': 9 }).write('abc', () => request.socket.destroy());
};
const content: Answer = (_request, response) => response.end('{"data":"content"}');

/** An n8n that gives these answers, one after the other. */
async function openSession(...answers: Answer[]) {
	const all = [SIGN_IN, ...answers];
	const server = createServer((...given) => all.shift()?.(...given));
	const session = await Session.signIn(`http://${await listening(server)}`);
	return {
		session,
		left: () => all.length,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

test.each([
	['has no time', BUSY],
	['closes the connection', BREAK],
	['breaks off its answer', BREAK_LATE],
])('data and bytes are asked for again if n8n %s', async (_what, answer) => {
	await using n8n = await openSession(answer, content, answer, answer, content);
	expect(await n8n.session.call('GET', '/rest/a')).toBe('content');
	expect(String(await n8n.session.bytes('/rest/b'))).toBe('{"data":"content"}');
	expect(n8n.left()).toBe(0);
});

test('what may have taken effect is not asked for again, unless n8n has refused it', async () => {
	await using n8n = await openSession(BUSY, content, BREAK, content);
	expect(await n8n.session.call('POST', '/rest/a')).toBe('content');
	await expect(n8n.session.call('POST', '/rest/a')).rejects.toThrow('fetch failed');
	expect(n8n.left()).toBe(1);
});

test('any other status is an error with the route', async () => {
	await using n8n = await openSession((_request, response) => response.writeHead(404).end('None'));
	const error = await n8n.session.bytes('/rest/a').catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(RestError);
	expect(error).toMatchObject({ status: 404, message: 'GET /rest/a answered 404: None' });
});
