import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Ports below those that Linux gives to connections, in blocks that belong to one process each. */
const FIRST_PORT = 10_000;
const BLOCK_PORTS = 100;
const BLOCKS = 200;

let block: Promise<number> | undefined;
let taken = 0;

/**
 * Free TCP ports of 127.0.0.1. Each is given only once, to this process alone, so that a server can
 * come back to its own port while other suites run beside this one.
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

/** Listens on the first port of a block until this process ends, and so keeps others out of the block. */
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

/** Whether the server listens on that port now; not, when somebody else does. */
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
