import { getDownloadLink } from '../../../../../nodes/TagPdf/resources/job/getDownloadLink';
import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { openJob } from './fixture';

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
	expect(await errorOf(() => getDownloadLink.execute(stopped))).toMatchObject({ code: 'STOPPED' });
	expect(service.asked).toEqual(['GET /v1/jobs/job_7']);
});
