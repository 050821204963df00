import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import { removeFolder } from '../folder';
import { installHost } from '../install';
import { startN8n, type N8n, type N8nOptions } from '../n8n';
import { opening, type Close } from '../opening';
import { addPackage, packageUnderTest } from '../package';
import { addCredential, type CredentialReference } from '../rest/credentials';
import { Session, setUpOwner } from '../rest/session';
import { latestVersion } from '../versions';
import { startPostgresql, startRedis } from './services';

/** Concurrent executions per worker: few, so that a second worker gets work. */
export const CONCURRENCY = 2;

/** n8n in queue mode. Each process has its own folder, as on separate machines. */
export interface Cluster {
	readonly sandbox: Sandbox;
	readonly session: Session;
	readonly credential: CredentialReference;
	readonly documents: string;
	readonly main: N8n;
	readonly workers: N8n[];
	readonly processors: readonly N8n[];
	/** Starts one more worker. */
	readonly addWorker: () => Promise<void>;
	/** Replaces a worker that is gone. */
	readonly replace: (worker: N8n) => Promise<void>;
	readonly close: Close;
}

/** Changes to the default of two workers and a service that takes a second. */
export interface ClusterOptions {
	readonly workers?: number;
	readonly service?: Partial<SandboxOptions>;
}

/**
 * Starts PostgreSQL, Redis, the main process, workers, two webhook processors and a sandbox, in a minute
 * or two.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
	return await opening(async (onClose, close) => await open(options, onClose, close));
}

async function open(
	{ workers: count = 2, service = {} }: ClusterOptions,
	onClose: (end: Close) => void,
	close: Close,
): Promise<Cluster> {
	const host = await installHost(latestVersion(), () => undefined);
	const tarball = await packageUnderTest();
	const documents = await mkdtemp(join(tmpdir(), 'tag-pdf-documents-'));
	onClose(async () => await removeFolder(documents));
	const switches = { credits: 100_000, parallelJobs: 20, processingMs: 1_000, ...service };
	const sandbox = await startSandbox({ tagger: 'stamp', ...switches });
	onClose(async () => await sandbox.close());
	const [postgresql, redis] = await Promise.all([startPostgresql(), startRedis()]);
	onClose(postgresql.stop);
	onClose(redis.stop);

	const env = {
		...queueSettings(postgresql.port, redis.port),
		N8N_RESTRICT_FILE_ACCESS_TO: documents,
	};
	const start = async (options: Omit<N8nOptions, 'host' | 'home'>) => {
		const home = await mkdtemp(join(tmpdir(), 'tag-pdf-queue-'));
		onClose(async () => await removeFolder(home));
		await addPackage(home, tarball);
		const n8n = await startN8n({ ...options, host, home, env });
		onClose(n8n.stop);
		return n8n;
	};
	const startWorker = async () =>
		await start({ command: 'worker', args: [`--concurrency=${CONCURRENCY}`] });

	// The main process migrates the database before the other processes open it.
	const main = await start({});
	const workers: N8n[] = [];
	const addWorker = async () => void workers.push(await startWorker());
	while (workers.length < count) await addWorker();
	const processors = [await start({ command: 'webhook' }), await start({ command: 'webhook' })];
	await setUpOwner(main.url);
	const session = await Session.signIn(main.url);
	const data = { apiKey: sandbox.accounts[0].apiKey, baseUrl: sandbox.url };
	const credential = await addCredential(session, 'tagPdfApi', 'Sandbox', data);
	const replace = async (worker: N8n) => {
		workers[workers.indexOf(worker)] = await startWorker();
	};
	return {
		sandbox,
		session,
		credential,
		documents,
		main,
		workers,
		processors,
		addWorker,
		replace,
		close,
	};
}

/** n8n's names. A lost worker is detected within half a minute; a slow worker does not count as lost. */
function queueSettings(postgresql: number, redis: number): Record<string, string> {
	return {
		EXECUTIONS_MODE: 'queue',
		N8N_ENCRYPTION_KEY: 'shared-by-all-processes',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgresql),
		DB_POSTGRESDB_USER: 'postgres',
		DB_POSTGRESDB_DATABASE: 'postgres',
		// n8n's default of 2 is too low for bursts.
		DB_POSTGRESDB_POOL_SIZE: '10',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis),
		QUEUE_WORKER_LOCK_DURATION: '20000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
		QUEUE_WORKER_STALLED_INTERVAL: '2000',
		QUEUE_RECOVERY_INTERVAL: '5',
	};
}
