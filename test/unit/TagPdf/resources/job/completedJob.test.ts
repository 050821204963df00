import { getCompletedJob } from '../../../../../nodes/TagPdf/resources/job/completedJob';
import { jobOf } from '../../../support/fakeService';
import { failureOf } from '../../../support/failureOf';
import { openJob } from './fixture';

const open = async (status: 'processing' | 'completed' | 'failed') => {
	const { service, item } = await openJob();
	service.jobs.set('job_7', jobOf('job_7', { status }));
	return item;
};

test('returns the job of the item', async () => {
	expect(await getCompletedJob(await open('completed'))).toEqual(jobOf('job_7'));
});

test.each([
	['processing', 'NOT_COMPLETED'],
	['failed', 'JOB_FAILED'],
] as const)('one that is %s exists and is refused', async (status, code) => {
	expect(await failureOf(getCompletedJob(await open(status)))).toMatchObject({
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
