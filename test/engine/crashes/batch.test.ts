import fc from 'fast-check';

import { readBinary } from '../../../engine';
import { items, jobIdOf, tagPdf } from '../setup';
import { READINGS } from './cell';
import { Process, type Call, type Moment } from './kill';
import type { World } from './run';
import { openWorld } from './world';

/** True when scripts/matrix.mjs runs the whole matrix. */
const IS_WHOLE = process.env.TAG_PDF_CRASH_MATRIX !== undefined;
const DOCUMENTS = IS_WHOLE ? 200 : 30;
/** Number of seeds for the random kills. */
const SEEDS = IS_WHOLE ? 5 : 1;
const CALLS: Call[] = ['store', 'submitJob', 'getJob', 'getResult', 'save'];

/** Kill moments of each run. Most are late enough that many requests are in flight. */
const kills: fc.Arbitrary<Moment[]> = fc.array(
	fc.record({
		call: fc.constantFrom(...CALLS),
		nth: fc.integer({ min: 1, max: DOCUMENTS / 2 }),
		when: fc.constantFrom('before' as const, 'after' as const),
	}),
	{ minLength: 3, maxLength: 6 },
);

/** Kills the batch once per moment and then runs it to the end. */
async function runBatch(world: World, texts: string[], moments: Moment[]) {
	const { engine } = world;
	const request = {
		id: 'batch',
		items: await items(...texts),
		nodes: tagPdf(
			{ options: { maxInFlight: 10, waitTimeout: 60 } },
			{ onError: 'continueRegularOutput' },
		),
	};
	for (const [run, moment] of moments.entries()) {
		const process = new Process(moment);
		world.processes.set(`killed ${run}`, process);
		const running = await engine.start({ ...request, executionId: `killed ${run}` });
		// A run that ends before its kill has delivered every document, so it is the last run.
		const ended = await Promise.race([process.killed, running.finished]);
		if (ended) return ended;
	}
	return await engine.run(request);
}

describe.each(READINGS)(`${DOCUMENTS} documents, repeats of a key: %s`, (reading) => {
	test.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
		'random kills (seed %d) charge each document once and lose no result',
		async (seed) => {
			const [moments = []] = fc.sample(kills, { seed, numRuns: 1 });
			const world = await openWorld({ idempotency: reading, parallelJobs: 4 });
			const { engine, sandbox } = world;
			const texts = Array.from({ length: DOCUMENTS }, (_, n) => `seed ${seed}, document ${n}`);
			const outputs = (await runBatch(world, texts, moments)).items();

			expect(outputs).toHaveLength(DOCUMENTS);
			const charged = sandbox.ledger.charges.map(({ sha256 }) => sha256);
			expect(new Set(charged).size).toBe(DOCUMENTS);
			expect(charged).toHaveLength(DOCUMENTS);

			const stuck = outputs.flatMap(({ json }) => (json.error ? [json.error] : []));
			for (const error of stuck) expect(error).toMatchObject({ code: 'CONFLICT' });
			expect(reading === 'conflict' || stuck.length === 0).toBe(true);
			// The error text tells the user to download by the ID of the earlier job.
			for (const [at, { json }] of outputs.entries()) {
				if (!json.error) continue;
				const job = sandbox.jobs.find(({ filename }) => filename === `${texts[at]}.pdf`);
				const download = await engine.run({
					nodes: tagPdf({ resource: 'job', operation: 'download', jobId: job?.id }),
				});
				expect(jobIdOf(download)).toBe(job?.id);
				const [item = { json: {} }] = download.items();
				expect((await readBinary(item)).length).toBeGreaterThan(0);
			}
			expect(sandbox.ledger.charges).toHaveLength(DOCUMENTS);
			await world.close();
		},
		5 * 60_000,
	);
});
