import { wait } from '../../../../../nodes/TagPdf/resources/job/wait';
import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { down, openJob } from './bench';

test('gives the job once it is completed', async () => {
	const { service, item } = await openJob();
	service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
	service.instead = () => {
		if (service.asked.length === 2) service.jobs.set('job_7', jobOf('job_7'));
		return undefined;
	};
	expect(await wait.execute(item)).toEqual([{ json: jobOf('job_7') }]);
	expect(service.asked).toHaveLength(2);
});

test('a job that failed is an item that fails', async () => {
	const { service, item } = await openJob();
	service.jobs.set('job_7', jobOf('job_7', { status: 'failed' }));
	expect(await errorOf(() => wait.execute(item))).toMatchObject({
		code: 'JOB_FAILED',
		message: 'The service could not tag the document (job job_7)',
	});
});

test('an ID that somebody typed is not said to be a job while the service is down', async () => {
	const { service, item } = await openJob({ options: { waitTimeout: 1 } });
	down(service);
	expect((await errorOf(() => wait.execute(item))).description).toMatch(
		/Whether job job_7 exists could not be checked\.$/,
	);
});

test('a job that was seen once is said to be paid for when the service goes down', async () => {
	const { service, item } = await openJob({ options: { waitTimeout: 1 } });
	service.jobs.set('job_7', jobOf('job_7', { status: 'processing' }));
	service.instead = () =>
		service.asked.length === 1 ? undefined : { statusCode: 503, body: '{}' };
	expect((await errorOf(() => wait.execute(item))).description).toMatch(
		/Job job_7 exists and is paid for/,
	);
});

test('a Wait Timeout that cannot be used is told before anything is asked', async () => {
	const { service, item } = await openJob({ options: { waitTimeout: 0 } });
	expect(await errorOf(() => wait.execute(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});
