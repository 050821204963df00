import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastify from 'fastify';
import { signInBrowser } from '../../test/host/harness/rest/session';

const SAMPLE = join(__dirname, '../../test/fixtures/sample.pdf');

/** What stands beside n8n and the sandbox: a sample document, and a door into the editor. */
export interface Welcome {
	/** Address that signs a browser in and leads on into the editor. */
	readonly url: string;
	/** Address of a PDF without tags. */
	readonly sampleUrl: string;
	readonly close: () => Promise<void>;
}

/**
 * Serves both on 127.0.0.1.
 *
 * @param destination where a browser goes once it is signed in
 */
export async function serveWelcome(
	port: number,
	n8nUrl: string,
	destination: () => string,
): Promise<Welcome> {
	const app = fastify({ forceCloseConnections: true });
	app.get('/', async (_request, reply) => {
		// Cookies belong to a host with all its ports, so n8n's own can be set from here.
		const cookie = await signInBrowser(n8nUrl);
		return await reply.header('set-cookie', cookie).redirect(destination());
	});
	app.get('/sample.pdf', async (_request, reply) => {
		return await reply.type('application/pdf').send(await readFile(SAMPLE));
	});
	const url = await app.listen({ port, host: '127.0.0.1' });
	return { url, sampleUrl: `${url}/sample.pdf`, close: async () => await app.close() };
}
