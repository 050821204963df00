import { TagPdfError } from '../../../../nodes/client/errors';
import { WorseResult } from '../../../../nodes/TagPdf/report/worseResult';

test('says that the job is paid for, and carries the output of the item', () => {
	const output = { json: { id: 'job_1' } };
	const error = new WorseResult('job_1', ['pages', 'links'], output);
	expect(error).toBeInstanceOf(TagPdfError);
	expect(error.code).toBe('RESULT_WORSE');
	expect(error.facts).toEqual({
		jobId: 'job_1',
		jobExists: true,
		jobStatus: 'completed',
		lost: ['pages', 'links'],
	});
	expect(error.output).toBe(output);
});
