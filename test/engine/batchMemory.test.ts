import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { openSetup, pdf, tagPdf, type Setup } from './setup';

let setup: Setup;
afterEach(async () => await setup.close());

// In a file of its own: what other tests leave behind would count as well.
test('a document that waits takes less than 20 kB', async () => {
	const BEFORE = 100;
	const WAITING = 500;
	setup = await openSetup({
		binaryMode: 'filesystem',
		parallelJobs: 1_000,
		processingMs: 3_600_000,
		credits: WAITING,
		// What the sandbox remembers of each is not the node's.
		kept: { requests: 10, jobs: 1_000, uploads: 10, ledgerEntries: 1_000, deliveries: 10 },
	});
	const { engine, sandbox } = setup;
	const base = await pdf('waiting');
	const documents = Array.from({ length: WAITING }, (_, n) => ({
		binary: {
			data: {
				content: Buffer.concat([base, Buffer.from(`\n%${n}\n`)]),
				fileName: `${n}.pdf`,
			},
		},
	}));
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	/** Bytes in use once streams and sockets that have ended are gone, which takes turns of the loop. */
	const used = async () => {
		for (let turn = 0; turn < 20; turn += 1) {
			await new Promise(setImmediate);
			collectGarbage();
		}
		return process.memoryUsage().heapUsed + process.memoryUsage().external;
	};
	const running = await engine.start({
		nodes: tagPdf({ options: { maxInFlight: 1_000 } }),
		items: documents,
	});
	// What is loaded with the first requests is no document's.
	await sandbox.requestAnswered('submitJob', BEFORE);
	const before = await used();
	await sandbox.requestAnswered('submitJob', WAITING);
	const grown = (await used()) - before;
	running.stop();
	await running.finished;
	process.stdout.write(`${Math.round(grown / (WAITING - BEFORE))} bytes for each that waits\n`);
	expect(grown / (WAITING - BEFORE)).toBeLessThan(20_000);
}, 120_000);
