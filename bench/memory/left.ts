/**
 * Prints the bytes that stay in memory after documents were tagged and inspected with the compiled package in
 * n8n-core's engine. Node must run it with --expose-gc.
 */
import { createEngine, type BinaryMode } from '../../engine';
import { variants } from '../../test/host/harness/documents';

/** Task, as JSON in the first argument. */
export interface LeftTask {
	url: string;
	apiKey: string;
	binaryMode: BinaryMode;
	documents: number;
}

/** So large that a document shows when it stays. */
const DOCUMENT_BYTES = 256 * 1024;
const PER_EXECUTION = 50;

async function main(): Promise<void> {
	const { url, apiKey, binaryMode, documents } = JSON.parse(process.argv[2] ?? '') as LeftTask;
	const engine = await createEngine({
		binaryMode,
		credentials: { tagPdfApi: { apiKey, baseUrl: url } },
	});
	const contents = await variants(PER_EXECUTION + documents, DOCUMENT_BYTES);
	const run = async (from: number) => {
		const items = contents.slice(from, from + PER_EXECUTION).map((content, n) => ({
			binary: { data: { content, fileName: `${from + n}.pdf` } },
		}));
		for (const operation of ['inspect', 'tag']) {
			const nodes = [{ type: 'tagPdf', parameters: { resource: 'document', operation } }];
			const execution = await engine.run({ nodes, items });
			if (execution.error) throw execution.error;
			if (execution.items().length !== items.length) throw new Error('Not all came back.');
		}
	};
	await run(0);
	const before = await measureUsed();
	for (let from = PER_EXECUTION; from <= documents; from += PER_EXECUTION) await run(from);
	console.log((await measureUsed()) - before);
	await engine.close();
	// Leftover timers would keep the process alive for a minute or two.
	process.exit();
}

/** Bytes in use, after enough turns of the event loop to release ended streams and sockets. */
async function measureUsed(): Promise<number> {
	for (let turn = 0; turn < 20; turn += 1) {
		await new Promise(setImmediate);
		globalThis.gc?.();
	}
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

void main();
