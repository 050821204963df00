import { setTimeout as sleep } from 'node:timers/promises';
import type { Setup } from '../../test/host/harness/setup';
import { bareScript } from '../contestants/bareScript';
import { cleanUp, openPlace, writeDocument } from '../contestants/place';
import { delivered, httpRequestJob, tagPdfJob, type Job } from '../contestants/inN8n';
import { forgetPeak, residentMb } from '../contestants/resident';
import type { Bench } from '../outcome/bench';
import { inTurns, type Run } from '../outcome/rounds';
import { rowOf } from '../outcome/row';

const ROUNDS = 3;
/**
 * Documents before the one that is measured. The first 32 MB that pass through any Node process stay with it: V8
 * collects young buffers no sooner.
 */
const WARM_UPS = 5;
const WARM_UP_MB = 16;
/** From the last of them to idle. */
const SETTLED_MS = 1_000;
const SIZES = [
	{ name: '16 MB', mb: 16, quick: true },
	{ name: '256 MB', mb: 256, quick: true },
	{ name: '1 GB', mb: 1_024, quick: false },
	{ name: '2 GB', mb: 2_047, quick: false },
];
const MEMORY = 'memory over idle';
const BOUND = { what: `${MEMORY}, Tag PDF`, unit: 'MB', atMost: 48 };

/** Peak memory over idle while one document goes there and back. */
export const memory: Bench = {
	charts: [{ title: 'Memory over idle while one document is tagged', what: MEMORY }],
	async run({ matching, quick }, done) {
		const sizes = SIZES.filter((size) => size.name.includes(matching) && (size.quick || !quick));
		if (sizes.length === 0) return;
		const setup = await openPlace();
		try {
			const warmUp = await writeDocument(setup, WARM_UP_MB);
			for (const { name, mb } of sizes) {
				const paths = [warmUp, await writeDocument(setup, mb)];
				const tagPdf = await inPairs(paths, async (path) => await tagPdfJob(setup, path));
				const options = { waitSeconds: 1 };
				const http = await inPairs(
					paths,
					async (path) => await httpRequestJob(setup, path, options),
				);
				const contestants = {
					'Tag PDF': async () => await inFreshN8n(setup, tagPdf),
					'HTTP Request': async () => await inFreshN8n(setup, http),
					script: async () => {
						const runs = await bareScript(setup.sandbox, paths);
						await cleanUp(setup);
						return { [MEMORY]: runs.at(-1)?.memory ?? NaN };
					},
				};
				const rounds = await inTurns(contestants, ROUNDS);
				const of = (round: Record<'Tag PDF', Run>) => round['Tag PDF'][MEMORY] ?? NaN;
				done(rowOf(name, rounds, { [MEMORY]: 'MB' }, [{ ...BOUND, of }]));
			}
		} finally {
			await setup.close();
		}
	},
};

async function inPairs<T>(
	[warmUp = '', path = '']: readonly string[],
	make: (path: string) => Promise<T>,
): Promise<[T, T]> {
	return [await make(warmUp), await make(path)];
}

/** What was loaded, or grown, by another contestant is none of this one's. */
async function inFreshN8n(setup: Setup, [warmUp, job]: readonly [Job, Job]): Promise<Run> {
	await setup.n8n.stop();
	await setup.restart();
	for (let run = 0; run < WARM_UPS; run += 1) await delivered(warmUp);
	await sleep(SETTLED_MS);
	const { pid } = setup.n8n;
	const { now: idle } = residentMb(pid);
	forgetPeak(pid);
	await delivered(job);
	const { peak } = residentMb(pid);
	await cleanUp(setup);
	return { [MEMORY]: peak - idle };
}
