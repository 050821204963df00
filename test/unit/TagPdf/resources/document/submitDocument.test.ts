import { submitDocument } from '../../../../../nodes/TagPdf/resources/document/submitDocument';
import { errorOf } from '../../../support/errorOf';
import { openDocument, SUBMITTED } from './bench';

test('submits the upload under its name, with the options of the item', async () => {
	const { service, item } = await openDocument('submit', {
		ocr: 'on',
		options: { submittedFileName: 'mine.pdf' },
	});
	const { job, fileName } = await submitDocument(item);
	expect(job.id).toBe('job_1');
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
	expect(second.job).toEqual(first.job);
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1']);
});

test('what the item says is read before anything is sent', async () => {
	const { service, item } = await openDocument('submit', {
		options: { idempotencyScope: 'custom', idempotencyKey: '' },
	});
	expect(await errorOf(() => submitDocument(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});
