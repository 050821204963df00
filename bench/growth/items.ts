/**
 * Tags documents with the compiled package in n8n-core's engine, which keeps files on disk. Runs as its own
 * process, for memory with --expose-gc, and prints its outcome as JSON.
 */
import { createEngine } from '../../engine';
import { variants } from '../../test/host/harness/documents';

/** Task, as JSON in the first argument. */
export interface Task {
	url: string;
	apiKey: string;
	documents: number;
}

/** Outcome of the task, as JSON. */
export interface Outcome {
	/** Milliseconds. */
	ms: number;
	/** Processor time, in milliseconds. */
	cpu: number;
	/** Peak memory in use, minus the memory in use before the run, in bytes. */
	live: number;
}

const WARM_UP = 100;
const LOOK_MS = 250;

async function main(): Promise<void> {
	const { url, apiKey, documents } = JSON.parse(process.argv[2] ?? '') as Task;
	const engine = await createEngine({
		binaryMode: 'filesystem',
		credentials: { tagPdfApi: { apiKey, baseUrl: url } },
	});
	const tag = async (contents: Buffer[]) => {
		const items = contents.map((content, n) => ({
			binary: { data: { content, fileName: `${n}.pdf`, mimeType: 'application/pdf' } },
		}));
		const parameters = { resource: 'document', operation: 'tag' };
		const execution = await engine.run({ nodes: [{ type: 'tagPdf', parameters }], items });
		if (execution.error) throw execution.error;
		if (execution.items().length !== contents.length) throw new Error('Not all came back.');
	};
	const all = await variants(WARM_UP + documents);
	await tag(all.slice(0, WARM_UP));
	const before = used();
	let live = 0;
	const look = setInterval(() => (live = Math.max(live, used() - before)), LOOK_MS);
	if (!globalThis.gc) clearInterval(look);
	const [began, spent] = [performance.now(), process.cpuUsage()];
	await tag(all.slice(WARM_UP));
	const { user, system } = process.cpuUsage(spent);
	const outcome: Outcome = { ms: performance.now() - began, cpu: (user + system) / 1_000, live };
	clearInterval(look);
	console.log(JSON.stringify(outcome));
	await engine.close();
}

function used(): number {
	globalThis.gc?.();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

void main();
