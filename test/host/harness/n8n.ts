import { ensureFree, freePorts } from './ports';
import type { Server } from './process';
import { until } from './until';
import type { Host } from './host';

/** The n8n process to start, with its data folder. */
export interface N8nOptions {
	readonly host: Host;
	/** n8n's user folder: it holds `.n8n` with the database, the files and the packages. */
	readonly home: string;
	/** `start` runs all of n8n; the other commands belong to queue mode. */
	readonly command?: 'start' | 'worker' | 'webhook';
	/** Further arguments of the command. */
	readonly args?: readonly string[];
	/** A fixed port, to keep the address after a restart. */
	readonly port?: number;
	readonly env?: Readonly<Record<string, string>>;
}

/** A running n8n process that has reported ready. */
export interface N8n extends Server {
	/** Its address, without a slash at the end. */
	readonly url: string;
	readonly port: number;
}

/**
 * Starts n8n and waits until it is ready, which takes about 5 seconds with a prepared folder.
 *
 * @throws Error with the end of its log if it ends or isn't ready within ten minutes.
 */
export async function startN8n({
	host,
	home,
	command = 'start',
	args = [],
	port,
	env,
}: N8nOptions): Promise<N8n> {
	const [free = 0, broker = 0] = await freePorts(2);
	const ownPort = port ?? free;
	await ensureFree(ownPort);
	const server = await host.start({
		args: [command, ...args],
		home,
		env: {
			...host.settings,
			N8N_USER_FOLDER: home,
			N8N_PORT: String(ownPort),
			N8N_RUNNERS_BROKER_PORT: String(broker),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(ownPort),
			...env,
		},
	});
	const url = `http://127.0.0.1:${ownPort}`;
	const isReady =
		command === 'start'
			? () => server.lines.some((line) => line.includes(STARTED))
			: async () =>
					(await fetch(`${url}/healthz/readiness`).catch(() => undefined))?.status === 200;
	await ready(server, isReady);
	return { ...server, url, port: ownPort };
}

/**
 * Last line that `n8n start` prints. n8n answers requests earlier, but then looks for crashed executions,
 * and counts any execution started in between as crashed.
 */
const STARTED = 'Editor is now accessible via:';

async function ready(server: Server, isReady: () => boolean | Promise<boolean>): Promise<void> {
	const asked = async () => {
		if (!server.alive()) throw new Error(`n8n ended:\n${server.lines.slice(-40).join('\n')}`);
		return await isReady();
	};
	try {
		await until({ what: 'n8n has started', within: 600_000, every: 200 }, asked);
	} catch (error) {
		await server.kill();
		throw error;
	}
}
