import { closedBy } from '../../closing';
import { finishedExecutions, listExecutions } from '../../host/harness/rest/executions';
import { openSetup, type Setup } from '../../host/harness/setup';
import { until } from '../../host/harness/until';
import { present } from '../../present';
import { startS3, type S3 } from '../servers/s3';
import {
	failingDocuments,
	fillBucket,
	findMisfiled,
	findWrongCharges,
	makeLibrary,
	noteOf,
	readNote,
} from './documents';
import { HEADER, setUpLibrary, type LibraryWorkflows } from './workflows';
import { fetchAlone } from '../../host/harness/fetchAlone';

const files = makeLibrary(20);
const failing = failingDocuments(files);
const broken = 'originals/3/file 3.pdf';

let setup: Setup;
let s3: S3;
let library: LibraryWorkflows;
const closing = closedBy(afterAll);
beforeAll(async () => {
	s3 = closing(await startS3());
	setup = closing(await openSetup({ sandbox: { fails: (sha256) => failing.has(sha256) } }));
	await fillBucket(s3, files);
	await s3.put('originals/readme.txt', Buffer.from('not for this workflow'));
	library = await setUpLibrary(setup, setup.n8n, s3, 100);
});

/** Number of entries and notes. */
const results = async () =>
	(await s3.keys()).filter((key) => /^(?:done|failed)\//.test(key)).length;
/** Hands out again if something was left for the next hour, as it may be on a busy machine. */
const handOutUntil = async (what: string, isSo: () => Promise<boolean>) => {
	for (let hour = 1; hour < 5; hour += 1) {
		await library.handOut();
		const waiting = until({ what, within: 30_000, every: 500 }, isSo);
		if (await waiting.catch(() => false)) return;
		console.log(`Hour ${hour} is over, and it is not so that ${what}`);
	}
	throw new Error(`Not in four hours: ${what}`);
};

test('nobody starts a batch without the header', async () => {
	const send = async (headers: Record<string, string>) =>
		(await fetchAlone(library.batchUrl, { method: 'POST', headers })).status;
	expect(await send({})).toBe(403);
	expect(await send({ [HEADER.name]: 'something else' })).toBe(403);
});

test('each file gets a copy or a note, and a second run costs nothing', async () => {
	await handOutUntil('all files are done', async () => (await results()) === files.length);
	await s3.remove('originals/readme.txt');
	expect(await findMisfiled(s3, files)).toEqual([]);
	expect(findWrongCharges(setup.sandbox, files)).toEqual([]);
	expect(await readNote(s3, present(files[3]))).toMatchObject({
		file: broken,
		code: 'JOB_FAILED',
		job: setup.sandbox.jobs.find(({ status }) => status === 'failed')?.id,
	});
});

test('a copy that the bucket refuses is an error of the run, and comes again free of charge', async () => {
	const copy = 'tagged/1/file 1.pdf';
	const changed = Buffer.concat([present(files[1]).content, Buffer.from('\n%mended\n')]);
	await s3.put('originals/1/file 1.pdf', changed);
	s3.refuse((method, key) => method === 'PUT' && key === copy);
	await library.handOut();
	const { session } = setup;
	await until({ what: 'a batch ends with an error' }, async () =>
		(await listExecutions(session, library.batch.id)).some(({ status }) => status === 'error'),
	);
	const stopped = (await finishedExecutions(session, library.batch.id)).find(
		({ status }) => status === 'error',
	);
	expect(stopped?.data.resultData.error?.message).toContain(copy);
	s3.refuse(() => false);
	const jobs = setup.sandbox.jobs.length;
	await handOutUntil('the copy is there', async () => (await s3.get(copy)).includes('%mended'));
	expect(setup.sandbox.jobs).toHaveLength(jobs);
});

test('only new and changed files, and those whose note was deleted, are handed out again', async () => {
	const jobs = setup.sandbox.jobs.length;
	await library.handOut();
	const { content } = present(files[0]);
	const changed = Buffer.concat([content, Buffer.from('\n%changed\n')]);
	await s3.put('originals/0/file 0.pdf', changed);
	const note = noteOf(present(files[3]));
	await s3.remove(note);
	await handOutUntil('both are done', async () => {
		const copy = await s3.get('tagged/0/file 0.pdf');
		return copy.includes('%changed') && (await s3.keys()).includes(note);
	});
	// The failed job is the file's job, and nobody pays for another one unless Max Jobs per Document is raised.
	expect(setup.sandbox.jobs).toHaveLength(jobs + 1);
});
