import { skippedNames } from '../../../../scripts/start/mailbox';
import type { Execution } from '../../../host/harness/rest/executions';

const executionWith = (...items: object[]): Execution => ({
	id: '1',
	status: 'success',
	mode: 'trigger',
	startedAt: '',
	stoppedAt: '',
	data: {
		resultData: {
			runData: {
				'Tag the PDF': [
					{
						startTime: 0,
						executionTime: 0,
						data: { main: [items.map((json) => ({ json: { ...json } }))] },
					},
				],
			},
		},
	},
});

const skipped = { reason: 'It is tagged already.', pages: 3 };

test('names the documents that were skipped, wherever Keep Input Data has put the answer', () => {
	const execution = executionWith(
		{ subject: 'Mail', job: { filename: 'report.pdf', id: 'job_1' } },
		{ subject: 'Mail', job: { filename: 'tagged.pdf', skipped } },
		{ filename: 'other.pdf', skipped },
	);
	expect(skippedNames(execution, 'Tag the PDF')).toEqual(['tagged.pdf', 'other.pdf']);
	expect(skippedNames(executionWith({ filename: 'report.pdf' }), 'Tag the PDF')).toEqual([]);
	expect(skippedNames(execution, 'Another node')).toEqual([]);
});
