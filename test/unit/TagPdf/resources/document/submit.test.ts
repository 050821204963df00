import { submit } from '../../../../../nodes/TagPdf/resources/document/submit';
import { errorOf } from '../../../support/errorOf';
import { jobOf } from '../../../support/fakeService';
import { openDocument, SUBMITTED } from './fixture';

test('uploads, submits and returns the job without waiting', async () => {
	const { service, fake, item } = await openDocument('submit');
	service.status = 'processing';
	expect(await submit.execute(item)).toEqual([{ json: jobOf('job_1', { status: 'processing' }) }]);
	expect(service.asked).toEqual(SUBMITTED);
	expect(fake.log.lines).toContainEqual(['debug', 'Tag PDF: job job_1 (processing)']);
});

test('keeps the chosen input data', async () => {
	const { item } = await openDocument('submit', { options: { keepSource: 'both' } });
	const [output] = await submit.execute(item);
	expect(output?.json).toEqual({ job: jobOf('job_1') });
	expect(Object.keys(output?.binary ?? {})).toEqual(['data']);
});

test('refuses an unknown choice of input data before anything is paid for', async () => {
	const { service, item } = await openDocument('submit', { options: { keepSource: 'all' } });
	expect(await errorOf(() => submit.execute(item))).toMatchObject({ code: 'INVALID_INPUT' });
	expect(service.asked).toEqual([]);
});
