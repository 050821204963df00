import execa from 'execa';
import type { Setup } from '../../test/host/harness/setup';
import { bareScript } from '../contestants/bareScript';
import { copyJob, delivered, httpRequestJob, tagPdfJob, type Job } from '../contestants/inN8n';
import { cleanUp, openPlace, writeDocument } from '../contestants/place';
import { type Bench, makeRow, type Round, type Row, runInTurns } from '../outcome';

const ROUNDS = 3;
const SIZES = [
	{ name: '256 MB', mb: 256, quick: true },
	{ name: '1 GB', mb: 1_024, quick: false },
];
/** Contestants that are judged. */
type Name = 'Tag PDF' | 'script' | 'Read and Write Files';

const BOUND = {
	what: 'rate, Tag PDF / (script + Read and Write Files)',
	atLeast: 0.9,
	of: (round: Round<Name>) =>
		timeOf(round, 'script') / timeOf(round, 'Tag PDF') +
		timeOf(round, 'Read and Write Files') / timeOf(round, 'Tag PDF'),
};

function timeOf(round: Round<Name>, name: Name): number {
	return round[name].time ?? NaN;
}

/** One document there and back, compared with a script and with n8n's own copying in and out. */
export const throughput: Bench = {
	title: 'Throughput',
	about: `Each contestant uploads one document and downloads the result. _Read and Write Files_ only copies the document into n8n
and out again. The bound compares the time of _Tag PDF_ with the sum of the times of the other two.`,
	async run({ matching, quick }, done) {
		const sizes = SIZES.filter((size) => size.name.includes(matching) && (size.quick || !quick));
		if (sizes.length === 0) return;
		const setup = await openPlace();
		try {
			await measure(setup, { name: 'warm-up', mb: 16 }, 1, quick);
			for (const size of sizes) done(await measure(setup, size, ROUNDS, quick));
		} finally {
			await setup.close();
		}
	},
};

async function measure(
	setup: Setup,
	{ name, mb }: { name: string; mb: number },
	count: number,
	quick: boolean,
): Promise<Row> {
	const path = await writeDocument(setup, mb);
	const inN8n = (job: Job) => async () => await timed(setup, async () => await delivered(job));
	const contestants = {
		script: async () =>
			await timed(setup, async () => (await bareScript(setup.sandbox, [path]))[0]?.ms ?? NaN),
		'Read and Write Files': inN8n(await copyJob(setup, path)),
		'Tag PDF': inN8n(await tagPdfJob(setup, path)),
	};
	const http = { 'HTTP Request': inN8n(await httpRequestJob(setup, path, { waitSeconds: 1 })) };
	const rounds = await runInTurns<Name>({ ...contestants, ...(quick ? {} : http) }, count);
	return makeRow(name, rounds, { time: 's', rate: 'MB/s' }, [BOUND]);

	async function timed(place: Setup, work: () => Promise<number>) {
		// Flushes pending writes of the previous run, which would count as time of this run.
		await execa('sync');
		const seconds = (await work()) / 1_000;
		await cleanUp(place);
		return { time: seconds, rate: mb / seconds };
	}
}
