import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal, StoreGroup } from '../../nodes/client/journal';
import { PRODUCT_LIMITS } from '../../nodes/client/limits';
import { clock } from '../../nodes/n8n/clock';
import { run } from '../batch/run';
import type { Bench } from '../outcome/bench';
import { runInTurns, type Round } from '../outcome/rounds';
import { makeRow } from '../outcome/row';
import { RowStore } from './rowStore';

const DOCUMENTS = 100;
/** Maximum share of the batch's time. */
const MOST_PERCENT = 5;
const ROUNDS = 3;
const ROWS = [
	{ name: 'empty row, documents together', marks: 0, together: true },
	{ name: 'empty row, one by one', marks: 0, together: false },
	{ name: 'full row, documents together', marks: 10_000, together: true },
	{ name: 'full row, one by one', marks: 10_000, together: false },
];
const BATCH = {
	name: `${DOCUMENTS} × 5 s`,
	documents: DOCUMENTS,
	service: { parallelJobs: 10_000, processingMs: 5_000 },
	rounds: 1,
	script: false,
	bounds: {},
};

const UNITS = {
	calls: '',
	'time for a document': 'ms',
	'written for a document': 'bytes',
	share: '%',
};

/** Cost of the journal for a batch of new documents, each of 5 seconds. */
export const journal: Bench = {
	charts: [{ title: `The journal's share of ${BATCH.name}`, what: 'share' }],
	async run({ matching, quick }, done) {
		const rows = quick ? [] : ROWS.filter(({ name }) => name.includes(matching));
		if (rows.length === 0) return;
		const { ms: batchMs } = await run('node', BATCH);
		for (const { name, marks, together } of rows) {
			const measured = async () => {
				const { ms, calls, bytes } = await measure(marks, together);
				return {
					calls,
					'time for a document': ms / DOCUMENTS,
					'written for a document': bytes / DOCUMENTS,
					share: (ms / batchMs) * 100,
				};
			};
			const rounds = await runInTurns({ journal: measured }, ROUNDS);
			const of = (round: Round<'journal'>) => round.journal.share ?? NaN;
			const bound = { what: 'share of the batch', unit: '%', atMost: MOST_PERCENT, of };
			done(makeRow(name, rounds, UNITS, [bound]));
		}
	},
};

/** Records all documents and their deliveries, as a run does. */
async function measure(marks: number, together: boolean) {
	const folder = await mkdtemp(join(tmpdir(), 'journal-'));
	const limits = PRODUCT_LIMITS.submission;
	const store = new RowStore(join(folder, 'row.json'), limits.journalMarks);
	await store.fill(marks);
	const group = new StoreGroup(clock, limits.storeTimeoutMs);
	const book = new Journal(group.join(store), limits.failedAttempts, (line) => {
		throw new Error(line);
	});
	const documents = Array.from({ length: DOCUMENTS }, (_, n) => `document ${n}`);
	const open = async (document: string) => {
		await book.open({ document }, () => true);
		return { document, attempt: 1 };
	};
	const began = performance.now();
	const opened = together ? await Promise.all(documents.map(open)) : [];
	if (!together) for (const document of documents) opened.push(await open(document));
	await book.recordEnds(opened.map((entry) => [entry, 'delivered'] as const));
	const ms = performance.now() - began;
	await rm(folder, { recursive: true });
	return { ms, calls: store.calls, bytes: store.bytes };
}
