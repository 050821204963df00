import { jobIdOf } from '../../../../nodes/TagPdf/parameters/jobId';
import { errorOf } from '../../support/errorOf';
import { FakeExecution } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

const idsOf = async (...ids: unknown[]) => {
	const fake = new FakeExecution({ parameters: ids.map((jobId) => ({ jobId })) });
	return await Promise.all(ids.map(async (_, item) => jobIdOf(await itemOf(fake, item))));
};

test('each item has its own, without blanks around it, and numbers as text', async () => {
	expect(await idsOf('job_1', ' job_2\n', 3, 0)).toEqual(['job_1', 'job_2', '3', '0']);
});

test.each(['', '  ', null, true, ['job_1']])('refuses %j', async (id) => {
	expect(await errorOf(() => idsOf(id))).toEqual({
		code: 'INVALID_INPUT',
		message: 'Job ID is empty',
		description: 'Enter the ID of a job, e.g. {{ $json.id }} after Document → Submit.',
	});
});
