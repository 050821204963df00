import { getRateGate } from '../../../../../nodes/client/retry';
import { Watcher } from '../../../../../nodes/client/waiting';
import { wait } from '../../../../../nodes/TagPdf/resources/job/wait';
import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { onVirtualTime } from '../../../support/onVirtualTime';
import { down, openJob } from './fixture';

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
	expect(await errorOf(() => wait.execute(until(stop.signal)))).toMatchObject({ code: 'STOPPED' });
	expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
});
