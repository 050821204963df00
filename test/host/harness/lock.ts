import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Close } from './opening';

const RETRY_MS = 1_000;

/**
 * Takes the lock of a folder, which need not exist. The lock is a socket, so the system releases it when this
 * process ends, however it ends.
 *
 * @returns a function that releases the lock; undefined if somebody else holds it
 */
export async function tryLock(folder: string): Promise<Close | undefined> {
	const path = socketPath(folder);
	const server = createServer((visitor) => visitor.destroy()).unref();
	for (;;) {
		server.listen(path);
		try {
			await once(server, 'listening');
			break;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
			if (await isHeld(path)) return undefined;
			await rm(path, { force: true });
		}
	}
	return async () => {
		const closed = once(server, 'close');
		server.close();
		await closed;
	};
}

/** Takes the lock of a folder as soon as nobody else holds it. */
export async function lock(folder: string): Promise<Close> {
	for (;;) {
		const release = await tryLock(folder);
		if (release) return release;
		await sleep(RETRY_MS);
	}
}

/** On Linux and Windows the name of a socket is free when its process has ended; elsewhere a file stays. */
function socketPath(folder: string): string {
	const name = `tag-pdf-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 32)}`;
	if (process.platform === 'linux') return `\0${name}`;
	return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

/** Whether a process listens on the socket. A file without one is left over from a process that was killed. */
async function isHeld(path: string): Promise<boolean> {
	const visitor = connect(path);
	try {
		await once(visitor, 'connect');
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ECONNREFUSED' || process.platform === 'linux';
	} finally {
		visitor.destroy();
	}
}
