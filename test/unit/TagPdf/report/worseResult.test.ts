import { TagPdfError } from '../../../../nodes/client/errors';
import { WorseResult } from '../../../../nodes/TagPdf/report/worseResult';

test('names the job, which is paid for, what is lost, and what would have been given out', () => {
	const output = { json: { id: 'job_1' } };
	const error = new WorseResult('job_1', ['text'], output);
	expect(error).toBeInstanceOf(TagPdfError);
	expect(error).toMatchObject({
		code: 'RESULT_WORSE',
		facts: { jobId: 'job_1', jobExists: true, jobStatus: 'completed', lost: ['text'] },
	});
	expect(error.output).toBe(output);
});
