import Table from 'cli-table3';
import { closedBy } from '../../../closing';
import { startCluster, type Cluster } from '../../../host/harness/queue/cluster';
import { psql } from '../../../host/harness/queue/services';
import { until } from '../../../host/harness/until';
import { startS3, type S3 } from '../../servers/s3';
import {
	countTagged,
	failingDocuments,
	fillBucket,
	findMisfiled,
	findWrongCharges,
	makeLibrary,
} from '../documents';
import { setUpLibrary, type LibraryWorkflows } from '../workflows';
import { callsOf, COUNTING, countCalls } from './calls';
import { goAway, supervise, type Supervisor } from './disturbances';

/** Number of documents. */
const COUNT = Number(process.env.TAG_PDF_LIBRARY ?? 300);
/** Whether nothing is killed or restarted, and the service stays. */
const CALM = process.env.TAG_PDF_CALM !== undefined;
/** Fewer than the batches of a run, so that each worker gets one. */
const CONCURRENCY = COUNT > 1_000 ? 5 : 1;
const WORKERS = 2;
/** Milliseconds allowed for each document, enough for a slow machine. */
const DOCUMENT_MS = 2_000;
const PATIENCE_MS = 600_000 + DOCUMENT_MS * COUNT;
/** If nothing is answered or filed for so many milliseconds, batches are lost, and the next hour begins. */
const LOST_MS = CALM ? PATIENCE_MS : 60_000;

jest.setTimeout(2 * PATIENCE_MS);

describe('The library on several machines', () => {
	const closing = closedBy(afterAll);
	const files = makeLibrary(COUNT);
	/** `seconds` without the wait for lost batches, which only simulates that the hour passes. */
	const counts = { hours: 0, polls: 0, seconds: 0, restarts: [] as string[] };
	/** Numbers of the workers that have run a batch. */
	const ran = new Set<number>();
	/** When the service has answered last (epoch ms). */
	let answeredAt = 0;
	let cluster: Cluster;
	let supervisor: Supervisor;
	let s3: S3;
	let library: LibraryWorkflows;

	beforeAll(async () => {
		const failing = failingDocuments(files);
		const service = {
			credits: 10 * COUNT,
			parallelJobs: 100,
			processingMs: 4_000,
			processingMaxMs: 8_000,
			seed: 'library',
			fails: (sha256: string) => failing.has(sha256),
			// Failed jobs come on top, and the sandbox must not forget an idempotency key.
			kept: {
				requests: 100_000,
				jobs: 3 * COUNT,
				uploads: 3 * COUNT,
				ledgerEntries: 3 * COUNT,
				deliveries: 2_000,
			},
		};
		const size = { workers: WORKERS, processors: 0, concurrency: CONCURRENCY };
		cluster = closing(await startCluster({ ...size, service, database: COUNTING }));
		supervisor = closing(supervise(cluster));
		cluster.sandbox.onAnswered(({ step }) => {
			answeredAt = Date.now();
			if (step === 'getJob') counts.polls += 1;
		});
		s3 = closing(await startS3());
		await fillBucket(s3, files);
		library = await setUpLibrary(cluster, cluster.main, s3, COUNT);
		await countCalls(cluster.postgresql);
	});

	const isDone = async () => {
		const keys = await s3.keys();
		// A file's version stands in `done/` once its copy is complete, or in `failed/`.
		return keys.filter((key) => /^(done|failed)\//.test(key)).length >= COUNT;
	};
	/** Whether no batch waits or runs, as far as n8n knows. */
	const isIdle = async () => {
		const open = `SELECT id FROM execution_entity WHERE "workflowId" = '${library.batch.id}' AND status IN ('new', 'running')`;
		// PostgreSQL may be away.
		const rows = await psql(cluster.postgresql.port, 'postgres', open).catch(() => ['unknown']);
		return rows.length === 0;
	};
	const noteWorkers = () => {
		for (const [index, { lines }] of cluster.workers.entries()) {
			if (lines.some((line) => /started execution \d+/i.test(line))) ran.add(index);
		}
	};
	/** Hands out again and again, as the schedule does every hour, until each file has a copy or a note. */
	const handOutUntilDone = async () => {
		const deadline = Date.now() + PATIENCE_MS;
		while (!(await isDone())) {
			if (Date.now() > deadline) throw new Error('Some files have neither a copy nor a note');
			counts.hours += 1;
			const began = Date.now();
			const handedOut = library.handOut();
			// It fails if the service or n8n is away; the next hour hands out again.
			await (CALM ? handedOut : handedOut.catch(() => undefined));
			const hour = { what: 'the hour is over', within: PATIENCE_MS, every: 1_000 };
			const handedOutAt = Date.now();
			await until(hour, async () => {
				noteWorkers();
				// The store is not listed each second: that would slow it down.
				const movedAt = Math.max(handedOutAt, s3.storedAt(), answeredAt);
				return Date.now() > movedAt + LOST_MS || (await isIdle());
			});
			const ended = s3.storedAt() > began ? s3.storedAt() : Date.now();
			counts.seconds += (ended - began) / 1000;
		}
	};
	const charged = async (share: number) =>
		await until(
			{ what: `${share} of all are submitted`, within: PATIENCE_MS },
			() => cluster.sandbox.ledger.charges.length >= share * COUNT,
		);
	/** Each of them once, in the middle of the work. */
	const disturb = async () => {
		supervisor.killWorkers(COUNT);
		await charged(0.2);
		await goAway(cluster.sandbox);
		await charged(0.4);
		await cluster.redis.restart();
		counts.restarts.push('Redis');
		await charged(0.6);
		await cluster.postgresql.restart();
		counts.restarts.push('PostgreSQL');
	};

	test('every file gets a copy or a note, although workers and the service come and go', async () => {
		await Promise.all([handOutUntilDone(), CALM ? undefined : disturb()]);
		expect(await findMisfiled(s3, files)).toEqual([]);
	});

	test('each document was charged once, and each failed job once', () => {
		expect(findWrongCharges(cluster.sandbox, files)).toEqual([]);
	});

	test('batches ran on both workers', async () => {
		noteWorkers();
		// Up to 100 documents are one batch.
		expect(ran.size).toBeGreaterThanOrEqual(COUNT > 100 ? WORKERS : 1);
		await print();
	});

	/** Prints the numbers of the run. */
	const print = async () => {
		const { postgres: calls = 0 } = await callsOf(cluster.postgresql);
		const { charges } = cluster.sandbox.ledger;
		const each = (number: number) => (number / COUNT).toFixed(1);
		const rows = {
			documents: COUNT.toLocaleString('en'),
			'tagged, copied or noted, an hour': Math.round(
				(3600 * COUNT) / counts.seconds,
			).toLocaleString('en'),
			'polls a document': each(counts.polls),
			"calls of n8n's database a document": each(calls),
			'runs of Hand out': counts.hours,
			'workers killed': supervisor.counts.kills,
			'processes that ended by themselves': supervisor.counts.ends,
			restarts: counts.restarts.join(', ') || 'none',
			charges: charges.length.toLocaleString('en'),
			'documents tagged': countTagged(files).toLocaleString('en'),
		};
		const printed = new Table();
		for (const [name, value] of Object.entries(rows)) printed.push({ [name]: value });
		console.log(printed.toString());
	};
});
