import { Readable } from 'node:stream';

import type { Job } from '../../../../../nodes/client/service';
import type { Submitter } from '../../../../../nodes/client/submission';
import { tag } from '../../../../../nodes/TagPdf/resources/document/tag';
import { errorOf } from '../../../support/errorOf';
import { jobOf, TAGGED } from '../../../support/fakeService';
import { itemOf } from '../../../support/itemOf';
import { onVirtualTime } from '../../../support/onVirtualTime';
import { openDocument, SUBMITTED } from './fixture';

test('uploads, submits, waits and downloads', async () => {
	const { service, fake, item } = await openDocument('tag');
	service.status = 'processing';
	service.instead = (asked) => {
		if (asked === 'GET /v1/jobs/job_1') service.jobs.set('job_1', jobOf('job_1'));
		return undefined;
	};
	const [output] = await tag.execute(item);
	expect(service.asked).toEqual([
		...SUBMITTED,
		'GET /v1/jobs/job_1',
		'GET /v1/jobs/job_1/result',
		'GET storage',
	]);
	expect(output?.json).toEqual({ ...jobOf('job_1'), tagged_filename: 'report-tagged.pdf' });
	expect(Object.keys(output?.binary ?? {})).toEqual(['data']);
	expect(fake.saved).toEqual([
		{ content: TAGGED, fileName: 'report-tagged.pdf', mimeType: 'application/pdf' },
	]);
});

test('keeps the chosen input data', async () => {
	const { item } = await openDocument('tag', { options: { keepSource: 'both' } });
	const [output] = await tag.execute(item);
	expect(output?.json).toEqual({
		job: { ...jobOf('job_1'), tagged_filename: 'report-tagged.pdf' },
	});
	expect(
		Object.entries(output?.binary ?? {}).map(([field, { fileName }]) => [field, fileName]),
	).toEqual([
		['data', 'report-tagged.pdf'],
		['data_source', 'report.pdf'],
	]);
});

test('tells an AI agent how to get the file', async () => {
	const { item } = await openDocument('tag', {}, { type: 'n8n-nodes-tag-pdf.tagPdfTool' });
	const [output] = await tag.execute(item);
	const { next, ...job } = output?.json ?? {};
	expect(job).toEqual({ ...jobOf('job_1'), tagged_filename: 'report-tagged.pdf' });
	expect(next).toContain('Job: Get Download Link');
});

test("names the result after the item's document, not after the job", async () => {
	const { service, fake, item } = await openDocument('tag');
	service.instead = (asked) =>
		asked === 'POST /v1/jobs'
			? { statusCode: 202, body: JSON.stringify(jobOf('job_1', { filename: 'other.pdf' })) }
			: undefined;
	service.jobs.set('job_1', jobOf('job_1'));
	await tag.execute(item);
	expect(fake.saved[0]?.fileName).toBe('report-tagged.pdf');
});

test.each([
	{ outputBinaryField: '' },
	{ options: { waitTimeout: 0 } },
	{ binaryPropertyName: 'other' },
	{ options: { taggedFileName: new Error('The expression fails') } },
	{ options: { keepSource: 'all' } },
])('refuses invalid options before anything is paid for: %j', async (parameters) => {
	const { service, item } = await openDocument('tag', parameters);
	await errorOf(() => tag.execute(item));
	expect(service.asked).toEqual([]);
});

test('a failed job fails the item', async () => {
	const { service, item } = await openDocument('tag');
	service.status = 'failed';
	expect(await errorOf(() => tag.execute(item))).toMatchObject({ code: 'JOB_FAILED' });
	expect(service.asked).toEqual(SUBMITTED);
});

test('a permanently refused result names the job', async () => {
	const { service, item } = await openDocument('tag', { options: { waitTimeout: 1 } });
	service.instead = (asked) =>
		asked.endsWith('/result') ? { statusCode: 409, body: '{}' } : undefined;
	const { code, description } = await errorOf(() => tag.execute(item));
	expect(code).toBe('NOT_COMPLETED');
	expect(description).toContain('Job job_1 is paid for');
});

