import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Ports below Linux's range for outgoing connections, in blocks that belong to one process each. */
const FIRST_PORT = 10_000;
const BLOCK_PORTS = 100;
const BLOCKS = 200;

let block: Promise<number> | undefined;
let taken = 0;

/**
 * Free TCP ports of 127.0.0.1. Each port is given only once and only to this process. A server can
 * restart on its port while other suites run.
 */
export async function freePorts(count: number): Promise<number[]> {
	const ports: number[] = [];
	while (ports.length < count) {
		if (block === undefined || taken === BLOCK_PORTS - 1) {
			block = claimBlock();
			taken = 0;
		}
		taken += 1;
		const offset = taken;
		const port = (await block) + offset;
		if (await isFree(port)) ports.push(port);
	}
	return ports;
}

/** Claims a block: listens on its first port until this process ends, to keep other processes out. */
async function claimBlock(): Promise<number> {
	for (;;) {
		const first = FIRST_PORT + randomInt(BLOCKS) * BLOCK_PORTS;
		const claim = createServer().unref();
		if (await listens(claim, first)) return first;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	if (!(await listens(server, port))) return false;
	await once(server.close(), 'close');
	return true;
}

/** Whether the server listens on that port; false if another process does. */
async function listens(server: Server, port: number): Promise<boolean> {
	try {
		await once(server.listen(port, '127.0.0.1'), 'listening');
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw error;
	}
}

/**
 * Checks that nobody listens on a port, because another n8n would be mistaken for the new one.
 *
 * @throws Error `EADDRINUSE`
 */
export async function ensureFree(port: number): Promise<void> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	await once(server.close(), 'close');
}
