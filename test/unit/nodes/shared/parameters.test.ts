import type { INodeProperties } from 'n8n-workflow';

import { documentOperations } from '../../../../nodes/TagPdf/document/operations';
import { readOwner } from '../../../../nodes/TagPdf/options';
import { readOption } from '../../../../nodes/shared/parameters';
import { present } from '../../../present';
import { errorOf } from '../../support/errorOf';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';

/** An option of Tag. */
const optionOf = (name: string) =>
	present(documentOperations.tag.options?.find((option) => option.name === name));
/** The values of an option for items that have these ones. */
const read = (property: INodeProperties, ...values: unknown[]) => {
	const parameters = values.map((value) => ({ options: { [property.name]: value } }));
	const { context } = new FakeExecution({ parameters });
	return values.map((_, index) => readOption(context, index, property) as unknown);
};

test.each<[name: string, given: unknown[], expected: unknown[]]>([
	['maxCreditsPerExecution', [undefined, 0, '7', 2.5], [0, 0, 7, 2.5]],
	['maxDocumentsAtOnce', [undefined, 1, ' 3 ', 1_000, 1_001], [60, 1, 3, 1_000, 1_000]],
	['waitTimeout', [undefined, 1, '2.5', Infinity], [1_800, 1, 2.5, Infinity]],
	['alreadyTagged', [undefined, 'tag', 'skip', 'fail'], ['tag', 'tag', 'skip', 'fail']],
	['newJobPerExecution', [undefined, true, false], [false, true, false]],
	['taggedFileName', [undefined, ' a ', null, 7, NOTHING], ['', 'a', '', '', '']],
])('%s is read for each item; if it is not set, its default counts', (name, given, expected) => {
	expect(read(optionOf(name), ...given)).toEqual(expected);
});

const CREDITS = "'Max Credits per Execution' is invalid";
const NEW_JOB = "'New Job per Execution' is invalid";
const CHOICES = 'one of "fail", "skip", "tag"';
test.each<[name: string, value: unknown, message: string, more: string, fix?: string]>([
	['maxCreditsPerExecution', -1, CREDITS, '-1.', 'Set at least 0.'],
	['maxCreditsPerExecution', 'none', CREDITS, '"none".', 'Set at least 0.'],
	// Blanks must not count as 0, which means no limit.
	['maxCreditsPerExecution', '  ', CREDITS, '"  ".', 'Set at least 0.'],
	['maxCreditsPerExecution', null, CREDITS, 'null.', 'Set at least 0.'],
	['maxCreditsPerExecution', NaN, CREDITS, 'null.', 'Set at least 0.'],
	['maxCreditsPerExecution', NOTHING, CREDITS, 'empty.', 'Set at least 0.'],
	['maxDocumentsAtOnce', 0.9, "'Max Documents at Once' is invalid", '0.9.', 'Set at least 1.'],
	['waitTimeout', true, "'Wait Timeout' is invalid", 'true.', 'Set at least 1.'],
	['waitTimeout', [3], "'Wait Timeout' is invalid", '[3].', 'Set at least 1.'],
	['alreadyTagged', 'Skip', "'Already Tagged' is invalid", `"Skip", not ${CHOICES}.`],
	['alreadyTagged', NOTHING, "'Already Tagged' is invalid", `empty, not ${CHOICES}.`],
	['newJobPerExecution', 'no', NEW_JOB, '"no", not true or false.'],
	['newJobPerExecution', 1, NEW_JOB, '1, not true or false.'],
	['newJobPerExecution', NOTHING, NEW_JOB, 'empty, not true or false.'],
])('%s refuses %j', async (name, value, message, more, fix = 'Change the value.') => {
	expect(await errorOf(() => read(optionOf(name), value))).toEqual({
		code: 'INVALID_INPUT',
		message,
		description: `${fix} It is ${more}`,
	});
});

test("New Job per Execution ties the job to instance, workflow and the node's first execution", () => {
	const parameters = [true, false].map((value) => ({ options: { newJobPerExecution: value } }));
	const fake = new FakeExecution({ parameters, executionId: 'execution_2' });
	const owners = parameters.map((_, index) => readOwner(itemOf(fake, { index })));
	expect(owners).toEqual([['instance_1', 'workflow_1', 'execution_1'], undefined]);
});
