import fc from 'fast-check';
import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import type { Execution, StartItem } from '../../engine';
import type { Fault, FaultOrder, SandboxOptions } from '../../sandbox';
import { isLongRun } from '../long';
import { present } from '../present';
import { item, openSetup, tagPdf } from './setup';

/** Documents of one run; every tenth repeats another document. */
const DOCUMENTS = isLongRun ? 200 : 50;
const DISTINCT = 0.9 * DOCUMENTS;
const SEED = 20_261_121;

const passing: fc.Arbitrary<Fault> = fc.oneof(
	fc.constantFrom<Fault>(
		{ reset: 'before' },
		{ reset: 'after' },
		{ stall: 'headers' },
		{ status: 500 },
		{ status: 502, body: 'html' },
		{ status: 503, retryAfter: 1 },
		{ status: 504, afterEffect: true },
	),
	fc.constant<Fault>({ delayMs: 30 }),
);
const inJson = fc.constantFrom<Fault>(
	{ malformedJson: true },
	{ missingField: 'id' },
	{ status: 429 },
	{ status: 429, retryAfter: 1 },
	{ truncate: 0.5 },
);
const inDownload = fc.constantFrom<Fault>({ truncate: 0.5 }, { expired: true }, { stall: 'body' });

const nth = fc.integer({ min: 1, max: DOCUMENTS });
const order: fc.Arbitrary<FaultOrder> = fc.oneof(
	fc.record({
		step: fc.constantFrom('createUpload', 'store', 'submitJob', 'getJob', 'getResult', 'download'),
		nth,
		// Some faults outlast the retries of a call, so that whole executions fail and are retried.
		times: fc.constantFrom(1, 1, 2, 40),
		fault: passing,
	}) as fc.Arbitrary<FaultOrder>,
	fc.record({
		step: fc.constantFrom('createUpload', 'submitJob', 'getJob', 'getResult'),
		nth,
		times: fc.constantFrom(1, 2),
		fault: inJson,
	}) as fc.Arbitrary<FaultOrder>,
	fc.record({ step: fc.constant('download'), nth, fault: inDownload }) as fc.Arbitrary<FaultOrder>,
);
const reading = fc.record({
	idempotency: fc.constantFrom<SandboxOptions['idempotency']>('first-job', 'conflict'),
	echoedOptions: fc.constantFrom<SandboxOptions['echoedOptions']>('all', 'as-sent', 'null'),
	nulls: fc.boolean(),
	refundFailedJobs: fc.boolean(),
	idFormat: fc.constantFrom<SandboxOptions['idFormat']>('prefixed', 'uuid', 'unusual'),
	errorTypes: fc.constantFrom<SandboxOptions['errorTypes']>('words', 'status', 'uniform'),
});

let documents: StartItem[];
beforeAll(async () => {
	const distinct = await Promise.all(
		Array.from({ length: DISTINCT }, async (_, n) => await item(`document ${n}`)),
	);
	documents = Array.from({ length: DOCUMENTS }, (_, n) => present(distinct[n % DISTINCT]));
});

/** Stalls longer than a pause of a busy machine, and so little patience that some executions fail. */
const LIMITS = {
	transfer: { apiTimeoutMs: 2_000, stallMs: 2_000 },
	retry: { firstContactMs: 100, outageMs: 100 },
};

/** Error details: the ID of each job, or the key of a submission without an answer. */
function readJobs({ error }: Execution): unknown[] {
	const { jobs } = (error as NodeOperationError).context.data as { jobs: IDataObject[] };
	return jobs.map(({ idempotency_key: key, job_id: id }) => id ?? key);
}

/** Maximum number of manual retries until all faults have occurred: each execution meets at least one. */
const MOST_RETRIES = 200;

test(`${DOCUMENTS} documents with random faults are charged once each, and no result is lost`, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(order, { minLength: 5, maxLength: 25 }),
			reading,
			async (orders, options) => {
				const { engine, sandbox, close } = await openSetup({
					...options,
					credits: 10_000,
					processingMs: 0,
					parallelJobs: 8,
					limits: LIMITS,
				});
				try {
					for (const each of orders) sandbox.faults.order(each);
					const nodes = tagPdf(
						{ options: { maxInFlight: 10 } },
						{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
					);
					let execution = await engine.run({ nodes, items: documents });
					for (let n = 0; n < MOST_RETRIES && execution.status !== 'success'; n += 1) {
						const told = readJobs(execution);
						for (const { idempotencyKey, jobId } of sandbox.ledger.charges) {
							expect(told.includes(jobId) || told.includes(idempotencyKey)).toBe(true);
						}
						execution = await engine.retry(execution);
					}
					expect(execution.error).toBeUndefined();
					const ids = execution.items().map(({ json }) => json.id);
					expect(ids).toHaveLength(DOCUMENTS);
					expect(execution.items().every(({ binary }) => binary?.data !== undefined)).toBe(true);

					const { charges } = sandbox.ledger;
					expect(charges).toHaveLength(DISTINCT);
					expect(new Set(charges.map(({ sha256 }) => sha256)).size).toBe(DISTINCT);
					expect(new Set(ids)).toEqual(new Set(charges.map(({ jobId }) => jobId)));
					expect(sandbox.violations).toEqual([]);
				} finally {
					await close();
				}
			},
		),
		{ seed: SEED, numRuns: 3, endOnFailure: true },
	);
}, 600_000);
