import { get } from '../../../../../nodes/TagPdf/resources/job/get';
import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { down, openJob } from './fixture';

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
