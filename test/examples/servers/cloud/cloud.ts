import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { makeCertificate } from '../../../certificate';
import { removeFolder } from '../../../host/harness/folder';
import { opening } from '../../../host/harness/opening';
import { listening } from '../../../listening';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Whether a route needs no token. */
		readonly open?: boolean;
	}
}

/** The token of every connected account. */
const TOKEN = 'given';

const HOSTS = ['www.googleapis.com', 'graph.microsoft.com'];

/** Stand-ins for hosts of cloud services. `env` redirects n8n to them without a change of n8n. */
export interface Cloud {
	/** n8n's proxy settings, and the extra certificate that it trusts. */
	readonly env: Readonly<Record<string, string>>;
	/** Refuses (403) the requests for which `refuses` answers true, until it is called again. */
	readonly refuse: (refuses: (request: CloudRequest) => boolean) => void;
	/** How many requests with a token fit so far. */
	readonly count: (fits: (request: CloudRequest) => boolean) => number;
	/** Requests to hosts or paths without a stand-in. */
	readonly unknown: readonly string[];
	readonly close: () => Promise<void>;
}

/** A request to a stand-in. */
export interface CloudRequest {
	readonly method: string;
	readonly url: string;
	readonly body: unknown;
}

/** Starts stand-ins with these routes behind a proxy, as in a company's network. */
export async function startCloud(routes: (server: FastifyInstance) => void): Promise<Cloud> {
	return await opening(async (onClose, close) => {
		const unknown: string[] = [];
		const requests: CloudRequest[] = [];
		let refuses: (request: CloudRequest) => boolean = () => false;
		const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-cloud-'));
		onClose(async () => await removeFolder(folder));
		const { cert, key } = makeCertificate(...HOSTS);
		const certificate = join(folder, 'certificate.pem');
		await writeFile(certificate, cert);

		const server = fastify({ https: { key, cert }, forceCloseConnections: true });
		onClose(async () => await server.close());
		const whole = { parseAs: 'buffer' } as const;
		server.addContentTypeParser('*', whole, (_request, body, done) => done(null, body));
		server.setNotFoundHandler(async ({ method, hostname, url }, reply) => {
			unknown.push(`${method} ${hostname}${url}`);
			return await reply.code(501).send({ error: `No stand-in for ${method} ${url}` });
		});
		server.addHook('preHandler', async ({ headers, routeOptions, method, url, body }, reply) => {
			const request = { method, url, body };
			requests.push(request);
			if (refuses(request)) return await reply.code(403).send({ error: 'Refused' });
			if (routeOptions.config.open || headers.authorization === `Bearer ${TOKEN}`) return;
			await reply.code(401).send({ error: 'A token is missing, or is another' });
		});
		routes(server);
		await server.listen({ port: 0, host: '127.0.0.1' });
		const { port } = server.server.address() as AddressInfo;

		const proxy = createServer();
		// The proxy does not close tunneled connections itself, so these functions do.
		const ends = new Set<() => void>();
		proxy.on('connect', ({ url = '' }, socket, head: Buffer) => {
			if (!HOSTS.includes(url.replace(/:443$/, ''))) {
				unknown.push(url);
				socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
				return;
			}
			const upstream = connect(port, '127.0.0.1', () => {
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				upstream.write(head);
				upstream.pipe(socket).pipe(upstream);
			});
			const end = () => [upstream, socket].forEach((each) => each.destroy());
			ends.add(end);
			socket.on('close', () => ends.delete(end));
			upstream.on('error', end);
			socket.on('error', end);
		});
		onClose(async () => {
			const closed = once(proxy, 'close');
			proxy.close();
			proxy.closeAllConnections();
			for (const end of ends) end();
			await closed;
		});
		const address = await listening(proxy);
		return {
			env: {
				HTTPS_PROXY: `http://${address}`,
				NO_PROXY: '127.0.0.1,localhost',
				NODE_EXTRA_CA_CERTS: certificate,
			},
			refuse: (given) => (refuses = given),
			count: (fits) => requests.filter(fits).length,
			unknown,
			close,
		};
	});
}

/** Data of an OAuth2 credential after its owner has agreed. */
export function connected(more: Record<string, unknown> = {}): Record<string, unknown> {
	const token = { access_token: TOKEN, refresh_token: TOKEN, token_type: 'Bearer' };
	return { clientId: 'n8n', clientSecret: 'n8n', oauthTokenData: token, ...more };
}
