import Table from 'cli-table3';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal, StoreGroup } from '../../nodes/client/journal';
import { PRODUCT_LIMITS } from '../../nodes/client/limits';
import { run } from '../batch/run';
import { RowStore } from './rowStore';

const DOCUMENTS = 100;
/** Of a batch's time, at most. */
const SHARE = 0.05;
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

/**
 * What the journal costs a batch of documents of 5 seconds each, all of which are new.
 *
 * @param matching part of the names of the rows to run
 * @returns the bounds that were not kept
 */
export async function journal(matching: string): Promise<string[]> {
	const { ms: batchMs } = await run('node', BATCH);
	const head = ['journal', 'calls', 'ms a document', 'bytes a document', `share of ${BATCH.name}`];
	const table = new Table({ head, style: { head: [], border: [] } });
	const broken: string[] = [];
	for (const row of ROWS.filter(({ name }) => name.includes(matching))) {
		const { ms, calls, bytes } = await measure(row.marks, row.together);
		const share = ms / batchMs;
		const percent = `${(share * 100).toFixed(2)} %`;
		const perDocument = [(ms / DOCUMENTS).toFixed(2), Math.round(bytes / DOCUMENTS)];
		table.push([row.name, calls, ...perDocument, percent]);
		if (share > SHARE) broken.push(`${row.name}: ${percent} of the batch`);
	}
	console.log(table.toString());
	return broken;
}

/** Opens and closes all documents, as a run does. */
async function measure(marks: number, together: boolean) {
	const folder = await mkdtemp(join(tmpdir(), 'journal-'));
	const limits = PRODUCT_LIMITS.submission;
	const store = new RowStore(join(folder, 'row.json'), limits.journalMarks);
	await store.fill(marks);
	const book = new Journal(new StoreGroup().member(store), limits, () => Date.now());
	const documents = Array.from({ length: DOCUMENTS }, (_, n) => `document ${n}`);
	const open = async (document: string) => {
		const { generation } = await book.open(document, { again: false, isSpent: () => false });
		return { document, generation };
	};
	const began = performance.now();
	const opened = together ? await Promise.all(documents.map(open)) : [];
	if (!together) for (const document of documents) opened.push(await open(document));
	await book.close({ delivered: opened });
	const ms = performance.now() - began;
	await rm(folder, { recursive: true });
	return { ms, calls: store.calls, bytes: store.bytes };
}
