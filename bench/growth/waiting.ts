/** Prints the bytes per document that waits for its job. Node must run it with --expose-gc. */
import { createEngine } from '../../engine';
import { startSandbox } from '../../sandbox';
import { variants } from '../../test/host/harness/documents';
import { until } from '../../test/host/harness/until';

const BEFORE = 100;
const WAITING = 500;

/** Bytes in use, after enough turns of the event loop to release ended streams and sockets. */
async function used(): Promise<number> {
	for (let turn = 0; turn < 20; turn += 1) {
		await new Promise(setImmediate);
		gc?.();
	}
	return process.memoryUsage().heapUsed + process.memoryUsage().external;
}

async function main(): Promise<void> {
	const sandbox = await startSandbox({
		tagger: 'stamp',
		parallelJobs: WAITING,
		processingMs: 3_600_000,
		credits: WAITING,
		// Only the node's memory counts, so the sandbox keeps few records.
		kept: { requests: 10, jobs: 1_000, uploads: 10, ledgerEntries: 1_000, deliveries: 10 },
	});
	const engine = await createEngine({
		binaryMode: 'filesystem',
		credentials: { tagPdfApi: { apiKey: sandbox.accounts[0].apiKey, baseUrl: sandbox.url } },
	});
	const items = (await variants(WAITING)).map((content, n) => ({
		binary: { data: { content, fileName: `${n}.pdf` } },
	}));
	const parameters = { operation: 'tag', options: { maxInFlight: 1_000 } };
	const running = await engine.start({ nodes: [{ type: 'tagPdf', parameters }], items });
	const submitted = async (count: number) => {
		await until({ what: `${count} are submitted` }, () => sandbox.jobs.length >= count);
	};
	// The first requests load code, which is not part of a document's memory.
	await submitted(BEFORE);
	const before = await used();
	await submitted(WAITING);
	const grown = (await used()) - before;
	running.stop();
	await running.finished;
	await engine.close();
	await sandbox.close();
	console.log(Math.round(grown / (WAITING - BEFORE)));
	// Leftover timers would keep the process alive for a minute or two.
	process.exit();
}

void main();
