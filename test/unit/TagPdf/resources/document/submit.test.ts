import { submit } from '../../../../../nodes/TagPdf/resources/document/submit';
import { jobOf } from '../../../support/fakeService';
import { openDocument, SUBMITTED } from './bench';

test('uploads and submits, and gives the job without waiting', async () => {
	const { service, fake, item } = await openDocument('submit');
	service.status = 'processing';
	expect(await submit.execute(item)).toEqual([{ json: jobOf('job_1', { status: 'processing' }) }]);
	expect(service.asked).toEqual(SUBMITTED);
	expect(fake.log.lines).toContainEqual(['debug', 'Tag PDF: job job_1 (processing)']);
});
