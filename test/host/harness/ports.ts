import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Free TCP ports of 127.0.0.1, all different. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
	await Promise.all(servers.map(async (server) => await once(server, 'listening')));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await once(server.close(), 'close')));
	return ports;
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
