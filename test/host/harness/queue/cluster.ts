import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../../sandbox';
import { removeFolder } from '../folder';
import { installHost } from '../install';
import { startN8n, type N8n, type N8nOptions } from '../n8n';
import { opening, type Close } from '../opening';
import { addPackage, packageUnderTest } from '../package';
import { addCredential, serviceOf, type CredentialReference } from '../rest/credentials';
import { Session, setUpOwner } from '../rest/session';
import { versionUnderTest } from '../setup';
import { hostVersion } from '../versions';
import { startPostgresql, startRedis, type Backend } from './services';

/** Concurrent executions per worker unless an option says more: few, so that a second worker gets work. */
export const CONCURRENCY = 2;

/** n8n in queue mode. Each process has its own folder, as on separate machines. */
export interface Cluster {
	readonly sandbox: Sandbox;
	readonly session: Session;
	readonly credential: CredentialReference;
	readonly documents: string;
	/** Its database `postgres` is n8n's. */
	readonly postgresql: Backend;
	readonly redis: Backend;
	main: N8n;
	readonly workers: N8n[];
	readonly processors: N8n[];
	/** Starts one more worker. */
	readonly addWorker: () => Promise<void>;
	/** Restarts a process that has ended, with the same folder and port. */
	readonly replace: (gone: N8n) => Promise<void>;
	readonly close: Close;
}

/** Changes to the default of two workers, two processors, and a service that takes a second. */
export interface ClusterOptions {
	readonly workers?: number;
	readonly processors?: number;
	/** Concurrent executions per worker. */
	readonly concurrency?: number;
	readonly service?: Partial<SandboxOptions>;
	/** Settings of PostgreSQL. */
	readonly database?: readonly string[];
	/** Further settings of n8n. */
	readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts PostgreSQL, Redis, the main process, workers, two webhook processors and a sandbox, in a minute
 * or two.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
	return await opening(async (onClose, close) => await open(options, onClose, close));
}

async function open(
	options: ClusterOptions,
	onClose: (end: Close) => void,
	close: Close,
): Promise<Cluster> {
	const { service = {}, database = [], concurrency = CONCURRENCY } = options;
	const host = await installHost(hostVersion(versionUnderTest), () => undefined);
	const tarball = await packageUnderTest();
	const documents = await mkdtemp(join(tmpdir(), 'tag-pdf-documents-'));
	onClose(async () => await removeFolder(documents));
	const switches = { credits: 100_000, parallelJobs: 20, processingMs: 1_000, ...service };
	const sandbox = await startSandbox({ tagger: 'stamp', ...switches });
	onClose(async () => await sandbox.close());
	const postgresql = await startPostgresql(...database);
	onClose(postgresql.stop);
	const redis = await startRedis();
	onClose(redis.stop);

	const env = {
		...queueSettings(postgresql.port, redis.port),
		N8N_RESTRICT_FILE_ACCESS_TO: documents,
		...options.env,
	};
	const again = new Map<N8n, () => Promise<N8n>>();
	const start = async (order: Omit<N8nOptions, 'host' | 'home'>) => {
		const home = await mkdtemp(join(tmpdir(), 'tag-pdf-queue-'));
		onClose(async () => await removeFolder(home));
		await addPackage(home, tarball);
		const run = async (on: Pick<N8nOptions, 'port'> = {}): Promise<N8n> => {
			const n8n = await startN8n({ ...order, ...on, host, home, env });
			onClose(n8n.stop);
			again.set(n8n, async () => await run(n8n));
			return n8n;
		};
		return await run();
	};
	const startWorker = async () =>
		await start({ command: 'worker', args: [`--concurrency=${concurrency}`] });

	// The main process migrates the database before the other processes open it.
	const main = await start({});
	const workers: N8n[] = [];
	const addWorker = async () => void workers.push(await startWorker());
	while (workers.length < (options.workers ?? 2)) await addWorker();
	const processors: N8n[] = [];
	while (processors.length < (options.processors ?? 2)) {
		processors.push(await start({ command: 'webhook' }));
	}
	await setUpOwner(main.url);
	const session = await Session.signIn(main.url);
	const credential = await addCredential(session, 'tagPdfApi', 'Sandbox', serviceOf(sandbox));
	const replace = async (gone: N8n) => {
		const n8n = await again.get(gone)?.();
		if (!n8n) throw new Error('This process is not of this cluster');
		if (gone === cluster.main) cluster.main = n8n;
		for (const list of [workers, processors]) {
			if (list.includes(gone)) list[list.indexOf(gone)] = n8n;
		}
	};
	const members = { main, workers, processors, addWorker, replace };
	const ends = { sandbox, session, credential, documents, postgresql, redis };
	const cluster: Cluster = { ...ends, ...members, close };
	return cluster;
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
