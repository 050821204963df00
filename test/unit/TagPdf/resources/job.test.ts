import { getRateGate } from '../../../../nodes/client/retry';
import type { Job } from '../../../../nodes/client/service';
import { Watcher } from '../../../../nodes/client/waiting';
import { getCompletedJob, jobOperations } from '../../../../nodes/TagPdf/resources/job';
import { errorOf } from '../../support/errorOf';
import { jobOf, TAGGED } from '../../support/fakeService';
import { failureOf } from '../../support/failureOf';
import { onVirtualTime } from '../../support/onVirtualTime';
import { down, openJob } from './openJob';

const { download, get, getDownloadLink, wait } = jobOperations;

describe('getCompletedJob', () => {
	const openAt = async (status: 'processing' | 'completed' | 'failed') => {
		const { service, item } = await openJob();
		service.jobs.set('job_7', jobOf('job_7', { status }));
		return item;
	};

	test('returns the job of the item', async () => {
		expect(await getCompletedJob(await openAt('completed'))).toEqual(jobOf('job_7'));
	});

	test.each([
		['processing', 'NOT_COMPLETED'],
		['failed', 'JOB_FAILED'],
	] as const)('one that is %s exists and is refused', async (status, code) => {
		expect(await failureOf(getCompletedJob(await openAt(status)))).toMatchObject({
			code,
			facts: { jobId: 'job_7', jobExists: true },
		});
	});

	test('sends nothing once the item is stopped', async () => {
		const { service, item } = await openJob();
		const stopped = { ...item, signal: AbortSignal.abort() };
		expect(await failureOf(getCompletedJob(stopped))).toMatchObject({ code: 'STOPPED' });
		expect(service.asked).toEqual([]);
	});
});

describe('get', () => {
	test.each(['processing', 'completed', 'failed'] as const)(
		'returns a job that is %s unchanged',
		async (status) => {
			const { service, item } = await openJob();
			service.jobs.set('job_7', jobOf('job_7', { status }));
			expect(await get.execute(item)).toEqual([{ json: jobOf('job_7', { status }) }]);
			expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
		},
	);

	test('does not claim that a typed ID is a job while the service is down', async () => {
		const { service, item } = await openJob({ jobId: 'typo' });
		down(service);
		const { code, description } = await errorOf(() => get.execute(item));
		expect(code).toBe('UNREACHABLE');
		expect(description).toBe('Job operations are free. Try again later.');
	});

	test('sends nothing once the item is stopped', async () => {
		const { service, item } = await openJob();
		const stopped = { ...item, signal: AbortSignal.abort() };
		expect(await errorOf(() => get.execute(stopped))).toMatchObject({ code: 'STOPPED' });
		expect(service.asked).toEqual([]);
	});
});

