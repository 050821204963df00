import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { documentOperations } from '../../../../nodes/TagPdf/document/operations';
import { readOwner } from '../../../../nodes/TagPdf/options';
import { readOption } from '../../../../nodes/shared/parameters';
import { present } from '../../../present';
import { FakeExecution, NOTHING } from '../../support/fakeExecution';
import { itemOf } from '../../support/itemOf';
import { openNode as open } from '../../support/openNode';
import { onDocument, submitAll } from '../../support/documents';

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
	['taggedFileName', [undefined, ' a ', null, 7, NOTHING], ['', 'a', '', '7', '']],
])('%s is read for each item; if it is not set, its default counts', (name, given, expected) => {
	expect(read(optionOf(name), ...given)).toEqual(expected);
});

test("New Job per Execution ties the job to instance, workflow and the node's first execution", () => {
	const parameters = [true, false].map((value) => ({ options: { newJobPerExecution: value } }));
	const fake = new FakeExecution({ parameters, executionId: 'execution_2' });
	const owners = parameters.map((_, index) => readOwner(itemOf(fake, { index })));
	expect(owners).toEqual([['instance_1', 'workflow_1', 'execution_1'], undefined]);
});

test.each<[unknown, unknown, string | undefined]>([
	['by hand', 0, undefined],
	['={{ $json.rest }}', 0, "'Max Credits per Execution' is 0"],
	['={{ $json.rest }}', NOTHING, "'Max Credits per Execution' is invalid"],
	['={{ $json.rest }}', 'much', "'Max Credits per Execution' is invalid"],
])('a credit limit of %p that gives %p: %p', async (raw, value, message) => {
	const node = { parameters: { options: { maxCreditsPerExecution: raw as string } } };
	const parameters = [onDocument('submit', { maxCreditsPerExecution: value })];
	const bench = open({ ...submitAll('one'), parameters, node, continueOnFail: true });
	const [[item] = []] = await bench.execute();
	expect((item?.json.error as IDataObject | undefined)?.message).toBe(
		message && `"one.pdf": ${message}`,
	);
	expect(bench.service.submissions).toHaveLength(message === undefined ? 1 : 0);
});
