import { createTaggedItem, waitForCompletion } from '../../../nodes/TagPdf/taggedItem';
import { errorOf } from '../support/errorOf';
import { FakeExecution, type FakeSetup } from '../support/fakeExecution';
import { FakeService, jobOf, TAGGED } from '../support/fakeService';
import { itemOf } from '../support/itemOf';
import { onVirtualTime } from '../support/onVirtualTime';

const open = async (setup: FakeSetup = {}) => {
	const service = new FakeService();
	const fake = new FakeExecution({ answer: service.answer, ...setup });
	return { service, fake, item: await itemOf(fake) };
};
const output = {
	binaryField: 'pdf',
	maxBytes: 1_000_000,
	chooseFileName: (name: string | null) => `${name ?? 'none'}!`,
};

describe('completed', () => {
	test('does not poll a completed job', async () => {
		const { service, item } = await open();
		const job = jobOf('job_1');
		expect(await waitForCompletion(item, job, Date.now() + 1_000)).toBe(job);
		expect(service.asked).toEqual([]);
	});

	test('polls until the job is completed, and reports every state', async () => {
		const { service, item } = await open();
		service.jobs.set('job_1', jobOf('job_1'));
		const seen: string[] = [];
		const watched = {
			...item,
			recordJob: ({ status }: { status: string }) => void seen.push(status),
		};
		const job = await waitForCompletion(
			watched,
			jobOf('job_1', { status: 'processing' }),
			Date.now() + 10_000,
		);
		expect(job.status).toBe('completed');
		expect(seen).toEqual(['processing', 'completed']);
		expect(service.asked).toEqual(['GET /v1/jobs/job_1']);
	});

	test('waits no longer than the deadline', async () => {
		const { item } = await open();
		expect(
			await errorOf(() => waitForCompletion(item, jobOf('job_1', { status: 'processing' }), 0)),
		).toMatchObject({ code: 'WAIT_TIMEOUT' });
	});

	test('stops when the item is stopped', async () => {
		const { item } = await open({ signal: AbortSignal.abort() });
		expect(
			await errorOf(() =>
				waitForCompletion(item, jobOf('job_1', { status: 'processing' }), Date.now() + 60_000),
			),
		).toMatchObject({ code: 'STOPPED' });
	});
});

describe('createTaggedItem', () => {
	test("returns the job and the tagged PDF's name as JSON, and the PDF in the output field", async () => {
		const { service, fake, item } = await open();
		const job = jobOf('job_1');
		service.jobs.set('job_1', job);
		const tagged = await createTaggedItem(item, job, 'report.pdf', output);
		expect(tagged.json).toEqual({ ...job, tagged_filename: 'report.pdf!' });
		expect(Object.keys(tagged.binary ?? {})).toEqual(['pdf']);
		expect(fake.saved).toEqual([
			{ content: TAGGED, fileName: 'report.pdf!', mimeType: 'application/pdf' },
		]);
	});

	test('waits for a late result until the deadline', async () => {
		const { service, fake, item: inTime } = await open();
		const { clock, item } = onVirtualTime(inTime);
		service.jobs.set('job_1', jobOf('job_1'));
		service.instead = () => ({ statusCode: 503, body: '{}' });
		clock.after(80_000, () => {
			service.instead = () => undefined;
		});
		const tagged = async (retryUntil?: number) =>
			await createTaggedItem(item, jobOf('job_1'), null, output, retryUntil);
		expect(await errorOf(tagged)).toMatchObject({ code: 'UNREACHABLE' });
		expect(fake.saved).toEqual([]);
		await tagged(clock.now() + 120_000);
		expect(fake.saved.map(({ content }) => content)).toEqual([TAGGED]);
	});

	test('refuses a PDF over the size limit', async () => {
		const { service, item } = await open();
		service.jobs.set('job_1', jobOf('job_1'));
		const small = { ...output, maxBytes: TAGGED.length - 1 };
		expect(await errorOf(() => createTaggedItem(item, jobOf('job_1'), null, small))).toMatchObject({
			code: 'TOO_LARGE',
		});
	});

	test('does not download for an item that is stopped', async () => {
		const { service, item } = await open();
		const stopped = { ...item, signal: AbortSignal.abort() };
		expect(
			await errorOf(() => createTaggedItem(stopped, jobOf('job_1'), null, output)),
		).toMatchObject({
			code: 'STOPPED',
			description: expect.stringContaining('job_1') as string,
		});
		expect(service.asked).toEqual([]);
	});
});
