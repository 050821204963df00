import { chown, mkdtemp } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { removeFolder } from '../folder';
import { freePorts } from '../ports';
import { startServer, type Server } from '../process';
import { until } from '../until';

/** A database or a message broker with its own folder. */
export interface Backend extends Server {
	readonly port: number;
}

const POSTGRESQL = '/usr/lib/postgresql';

/** Folder of the newest PostgreSQL's server programs; undefined if none is installed. */
export function postgresqlPrograms(): string | undefined {
	try {
		// A client-only installation has a folder, too.
		return readdirSync(POSTGRESQL)
			.sort((a, b) => Number(b) - Number(a))
			.map((version) => join(POSTGRESQL, version, 'bin'))
			.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
	} catch {
		return undefined;
	}
}

/** Starts PostgreSQL on loopback with an empty database `postgres`, open to its user `postgres`. */
export async function startPostgresql(): Promise<Backend> {
	const bin = postgresqlPrograms();
	if (!bin) throw new Error('PostgreSQL is not installed');
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-postgresql-'));
	const user = await unprivileged();
	if (user) await chown(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const access = ['--username=postgres', '--auth=trust'];
	const initialise = [`--pgdata=${data}`, ...access, '--encoding=UTF8', '--locale=C', '--no-sync'];
	await execa(join(bin, 'initdb'), initialise, { ...user, cwd: folder });
	// The data is not needed after the run, so it does not have to reach the disk.
	const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200'];
	const options = settings.flatMap((setting) => ['-c', setting]);
	const args = ['-D', data, '-p', String(port), '-k', folder, ...options];
	const server = await startServer({ command: join(bin, 'postgres'), args, cwd: folder, ...user });
	const ping = ['-h', '127.0.0.1', '-p', String(port)];
	await accepting(server, 'PostgreSQL', async () => {
		return (await execa(join(bin, 'pg_isready'), ping, { reject: false })).exitCode === 0;
	});
	return { ...server, port, ...removing(server, folder) };
}

/** Starts Redis without persistence. */
export async function startRedis(): Promise<Backend> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-redis-'));
	const user = await unprivileged();
	if (user) await chown(folder, user.uid, user.gid);
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const server = await startServer({ command: 'redis-server', args, cwd: folder, ...user });
	await accepting(server, 'Redis', () =>
		server.lines.some((line) => line.includes('Ready to accept connections')),
	);
	return { ...server, port, ...removing(server, folder) };
}

/** User of PostgreSQL's package, because PostgreSQL refuses to run as root. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await execa('id', [flag, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

async function accepting(
	server: Server,
	name: string,
	ask: () => Promise<boolean> | boolean,
): Promise<void> {
	await until({ what: `${name} accepts connections` }, async () => {
		if (!server.alive()) throw new Error(`${name} ended:\n${server.lines.join('\n')}`);
		return await ask();
	});
}

function removing({ stop }: Server, folder: string): Pick<Server, 'stop'> {
	return {
		stop: async () => {
			await stop();
			await removeFolder(folder);
		},
	};
}
