import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Where each process of a test run begins to look: below what Linux gives away by itself. */
let next = 10_000 + (Number(process.env.JEST_WORKER_ID ?? 0) % 4) * 5_000 + randomInt(4_000);

/** Free TCP ports of 127.0.0.1, each given only once, so that a server can come back to its own. */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		const port = next++;
		if (await isFree(port)) ports.push(port);
	}
	return ports;
}

async function isFree(port: number): Promise<boolean> {
	try {
		await ensureFree(port);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw error;
	}
}

/**
 * Makes sure that nobody listens on a port: another n8n there would be taken for the one that is
 * about to start.
 *
 * @throws Error `EADDRINUSE`
 */
export async function ensureFree(port: number): Promise<void> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	await once(server.close(), 'close');
}
