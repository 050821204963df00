/** Prints how many bytes a document takes that waits for its job. Node is to run it with --expose-gc. */
import { createEngine } from '../../engine';
import { startSandbox } from '../../sandbox';
import { variants } from '../../test/host/harness/documents';
import { until } from '../../test/host/harness/until';

const BEFORE = 100;
const WAITING = 500;

/** Bytes in use once streams and sockets that have ended are gone, which takes turns of the loop. */
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
		// What the sandbox remembers of each is not the node's.
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
	// What is loaded with the first requests is no document's.
	await submitted(BEFORE);
	const before = await used();
	await submitted(WAITING);
	const grown = (await used()) - before;
	running.stop();
	await running.finished;
	await engine.close();
	await sandbox.close();
	console.log(Math.round(grown / (WAITING - BEFORE)));
	// Timers of what was ended would keep the process for a minute or two.
	process.exit();
}

void main();
