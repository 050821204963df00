import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../../nodes/TagPdf/showHint';

test('a hint stands above the output of the node', () => {
	const addExecutionHints = jest.fn();
	showHint({ addExecutionHints } as unknown as IExecuteFunctions, 'All is well.');
	expect(addExecutionHints.mock.calls).toEqual([
		[{ message: 'All is well.', type: 'info', location: 'outputPane' }],
	]);
});

test('a hint may be a warning', () => {
	const addExecutionHints = jest.fn();
	showHint({ addExecutionHints } as unknown as IExecuteFunctions, 'Look here.', 'warning');
	expect(addExecutionHints.mock.calls[0]).toMatchObject([{ type: 'warning' }]);
});

test('an n8n that has no place for hints gets none', () => {
	expect(() => showHint({} as IExecuteFunctions, 'All is well.')).not.toThrow();
});
