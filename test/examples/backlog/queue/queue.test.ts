import Table from 'cli-table3';
import { closedBy } from '../../../closing';
import { startCluster, type Cluster } from '../../../host/harness/queue/cluster';
import { psql } from '../../../host/harness/queue/services';
import { until } from '../../../host/harness/until';
import { startS3, type S3 } from '../../servers/s3';
import { startSmtp, type Smtp } from '../../servers/smtp';
import { attachedLedger, attachedZip, type Line } from '../csv';
import { documents } from '../documents';
import { importKit, type Kit } from '../kit';
import { chargesByContent, misfiled, sum } from '../proof';
import { openRelay, type Relay } from '../relay';
import { postgresqlIn } from '../tables';
import { callsOf, COUNTING, countCalls } from './calls';
import { goAway, supervise, type Supervisor } from './disturbances';

/** Number of documents. */
const COUNT = Number(process.env.TAG_PDF_BACKLOG ?? 300);
/** Whether nothing is killed, restarted or lost. */
const CALM = process.env.TAG_PDF_CALM !== undefined;
/** One event in this many is lost. */
const LOST = CALM ? Infinity : 20;
/** Database of the ledger, beside n8n's own. */
const LEDGER = 'ledger';
/** Milliseconds allowed for each document, enough for a slow machine. */
const DOCUMENT_MS = 2_000;

jest.setTimeout(900_000 + DOCUMENT_MS * COUNT);

describe('The backlog kit on several machines', () => {
	const closing = closedBy(afterAll);
	const originals = new Map<string, Buffer>();
	const seconds = { proposed: 0, tagged: 0 };
	const restarts: string[] = [];
	const table = () => postgresqlIn(cluster.postgresql, LEDGER);
	let cluster: Cluster;
	let supervisor: Supervisor;
	let s3: S3;
	let smtp: Smtp;
	let relay: Relay;
	let kit: Kit;
	let polls = 0;

	beforeAll(async () => {
		const service = {
			credits: 10 * COUNT,
			parallelJobs: 100,
			processingMs: 4_000,
			processingMaxMs: 8_000,
		};
		const env = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };
		const size = { workers: 3, processors: 1, concurrency: 5 };
		cluster = closing(await startCluster({ ...size, service, env, database: COUNTING }));
		await psql(cluster.postgresql.port, 'postgres', `CREATE DATABASE ${LEDGER}`);
		supervisor = closing(supervise(cluster));
		s3 = closing(await startS3());
		smtp = closing(await startSmtp());
		relay = closing(await openRelay(LOST));
		const { sandbox, session, credential, processors } = cluster;
		const [n8n] = processors;
		if (!n8n) throw new Error('No process takes events');
		sandbox.onAnswered(({ step }) => {
			if (step === 'getJob') polls += 1;
		});
		const ends = { s3, smtp, relay, table: table() };
		kit = await importKit({ sandbox, session, credential, n8n }, ends);
		for (const [n, document] of (await documents(COUNT)).entries()) {
			originals.set(`originals/${String(n % 100)}/file ${n}.pdf`, document);
		}
		for (const [key, content] of originals) await s3.put(key, content);
		await countCalls(cluster.postgresql);
	});

	/** Waits until every row has a status; returns the seconds that it took. */
	const all = async (...statuses: string[]) => {
		const began = Date.now();
		const what = `all rows are ${statuses.join(' or ')}`;
		await until({ what, within: 300_000 + DOCUMENT_MS * COUNT, every: 1_000 }, async () => {
			// PostgreSQL may be away.
			const counts = await table()
				.counts()
				.catch((): Record<string, number> => ({}));
			return statuses.reduce((rows, status) => rows + (counts[status] ?? 0), 0) === COUNT;
		});
		return (Date.now() - began) / 1000;
	};
	const charged = async (share: number) =>
		await until(
			{ what: `${share} of all are submitted`, within: DOCUMENT_MS * COUNT + 300_000 },
			() => cluster.sandbox.ledger.charges.length >= share * COUNT,
		);
	/** Each of them once, in the middle of the work. */
	const disturb = async () => {
		await charged(0.2);
		await goAway(cluster.sandbox);
		await charged(0.5);
		await cluster.redis.restart();
		restarts.push('Redis');
		await charged(0.7);
		await cluster.postgresql.restart();
		restarts.push('PostgreSQL');
	};

	test('every document is listed, inspected, proposed, and kept by a person', async () => {
		await kit.run('0-set-up');
		await kit.run('1-inventory');
		await all('listed');
		if (!CALM) supervisor.killWorkers();
		await kit.activate('1-inventory');
		await kit.activate('1b-triage');
		seconds.proposed = await all('proposed');
		await table().decide('keep', 'Grace');
		await all('ready');
		expect(cluster.sandbox.ledger.charges).toHaveLength(0);
	});

	test('every document is tagged, although the processes and the service come and go', async () => {
		await kit.activate('3-settle');
		await kit.activate('2-work');
		const [took] = await Promise.all([all('tagged', 'failed'), CALM ? undefined : disturb()]);
		seconds.tagged = took;
		const others = "SELECT file, reason FROM tag_pdf_ledger WHERE status <> 'tagged'";
		expect(await psql(cluster.postgresql.port, LEDGER, others)).toEqual([]);
	});

	test('no content was charged twice, every file is where its row says, and the sums fit', async () => {
		const { sandbox, postgresql } = cluster;
		const calls = await callsOf(postgresql);
		await kit.run('4-report');
		const mail = await smtp.mail();
		const lines = attachedLedger(mail);
		expect(lines).toHaveLength(COUNT);
		expect(new Set(chargesByContent(sandbox).values())).toEqual(new Set([1]));
		expect(sandbox.ledger.charges).toHaveLength(COUNT);
		expect(await misfiled(lines, originals, s3)).toEqual([]);
		expect(sum(lines, 'credits') + sum(lines, 'earlier_credits')).toBe(sandbox.ledger.spent);
		print(lines, calls, attachedZip(mail).byteLength);
	});

	/** Prints the numbers of the run. */
	const print = (
		lines: readonly Line[],
		calls: Readonly<Record<string, number>>,
		reportBytes: number,
	) => {
		const each = (number = 0) => (number / COUNT).toFixed(1);
		const hour = (took: number) => Math.round((3600 * COUNT) / took).toLocaleString('en');
		const byEvent = lines.filter(({ settled_by }) => settled_by === 'event').length;
		const rows = {
			documents: COUNT.toLocaleString('en'),
			'inspected and proposed, an hour': hour(seconds.proposed),
			'submitted and filed, an hour': hour(seconds.tagged),
			'both, an hour': hour(seconds.proposed + seconds.tagged),
			'polls a document': each(polls),
			'calls of the ledger a document': each(calls[LEDGER]),
			"calls of n8n's database a document": each(calls.postgres),
			'filed by event': byEvent.toLocaleString('en'),
			'events lost': relay.counts.lost,
			'workers killed': supervisor.counts.kills,
			'processes that ended by themselves': supervisor.counts.ends,
			restarts: restarts.join(', ') || 'none',
			"size of the report's ZIP file, in MB": (reportBytes / 1e6).toFixed(1),
			'credits, as the CSV says': cluster.sandbox.ledger.spent.toLocaleString('en'),
		};
		const printed = new Table();
		for (const [name, value] of Object.entries(rows)) printed.push({ [name]: value });
		console.log(printed.toString());
	};
});
