import { createServer } from 'node:net';
import { closedBy } from '../../../closing';
import { listening } from '../../../listening';
import { openSetup, type Setup } from '../../harness/setup';

const closing = closedBy(afterAll);
let opened: Promise<Setup> | undefined;

/** The first bytes of each connection to the proxy in n8n's environment, which serves nobody. */
export const seenByProxy: string[] = [];

/** One n8n for all suites that run on every version: each start takes longer than most of them. */
export async function openSharedSetup(): Promise<Setup> {
	opened ??= open();
	return await opened;
}

async function open(): Promise<Setup> {
	const proxy = createServer((socket) => {
		socket
			.on('error', () => undefined)
			.once('data', (start) => {
				seenByProxy.push(start.toString('latin1'));
				socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
			});
	});
	const address = await listening(proxy);
	closing({ close: () => proxy.close() });
	const env = { HTTPS_PROXY: `http://${address}`, NO_PROXY: '127.0.0.1,localhost' };
	return closing(await openSetup({ env }));
}
