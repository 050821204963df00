import type { Job } from '../../../../../nodes/client/service';
import { download } from '../../../../../nodes/TagPdf/resources/job/download';
import { errorOf } from '../../../support/errorOf';
import { jobOf, TAGGED } from '../../../support/fakeService';
import { down, openJob } from './fixture';

test('returns the tagged PDF of a completed job, named after its document', async () => {
	const { service, fake, item } = await openJob({ outputBinaryField: ' pdf ' });
	service.jobs.set('job_7', jobOf('job_7'));
	const [output] = await download.execute(item);
	expect(output?.json).toEqual({ ...jobOf('job_7'), tagged_filename: 'report-tagged.pdf' });
	expect(Object.keys(output?.binary ?? {})).toEqual(['pdf']);
	expect(fake.saved).toEqual([
		{ content: TAGGED, fileName: 'report-tagged.pdf', mimeType: 'application/pdf' },
	]);
});

test.each([
	[null, {}, 'document-tagged.pdf'],
	['report.pdf', { taggedFileName: 'mine.pdf' }, 'mine.pdf'],
])('the document %j with %j is named %s', async (filename, options, name) => {
	const { service, fake, item } = await openJob({ options });
	service.jobs.set('job_7', jobOf('job_7', { filename }));
	await download.execute(item);
	expect(fake.saved[0]?.fileName).toBe(name);
});

test.each([
	['processing', 'NOT_COMPLETED'],
	['failed', 'JOB_FAILED'],
] as const)('a job that is %s has no result', async (status, code) => {
	const { service, item } = await openJob();
	service.jobs.set('job_7', jobOf('job_7', { status }));
	const error = await errorOf(() => download.execute(item));
	expect(error.code).toBe(code);
	expect(error.description).not.toContain('Nothing was charged');
	expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
});

test('does not claim that a typed ID is a job while the service is down', async () => {
	const { service, item } = await openJob();
	down(service);
	expect((await errorOf(() => download.execute(item))).description).toMatch(
		/^Job operations are free\. /,
	);
});

test('refuses an invalid output field before any request', async () => {
	const { service, item } = await openJob({ outputBinaryField: ' ' });
	expect(await errorOf(() => download.execute(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});

test('keeps the chosen input data', async () => {
	const { service, item } = await openJob({ options: { keepSource: 'json' } });
	service.jobs.set('job_7', jobOf('job_7'));
	const [output] = await download.execute(item);
	expect(output?.json).toEqual({
		job: { ...jobOf('job_7'), tagged_filename: 'report-tagged.pdf' },
	});
});

test('names the document of a job that has no result yet', async () => {
	const { service, item } = await openJob();
	service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
	const seen: Job[] = [];
	const watched = { ...item, recordJob: (job: Job) => void seen.push(job) };
	await errorOf(() => download.execute(watched));
	expect(seen).toMatchObject([{ id: 'job_7', status: 'processing' }]);
});
