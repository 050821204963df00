import type { INodeExecutionData } from 'n8n-workflow';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { Sandbox } from '../../sandbox';
import { readBinary } from '../../engine';
import type { Document } from './documents';
import type { Row } from './report';
import { structureOf } from './structure';

/** Writes the tagged documents into `out` and returns a row of the table for each document. */
export async function writeResults(
	documents: Document[],
	items: INodeExecutionData[],
	sandbox: Sandbox,
	out: string,
	signal: AbortSignal,
): Promise<Row[]> {
	let credits = sandbox.accounts[0].credits + sandbox.ledger.spent;
	const taken = new Set<string>();
	const charged = new Set<string>();
	const rows: Row[] = [];
	for (const [index, document] of documents.entries()) {
		const item: INodeExecutionData = items[index] ?? { json: {} };
		const row: Row = { document, creditsBefore: credits, creditsAfter: credits };
		rows.push(row);
		const error = item.json.error as { message: string; jobId?: string } | undefined;
		if (error) {
			const { jobId } = error;
			const failed = sandbox.jobs.find(({ id }) => id === jobId);
			row.failure = failed?.failure ? `${error.message}: ${failed.failure}` : error.message;
			continue;
		}
		const job = sandbox.jobs.find(({ id }) => id === item.json.id);
		// Documents with the same content share one job, which is charged once.
		if (job && !charged.has(job.id)) credits -= job.creditsUsed;
		charged.add(job?.id ?? '');
		const content = await readBinary(item);
		const path = join(out, unusedName(item.binary?.data?.fileName ?? 'tagged.pdf', taken));
		await writeWhole(path, content, signal);
		const { elements } = await structureOf(content);
		const seconds = ((job?.finishedAt ?? 0) - (job?.createdAt ?? 0)) / 1000;
		Object.assign(row, { creditsAfter: credits, path, bytes: content.length, elements, seconds });
	}
	return rows;
}

/** Returns a name that is not taken, so that no document overwrites another: `a.pdf`, `a-2.pdf`. */
function unusedName(fileName: string, taken: Set<string>): string {
	const { name, ext } = parse(fileName);
	let candidate = fileName;
	for (let count = 2; taken.has(candidate); count += 1) candidate = `${name}-${count}${ext}`;
	taken.add(candidate);
	return candidate;
}

/** Writes beside the target and renames, so that the target is never partial. */
async function writeWhole(path: string, content: Buffer, signal: AbortSignal): Promise<void> {
	const partial = `${path}.${process.pid}.partial`;
	await mkdir(join(path, '..'), { recursive: true });
	try {
		await writeFile(partial, content, { signal });
		await rename(partial, path);
	} finally {
		await rm(partial, { force: true });
	}
}
