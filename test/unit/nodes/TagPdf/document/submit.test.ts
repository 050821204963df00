import { FakeService, jobOf } from '../../../support/fakeService';
import { MINE, runDocument as run, SUBMITTED } from '../../../support/runDocument';

test('Submit uploads, submits and returns the job without waiting', async () => {
	const service = new FakeService();
	service.status = 'processing';
	const { output } = await run('submit', {}, { service });
	expect(output).toEqual({
		json: { ...jobOf('job_1', { status: 'processing' }), ...MINE },
		pairedItem: { item: 0 },
	});
	// Without a date nobody knows whether the service has repeated an old answer.
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1']);
});

test('Submit returns an earlier job as it is now, and asks for no state of a new one', async () => {
	const service = new FakeService();
	service.date = '2026-03-01T08:00:00Z';
	service.status = 'processing';
	await run('submit', {}, { service });
	expect(service.asked).toEqual(SUBMITTED);
	service.date = '2026-03-02T08:00:00Z';
	const first = service.jobs.get('job_1');
	service.instead = (asked) =>
		asked === 'GET /v1/jobs/job_1'
			? { statusCode: 200, body: JSON.stringify({ ...first, status: 'completed' }) }
			: undefined;
	const { output } = await run('submit', {}, { service, executionId: 'execution_2' });
	expect(output.json).toMatchObject({ id: 'job_1', status: 'completed', paid_before: true });
	service.instead = (asked) => (asked === 'GET /v1/jobs/job_1' ? { statusCode: 401 } : undefined);
	const again = await run('submit', {}, { service, executionId: 'execution_3' });
	expect(again.output.json).toMatchObject({ id: 'job_1', status: 'processing' });
});
