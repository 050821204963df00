import { jobIdProperty, readJobId } from '../../../../nodes/TagPdf/parameters/jobId';
import { quoteValue } from '../../../../nodes/n8n/errors';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const idsOf = async (...ids: unknown[]) => {
	const fake = new FakeExecution({ parameters: ids.map((jobId) => ({ jobId })) });
	return await Promise.all(ids.map(async (_, item) => readJobId(await itemOf(fake, item))));
};

test('reads the ID of each item, trims it and turns numbers into text', async () => {
	expect(await idsOf('job_1', ' job_2\n', 3, 0)).toEqual(['job_1', 'job_2', '3', '0']);
});

test.each(['', '  ', NOTHING, null, true, ['job_1']])('refuses %p', async (id) => {
	expect(await errorOf(() => idsOf(id))).toEqual({
		code: 'INVALID_INPUT',
		message: 'Job ID is empty',
		description: 'Enter the ID of a job. Document → Submit and the trigger return it.',
	});
});

test.each(['.', '..', 'a\ud800', 'a\nb', 'a'.repeat(256)])(
	'refuses the malformed ID %p',
	async (id) => {
		const { code, message, description } = await errorOf(() => idsOf(id));
		expect(code).toBe('INVALID_INPUT');
		expect(message).toBe(`Job ID is not valid: ${String(quoteValue(id))}`);
		expect(description).toBe('Enter the ID as the service shows it.');
	},
);

test('the default finds the job of Document → Submit and of the trigger', () => {
	expect(jobIdProperty.default).toBe('={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}');
});

test.each([
	[{ id: 'job_1', filename: 'a.pdf' }, 'a.pdf'],
	[{ id: 'mail_1', filename: 'mail.txt', job: { id: 'job_1', filename: 'a.pdf' } }, 'a.pdf'],
	[{ id: 'evt_1', data: { job: { id: 'job_1', filename: 'a.pdf' } } }, 'a.pdf'],
	[{ id: 'job_2', filename: 'other.pdf' }, undefined],
	[{ id: 'job_1', filename: null }, undefined],
	[{ id: 'job_1' }, undefined],
	[{}, undefined],
])("reads the document's name of job_1 from %j: %j", async (json, name) => {
	const fake = new FakeExecution({ parameters: [{ jobId: 'job_1' }], items: [{ json }] });
	const item = await itemOf(fake);
	readJobId(item);
	expect(item.state.fileName).toBe(name);
});

test('works for an item without data about the job', async () => {
	const fake = new FakeExecution({ parameters: [{ jobId: 'job_1' }], items: [] });
	expect(readJobId(await itemOf(fake))).toBe('job_1');
});
