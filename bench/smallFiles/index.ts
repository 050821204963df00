import { writeVariants } from '../../test/host/harness/documents';
import type { Setup } from '../../test/host/harness/setup';
import { runBareNode, runInEngine, runScript, type Batch } from '../batch/run';
import { httpRequestJob, tagPdfJob, type Job } from '../contestants/inN8n';
import { cleanUp, openPlace } from '../contestants/place';
import { type Bench, makeRow, type Round, type Run, runInTurns } from '../outcome';

const ROUNDS = 3;
const DOCUMENTS = 1_000;
const BYTES = 100_000;
const SERVICE = { parallelJobs: 10_000, processingMs: 100 };
/** As many as the node has. */
const CONNECTIONS = 10;
/** The jobs are done by then. */
const WAIT_SECONDS = 1;
const UNITS = { time: 's', delivered: '' };
type Name =
	| 'script'
	| 'script, 10 connections'
	| "bare node in n8n's engine"
	| "Tag PDF in n8n's engine"
	| 'Tag PDF'
	| 'HTTP Request';

/** Small files in large numbers, as mailboxes have them. */
export const smallFiles: Bench = {
	title: 'Small files',
	about: `Small files in large numbers, as mailboxes send them. The _script_ has no limits; the other one has as many connections
as the node. The _bare node_ only makes the requests, with n8n's own functions, so it shows what n8n costs. _Tag PDF in
n8n's engine_ also checks each document and redacts the answers. _Tag PDF_ and _HTTP Request_ run in a real n8n, which
reads the files from the disk first.`,
	async run({ matching, quick }, done) {
		const name = '1,000 × 100 kB, jobs of 0.1 s';
		if (quick || !name.includes(matching)) return;
		const setup = await openPlace(SERVICE);
		try {
			const pattern = await writeVariants(setup.documents, DOCUMENTS, BYTES);
			const tagPdf = await tagPdfJob(setup, pattern);
			const http = await httpRequestJob(setup, pattern, { waitSeconds: WAIT_SECONDS });
			const batch: Batch = { documents: DOCUMENTS, bytes: BYTES, service: SERVICE };
			const contestants: Record<Name, () => Promise<Run>> = {
				script: async () => figuresOf(await runScript(batch)),
				'script, 10 connections': async () =>
					figuresOf(await runScript({ ...batch, connections: CONNECTIONS })),
				"bare node in n8n's engine": async () => figuresOf(await runBareNode(batch)),
				"Tag PDF in n8n's engine": async () => figuresOf(await runInEngine(batch)),
				'Tag PDF': async () => await runInN8n(setup, tagPdf),
				'HTTP Request': async () => await runInN8n(setup, http),
			};
			const rounds = await runInTurns(contestants, ROUNDS);
			done(
				makeRow<Name>(name, rounds, UNITS, [
					{
						what: 'delivered, Tag PDF',
						atLeast: DOCUMENTS,
						of: (round) => round['Tag PDF'].delivered ?? NaN,
					},
					timeBound("Tag PDF in n8n's engine", 'script', 1.2),
					timeBound("Tag PDF in n8n's engine", "bare node in n8n's engine", 1.2),
					timeBound('Tag PDF', 'HTTP Request', 1),
				]),
			);
		} finally {
			await setup.close();
		}
	},
};

/** The time of one contestant is at most this multiple of another one's. */
const timeBound = (name: Name, other: Name, atMost: number) => ({
	what: `time, ${name} / ${other}`,
	atMost,
	of: (round: Round<Name>) => (round[name].time ?? NaN) / (round[other].time ?? NaN),
});

const figuresOf = ({ ms, delivered }: { ms: number; delivered: number }): Run => ({
	time: ms / 1_000,
	delivered,
});

async function runInN8n(setup: Setup, job: Job): Promise<Run> {
	const figures = figuresOf(await job());
	await cleanUp(setup);
	return figures;
}
