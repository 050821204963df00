import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A server to run: the command, its folder and its user. */
export interface Command {
	readonly command: string;
	readonly args: readonly string[];
	readonly env?: NodeJS.ProcessEnv;
	readonly cwd?: string;
	/** Milliseconds from the request to end until SIGKILL; default 15 seconds. */
	readonly graceMs?: number;
	/** Another user to run as, because PostgreSQL refuses to run as root. */
	readonly uid?: number;
	readonly gid?: number;
}

/** A running server; it never outlives this process (endWithParent.js). */
export interface Server {
	/** Process id of the command itself. */
	readonly pid: number;
	/** Its output so far, line by line. */
	readonly lines: readonly string[];
	/** Whether it still runs. */
	readonly alive: () => boolean;
	/** Resolves when it is gone, for any reason. */
	readonly ended: Promise<unknown>;
	/** Asks it to end, kills it after the grace period, and resolves when it is gone. */
	readonly stop: () => Promise<void>;
	/** Kills it like a power cut (SIGKILL) and resolves when it is gone. */
	readonly kill: () => Promise<void>;
}

/**
 * Starts a command that ends with this process.
 *
 * @throws Error if it can't be started.
 */
export async function startServer({ env, ...order }: Command): Promise<Server> {
	const guard = fork(join(__dirname, 'endWithParent.js'), [JSON.stringify(order)], {
		env: env ?? process.env,
		// Loaders of this process, such as tsx, must not reach the command.
		execArgv: [],
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	const lines: string[] = [];
	for (const stream of [guard.stdout, guard.stderr]) {
		if (stream) createInterface(stream).on('line', (line) => lines.push(line));
	}
	const ended = once(guard, 'exit');
	const started = once(guard, 'message') as Promise<[{ pid: number }]>;
	const first = await Promise.race([started, ended.then(() => undefined)]);
	if (!first) throw new Error(`${order.command} did not start: ${lines.join('\n')}`);
	const end = async (how: 'stop' | 'kill') => {
		if (guard.connected) guard.send(how);
		await ended;
	};
	return {
		pid: first[0].pid,
		lines,
		alive: () => guard.exitCode === null,
		ended,
		stop: async () => await end('stop'),
		kill: async () => await end('kill'),
	};
}
