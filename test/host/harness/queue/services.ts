import { chown, mkdtemp } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import execa from 'execa';
import { installPackages } from '../debian';
import { removeFolder } from '../folder';
import { freePorts } from '../ports';
import { startServer, type Command, type Server } from '../process';
import { unprivileged } from '../unprivileged';
import { until } from '../until';

/** A database or a message broker with its own folder. */
export interface Backend {
	readonly port: number;
	/** Ends it without regard for its clients, and starts it again on the same port. */
	readonly restart: () => Promise<void>;
	/** Ends it and removes its folder. */
	readonly stop: () => Promise<void>;
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

/** Installs Debian's packages of both, where they are missing. */
export async function installBackends(): Promise<void> {
	const redis = await execa('redis-server', ['--version'], { reject: false });
	if (postgresqlPrograms() && !redis.failed) return;
	await installPackages('Queue mode needs PostgreSQL and Redis', ['postgresql', 'redis-server']);
}

/**
 * Starts PostgreSQL on loopback with an empty database `postgres`, open to its user `postgres`.
 *
 * @param settings such as `shared_preload_libraries=pg_stat_statements`
 */
export async function startPostgresql(...settings: readonly string[]): Promise<Backend> {
	const bin = postgresqlPrograms();
	if (!bin) throw new Error('PostgreSQL is not installed');
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-postgresql-'));
	const { uid, gid } = await unprivileged('postgres');
	await chown(folder, uid, gid);
	const data = join(folder, 'data');
	const access = ['--username=postgres', '--auth=trust'];
	const initialise = [`--pgdata=${data}`, ...access, '--encoding=UTF8', '--locale=C', '--no-sync'];
	await execa(join(bin, 'initdb'), initialise, { uid, gid, cwd: folder });
	// The data is not needed after the run, so it does not have to reach the disk.
	const all = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=200', ...settings];
	const options = all.flatMap((setting) => ['-c', setting]);
	const args = ['-D', data, '-p', String(port), '-k', folder, ...options];
	const order = { command: join(bin, 'postgres'), args, cwd: folder, uid, gid };
	const ping = ['-h', '127.0.0.1', '-p', String(port)];
	return await backend('PostgreSQL', { port, order }, async () => {
		return (await execa(join(bin, 'pg_isready'), ping, { reject: false })).exitCode === 0;
	});
}

/**
 * Sends a statement with PostgreSQL's own client; pg_stat_statements does not count it.
 *
 * @returns the rows, their columns separated by `|`
 */
export async function psql(port: number, database: string, statement: string): Promise<string[]> {
	const where = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', database];
	const program = join(postgresqlPrograms() ?? '', 'psql');
	const env = { PGOPTIONS: '-c pg_stat_statements.track=none' };
	const { stdout } = await execa(program, [...where, '-Atc', statement], { env });
	return stdout.split('\n').filter(Boolean);
}

/** Starts Redis without persistence: a restart empties it. */
export async function startRedis(): Promise<Backend> {
	const [port = 0] = await freePorts(1);
	const folder = await mkdtemp(join(tmpdir(), 'tag-pdf-redis-'));
	const { uid, gid } = await unprivileged('postgres');
	await chown(folder, uid, gid);
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
	const order = { command: 'redis-server', args, cwd: folder, uid, gid };
	return await backend('Redis', { port, order }, ({ lines }) =>
		lines.some((line) => line.includes('Ready to accept connections')),
	);
}

/** Starts a service, and waits until it accepts connections. */
async function backend(
	name: string,
	{ port, order }: { readonly port: number; readonly order: Command & { readonly cwd: string } },
	accepts: (server: Server) => Promise<boolean> | boolean,
): Promise<Backend> {
	const open = async () => {
		const server = await startServer(order);
		await until({ what: `${name} accepts connections` }, async () => {
			if (!server.alive()) throw new Error(`${name} ended:\n${server.lines.join('\n')}`);
			return await accepts(server);
		});
		return server;
	};
	let server = await open();
	return {
		port,
		restart: async () => {
			// PostgreSQL would wait for its clients after SIGTERM.
			process.kill(server.pid, 'SIGINT');
			await server.ended;
			server = await open();
		},
		stop: async () => {
			await server.stop();
			await removeFolder(order.cwd);
		},
	};
}