describe('on virtual time', () => {
	/** An item whose submission takes an hour and leads to this job. */
	const open = async (job: Job) => {
		const { service, fake, item } = await openDocument('tag', { options: { waitTimeout: 120 } });
		const onClock = onVirtualTime(item);
		const { clock } = onClock;
		const patience: Array<number | undefined> = [];
		const getJob = async ({ retryUntil }: { retryUntil?: number }) => {
			patience.push(retryUntil);
			await clock.sleep(3_600_000);
			return { document: 'd', attempt: 1, job, isResumed: false };
		};
		service.jobs.set(job.id, job);
		const submitter = { getJob } as unknown as Submitter;
		return { clock, fake, patience, service, item: { ...onClock.item, submitter } };
	};

	test('polls the existing job of an item until the Wait Timeout', async () => {
		const { clock, item, patience } = await open(jobOf('job_1'));
		const began = clock.now();
		await tag.execute(item);
		expect(patience).toEqual([began + 120_000]);
	});

	test('the Wait Timeout starts again with the submission', async () => {
		const { clock, item } = await open(jobOf('job_1', { status: 'processing' }));
		const began = clock.now();
		expect(await errorOf(() => tag.execute(item))).toMatchObject({ code: 'WAIT_TIMEOUT' });
		expect(clock.now() - began).toBe(3_720_000);
	});

	test('waits for a late result', async () => {
		const { clock, fake, item, service } = await open(jobOf('job_1'));
		service.instead = (asked) =>
			asked.endsWith('/result') ? { statusCode: 503, body: '{}' } : undefined;
		clock.after(3_680_000, () => {
			service.instead = () => undefined;
		});
		await tag.execute(item);
		expect(fake.saved.map(({ content }) => content)).toEqual([TAGGED]);
	});
});

describe('a result that is gone', () => {
	const open = async (mayReplace: boolean) => {
		const { service, fake, item } = await openDocument('tag');
		const jobs = ['job_1', 'job_2'].map((id) => jobOf(id));
		for (const job of jobs) service.jobs.set(job.id, job);
		service.instead = (asked) =>
			asked === 'GET /v1/jobs/job_1/result'
				? { statusCode: 410, body: '{"error":{"type":"gone","message":"Gone"}}' }
				: undefined;
		const replaced: unknown[] = [];
		const submitter = {
			getJob: async () => {
				const job = jobs.shift();
				return await Promise.resolve({ document: job?.id, attempt: 1, job, isResumed: true });
			},
			abandon: async ({ document }: { document: string }, why: string) => {
				replaced.push([document, why]);
				return await Promise.resolve(mayReplace);
			},
		} as unknown as Submitter;
		return { fake, replaced, execute: async () => await tag.execute({ ...item, submitter }) };
	};

	test('is followed by another job', async () => {
		const { execute, fake, replaced } = await open(true);
		expect((await execute())[0]?.json).toMatchObject(jobOf('job_2'));
		expect(fake.saved).toHaveLength(1);
		expect(replaced).toEqual([['job_1', 'gone']]);
	});

	test('fails if the user allows only one job', async () => {
		const { execute, replaced } = await open(false);
		expect((await errorOf(execute)).description).toContain('job_1');
		expect(replaced).toEqual([['job_1', 'gone']]);
	});
});

test('a retry delivers the paid job of an expired URL, and the report explains why nothing is compared', async () => {
	const { service, item, fake } = await openDocument('tag', {
		source: 'url',
		url: 'https://example.com/a.pdf',
		options: { compareWithOriginal: 'warn' },
	});
	let expired = false;
	service.instead = (asked) => {
		if (asked === 'GET /v1/jobs/job_1' && !expired) return { statusCode: 401, body: '{}' };
		if (asked !== 'GET /a.pdf') return undefined;
		const body = Readable.from(expired ? [] : [Buffer.from('%PDF-1.7 a\n%%EOF')]);
		return { statusCode: expired ? 403 : 200, body };
	};
	service.status = 'processing';
	expect(await errorOf(() => tag.execute(item))).toMatchObject({ code: 'UNAUTHORIZED' });
	expired = true;
	service.jobs.set('job_1', jobOf('job_1'));
	const [output] = await tag.execute(await itemOf(fake));
	expect(Object.keys(output?.binary ?? {})).toEqual(['data']);
	expect(output?.json.report).toMatchObject({
		before: null,
		notCompared: expect.arrayContaining([
			{
				reason:
					'"a.pdf" could not be fetched: status 403 while fetching the document from its URL at example.com',
				fields: ['all'],
			},
		]),
	});
	expect(service.submissions).toHaveLength(1);
});

test('does not submit a document whose URL has expired, with or without a report', async () => {
	for (const report of [true, false]) {
		const { service, item } = await openDocument('tag', {
			source: 'url',
			url: 'https://example.com/a.pdf',
			options: { report },
		});
		service.instead = (asked) => (asked === 'GET /a.pdf' ? { statusCode: 403 } : undefined);
		expect(await errorOf(() => tag.execute(item))).toMatchObject({ code: 'SOURCE_UNAVAILABLE' });
		expect(service.submissions).toEqual([]);
	}
});
