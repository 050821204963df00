import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fastify from 'fastify';
import { signInBrowser } from '../../test/host/harness/rest/session';

const SAMPLE = join(__dirname, '../../test/fixtures/sample.pdf');

/** A sample document, and a link into the editor. */
export interface Welcome {
	/** Address that signs a browser in and opens the editor. It has a random part, a new one at each start. */
	readonly url: string;
	/** Address of a PDF without tags. */
	readonly sampleUrl: string;
	readonly close: () => Promise<void>;
}

/** A host name that somebody has pointed at this machine would get the cookie otherwise. */
const LOCAL_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

/**
 * Serves the sample and the link.
 *
 * @param destination where a browser goes once it is signed in
 * @param password of n8n's owner, by default that of the hosts under test
 */
export async function serveWelcome(
	port: number,
	n8nUrl: string,
	destination: () => string,
	password?: string,
): Promise<Welcome> {
	const app = fastify({ forceCloseConnections: true });
	app.addHook('onRequest', async ({ headers }, reply) => {
		if (!LOCAL_HOST.test(headers.host ?? '')) await reply.code(403).send('Use 127.0.0.1.');
	});
	// Every program and user of the machine can reach the port, and only who knows the link may be signed in.
	const path = `/${randomBytes(16).toString('base64url')}`;
	app.get(path, async (_request, reply) => {
		// A cookie is valid for all ports of a host, so n8n's own cookie can be set here.
		const cookie = await signInBrowser(n8nUrl, password);
		return await reply.header('set-cookie', cookie).redirect(destination());
	});
	app.get('/sample.pdf', async (_request, reply) => {
		return await reply.type('application/pdf').send(await readFile(SAMPLE));
	});
	await app.listen({ port, host: '127.0.0.1' });
	const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
	const close = async () => await app.close();
	return { url: origin + path, sampleUrl: `${origin}/sample.pdf`, close };
}