describe('wait', () => {
	test('returns the completed job', async () => {
		const { service, item } = await openJob();
		service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
		service.instead = () => {
			if (service.asked.length === 2) service.jobs.set('job_7', jobOf('job_7'));
			return undefined;
		};
		expect(await wait.execute(item)).toEqual([{ json: jobOf('job_7') }]);
		expect(service.asked).toHaveLength(2);
	});

	test('a failed job fails the item', async () => {
		const { service, item } = await openJob();
		service.jobs.set('job_7', jobOf('job_7', { status: 'failed' }));
		expect(await errorOf(() => wait.execute(item))).toMatchObject({
			code: 'JOB_FAILED',
			message: 'The document could not be tagged',
		});
	});

	test('does not claim that a typed ID is a job while the service is down', async () => {
		const { service, item } = await openJob({ options: { waitTimeout: 1 } });
		down(service);
		expect((await errorOf(() => wait.execute(item))).description).toMatch(
			/^Job operations are free\. /,
		);
	});

	test('says that a known job is paid for when the service goes down', async () => {
		const { service, item } = await openJob({ options: { waitTimeout: 1 } });
		service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
		service.instead = () =>
			service.asked.length === 1 ? undefined : { statusCode: 503, body: '{}' };
		expect((await errorOf(() => wait.execute(item))).description).toMatch(
			/^Job job_7 is paid for\. /,
		);
	});

	test('refuses an invalid Wait Timeout before any request', async () => {
		const { service, item } = await openJob({ options: { waitTimeout: 0 } });
		expect(await errorOf(() => wait.execute(item))).toMatchObject({ code: 'INVALID_INPUT' });
		expect(service.asked).toEqual([]);
	});

	describe('on virtual time', () => {
		const open = async (waitTimeout: number) => {
			const { service, item } = await openJob({ options: { waitTimeout } });
			service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
			return { service, ...onVirtualTime(item) };
		};

		test('waits for a service that is down', async () => {
			const { clock, item, service } = await open(120);
			down(service);
			clock.after(80_000, () => {
				service.jobs.set('job_7', jobOf('job_7'));
				service.instead = () => undefined;
			});
			expect(await wait.execute(item)).toEqual([{ json: jobOf('job_7') }]);
		});

		test('waits for service and job within one Wait Timeout', async () => {
			const { clock, item, service } = await open(120);
			const began = clock.now();
			down(service);
			clock.after(40_000, () => {
				service.instead = () => undefined;
			});
			expect(await errorOf(() => wait.execute(item))).toMatchObject({ code: 'WAIT_TIMEOUT' });
			expect(clock.now() - began).toBe(120_000);
		});
	});

	describe('behind a rate limit that another execution has met', () => {
		const open = async (waitTimeout: number, heldMs: number) => {
			const { service, item: real } = await openJob({ options: { waitTimeout } });
			const { clock, item } = onVirtualTime(real);
			getRateGate(item.runtime.rateGateKey).holdUntil(clock.now() + heldMs);
			return { clock, item, service };
		};

		test('waits while the Wait Timeout lasts', async () => {
			const { clock, item, service } = await open(60, 12_000);
			const began = clock.now();
			service.jobs.set('job_7', jobOf('job_7'));
			expect(await wait.execute(item)).toEqual([{ json: jobOf('job_7') }]);
			expect(clock.now() - began).toBe(12_125);
		});

		test('does not wait longer, and does not claim that the job is missing', async () => {
			const { clock, item, service } = await open(2, 12_000);
			const began = clock.now();
			const error = await errorOf(() => wait.execute(item));
			expect(error).toMatchObject({
				code: 'RATE_LIMITED',
				message: 'Rate limit is used up',
			});
			expect(error.description).toContain('Wait 12 seconds');
			expect(error.description).toMatch(/^Job operations are free\. /);
			expect(clock.now() - began).toBeLessThanOrEqual(2_000);
			expect(service.asked).toEqual([]);
		});
	});

	test('ends when the item is stopped, while it asks and while it waits', async () => {
		const { service, item } = await openJob();
		service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
		const until = (signal: AbortSignal) => ({
			...item,
			signal,
			watcher: new Watcher(item.runtime, item.service, signal),
		});
		const stopped = until(AbortSignal.abort());
		expect(await errorOf(() => wait.execute(stopped))).toMatchObject({ code: 'STOPPED' });
		expect(service.asked).toEqual([]);

		const stop = new AbortController();
		service.instead = () => {
			stop.abort();
			return undefined;
		};
		expect(await errorOf(() => wait.execute(until(stop.signal)))).toMatchObject({
			code: 'STOPPED',
		});
		expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
	});
});

describe('download', () => {
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
});

describe('getDownloadLink', () => {
	const NOW = Date.UTC(2026, 0, 1);
	const result = { result_url: 'https://storage.example.com/result', expires_in: 90 };

	const linkOf = async (given: object) => {
		const { service, item } = await openJob();
		const date = jest.spyOn(Date, 'now').mockReturnValue(NOW);
		service.jobs.set('job_7', jobOf('job_7'));
		service.instead = (asked) => {
			if (!asked.endsWith('/result')) return undefined;
			date.mockReturnValue(NOW + 5_000);
			return { statusCode: 200, body: JSON.stringify(given) };
		};
		return await getDownloadLink.execute(item);
	};

	afterEach(() => jest.restoreAllMocks());

	test("returns the service's result with its expiry, counted from before the request", async () => {
		expect(await linkOf(result)).toEqual([
			{ json: { ...result, expires_at: '2026-01-01T00:01:30.000Z' } },
		]);
	});

	test.each([undefined, null, 'soon', '90', 1e300, -1e300, 8.64e12, Number.MAX_SAFE_INTEGER])(
		'ignores the invalid expires_in %j',
		async (expires_in) => {
			expect((await linkOf({ ...result, expires_in }))[0]?.json.expires_at).toBeNull();
		},
	);

	test.each([
		['processing', 'NOT_COMPLETED'],
		['failed', 'JOB_FAILED'],
	] as const)('a job that is %s has no link', async (status, code) => {
		const { service, item } = await openJob();
		service.jobs.set('job_7', jobOf('job_7', { status }));
		expect(await errorOf(() => getDownloadLink.execute(item))).toMatchObject({ code });
		expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
	});

	test('sends nothing once the item is stopped', async () => {
		const { service, item } = await openJob();
		const stop = new AbortController();
		service.jobs.set('job_7', jobOf('job_7'));
		service.instead = () => {
			stop.abort();
			return undefined;
		};
		const stopped = { ...item, signal: stop.signal };
		expect(await errorOf(() => getDownloadLink.execute(stopped))).toMatchObject({
			code: 'STOPPED',
		});
		expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
	});
});
