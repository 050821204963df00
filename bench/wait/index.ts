import { writeVariants } from '../../test/host/harness/documents';
import type { Setup } from '../../test/host/harness/setup';
import { delivered, httpRequestJob, tagPdfJob, type Job } from '../contestants/inN8n';
import { cleanUp, openPlace } from '../contestants/place';
import { summarizeRequests } from '../contestants/seen';
import { type Bench, makeRow, type Run, runInTurns } from '../outcome';

const ROUNDS = 3;
/** Seconds that the service needs for a document. */
const SECONDS = [1, 7, 22];
/** As in n8n's templates. */
const WAIT_SECONDS = 5;
const DELAY = 'found late by';
const UNITS = { [DELAY]: 's', time: 's', polls: '' };

/** Delay until a document's result is found, compared with a Wait loop. */
export const wait: Bench = {
	title: 'One document',
	about: `One document, compared with a Wait loop of 5 seconds, as n8n's templates have it.`,
	async run({ matching, quick }, done) {
		for (const seconds of quick ? [] : SECONDS) {
			const name = `1 × ${seconds} s`;
			if (!name.includes(matching)) continue;
			const setup = await openPlace({ processingMs: seconds * 1_000 });
			try {
				const path = await writeVariants(setup.documents, 1);
				const tagPdf = await tagPdfJob(setup, path);
				const http = await httpRequestJob(setup, path, { waitSeconds: WAIT_SECONDS });
				const contestants = {
					'Tag PDF': async () => await run(setup, tagPdf),
					'HTTP Request': async () => await run(setup, http),
				};
				const rounds = await runInTurns(contestants, ROUNDS);
				const of = (what: string) => (round: Record<'Tag PDF', Run>) =>
					round['Tag PDF'][what] ?? NaN;
				const bounds = [
					// A pause is a tenth of the wait, and the poll after it takes its time, too.
					{
						what: `${DELAY}, Tag PDF`,
						unit: 's',
						atMost: Math.max(0.3, seconds / 6),
						of: of(DELAY),
					},
					{ what: 'polls, Tag PDF', atMost: 45, of: of('polls') },
				];
				done(makeRow(name, rounds, UNITS, bounds));
			} finally {
				await setup.close();
			}
		}
	},
};

async function run(setup: Setup, job: Job): Promise<Run> {
	const ms = await delivered(job);
	const { delays, polls } = summarizeRequests(setup.sandbox);
	await cleanUp(setup);
	return { [DELAY]: (delays[0] ?? NaN) / 1_000, time: ms / 1_000, polls };
}
