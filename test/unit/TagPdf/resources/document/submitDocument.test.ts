import type { Submitter } from '../../../../../nodes/client/submission';
import { sourceOf } from '../../../../../nodes/TagPdf/parameters/source';
import { submitDocument } from '../../../../../nodes/TagPdf/resources/document/submitDocument';
import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { openDocument, SUBMITTED } from './bench';

test('submits the upload under its name, with the options of the item', async () => {
	const { service, item } = await openDocument('submit', {
		ocr: 'on',
		options: { submittedFileName: 'mine.pdf' },
	});
	const { submitted, fileName } = await submitDocument(item);
	expect(submitted.job.id).toBe('job_1');
	expect(fileName).toBe('mine.pdf');
	expect(service.submissions.map(({ body }) => body)).toEqual([
		{ key: 'upload_1', filename: 'mine.pdf', options: { ocr: true, embed_fonts: false } },
	]);
});

test('sends the key of the item', async () => {
	const { service, item } = await openDocument('submit', {
		options: { idempotencyScope: 'custom', idempotencyKey: 'invoice-7' },
	});
	await submitDocument(item);
	expect(service.submissions[0]?.key).toBe('invoice-7');
});

test('gets the job that the item already has', async () => {
	const { service, item } = await openDocument('submit');
	const first = await submitDocument(item);
	const second = await submitDocument(item);
	expect(second.submitted).toEqual(first.submitted);
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1']);
});

test('what the item says is read before anything is sent', async () => {
	const { service, item } = await openDocument('submit', {
		options: { idempotencyScope: 'custom', idempotencyKey: '' },
	});
	expect(await errorOf(() => submitDocument(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});

test('a job that the item already has is known by slot and source, and asked for until then', async () => {
	const { fake, item } = await openDocument('submit');
	const asked: unknown[] = [];
	const jobFor = (document: object) => {
		asked.push(document);
		return Promise.resolve({ submissionId: 'account key', job: jobOf('job_1'), earlier: false });
	};
	const submitter = { jobFor } as unknown as Submitter;
	await submitDocument({ ...item, submitter }, 7_000);
	const { mark } = sourceOf(item);
	expect(asked).toEqual([
		expect.objectContaining({ slot: '0', marks: [mark], patientUntil: 7_000 }),
	]);
	expect(fake.log.lines).toEqual([['debug', 'Tag PDF: job job_1 (completed)']]);
});
