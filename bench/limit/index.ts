import { writeVariants } from '../../test/host/harness/documents';
import type { Setup } from '../../test/host/harness/setup';
import { countDelivered } from '../batch/run';
import { httpRequestJob, tagPdfJob, type Job } from '../contestants/inN8n';
import { cleanUp, openPlace } from '../contestants/place';
import { summarizeRequests } from '../contestants/seen';
import { type Bench, makeRow, type Run, runInTurns } from '../outcome';

const ROUNDS = 2;
const DOCUMENTS = 15;
/** 20 calls in 10 seconds represent 120 in a minute. */
const RATE_LIMIT = { requests: 20, windowSeconds: 10 };
const PROCESSING_MS = 2_000;
/** Upload, submission, poll and result. */
const CALLS = 4;
const WAIT_SECONDS = 5;
const REFUSED = 429;
const UNITS = {
	time: 's',
	delivered: '',
	calls: '',
	'refused calls': '',
	'paid, not delivered': '',
};

/** Shortest time that the limit allows: all windows before the last one, which may be short. */
const LEAST_SECONDS =
	Math.floor((DOCUMENTS * CALLS - 1) / RATE_LIMIT.requests) * RATE_LIMIT.windowSeconds;

/** A batch against a service with a low rate limit. */
export const limit: Bench = {
	title: 'A service with a rate limit',
	about: `HTTP Request nodes stop at the first 429, unless a loop sends the documents one by one. A script without retries stops,
too.`,
	async run({ matching, quick }, done) {
		const name = `${DOCUMENTS} documents, 20 calls in 10 s`;
		if (quick || !name.includes(matching)) return;
		const service = { rateLimit: RATE_LIMIT, processingMs: PROCESSING_MS, parallelJobs: DOCUMENTS };
		const setup = await openPlace(service);
		try {
			const pattern = await writeVariants(setup.documents, DOCUMENTS);
			const http = { waitSeconds: WAIT_SECONDS };
			const tagPdf = await tagPdfJob(setup, pattern);
			const together = await httpRequestJob(setup, pattern, http);
			const oneByOne = await httpRequestJob(setup, pattern, { ...http, loop: true });
			const contestants = {
				'Tag PDF': async () => await run(setup, tagPdf),
				'HTTP Request': async () => await run(setup, together),
				'HTTP Request, Loop Over Items': async () => await run(setup, oneByOne),
				script: async () => await run(setup, async () => await inScript(setup)),
			};
			const rounds = await runInTurns(contestants, ROUNDS);
			const ours = (what: string) => (round: Record<'Tag PDF', Run>) =>
				round['Tag PDF'][what] ?? NaN;
			done(
				makeRow(name, rounds, UNITS, [
					{ what: 'delivered, Tag PDF', atLeast: DOCUMENTS, of: ours('delivered') },
					{
						what: 'time, Tag PDF / what the limit allows',
						atMost: 1.5,
						of: (round) => ours('time')(round) / LEAST_SECONDS,
					},
				]),
			);
		} finally {
			await setup.close();
		}
	},
};

async function inScript({ sandbox }: Setup): Promise<Awaited<ReturnType<Job>>> {
	const delivered = await countDelivered('script.ts', sandbox, { documents: DOCUMENTS });
	return { delivered, ms: summarizeRequests(sandbox).ms };
}

async function run(setup: Setup, job: Job): Promise<Run> {
	const { ms, delivered } = await job();
	const { jobs, requests } = setup.sandbox;
	const calls = requests.filter(({ path }) => path.startsWith('/v1/'));
	const figures = {
		time: ms / 1_000,
		delivered,
		calls: calls.length,
		'refused calls': calls.filter(({ status }) => status === REFUSED).length,
		'paid, not delivered': jobs.length - delivered,
	};
	await cleanUp(setup);
	return figures;
}
