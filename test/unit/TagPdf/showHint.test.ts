import type { IExecuteFunctions } from 'n8n-workflow';

import { showHint } from '../../../nodes/TagPdf/showHint';

test('shows a hint above the output of the node', () => {
	const addExecutionHints = jest.fn();
	showHint({ addExecutionHints } as unknown as IExecuteFunctions, 'All is well.');
	expect(addExecutionHints.mock.calls).toEqual([
		[{ message: 'All is well.', type: 'info', location: 'outputPane' }],
	]);
});

test('can show a warning', () => {
	const addExecutionHints = jest.fn();
	showHint({ addExecutionHints } as unknown as IExecuteFunctions, 'Look here.', 'warning');
	expect(addExecutionHints.mock.calls[0]).toMatchObject([{ type: 'warning' }]);
});

test('shows nothing if n8n has no place for hints', () => {
	expect(() => showHint({} as IExecuteFunctions, 'All is well.')).not.toThrow();
});
