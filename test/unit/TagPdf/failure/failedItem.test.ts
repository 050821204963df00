import { TagPdfError } from '../../../../nodes/client/errors';
import { toErrorJson } from '../../../../nodes/n8n/errors';
import { createFailedItem } from '../../../../nodes/TagPdf/failure/failedItem';
import { itemWithPdf } from '../../support/documents';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';

const lost = new TagPdfError('STOPPED', {});
const failed = new TagPdfError('JOB_FAILED', {
	fileName: 'a.pdf',
	jobId: 'job_1',
	jobStatus: 'failed',
	creditsUsed: 3,
});
const open = (setup: FakeSetup = {}) =>
	new FakeExecution({ items: [{ json: {} }], ...setup }).context;

test('has only the error if nothing else is known', () => {
	expect(createFailedItem(open(), 0, lost)).toStrictEqual({ json: toErrorJson(lost) });
	expect(createFailedItem(open({ items: [] }), 0, lost)).toEqual({ json: toErrorJson(lost) });
});

test('names document and job before the error', () => {
	const { json } = createFailedItem(open(), 0, failed);
	expect(Object.entries(json)).toEqual([
		['filename', 'a.pdf'],
		['id', 'job_1'],
		['status', 'failed'],
		['credits_used', 3],
		['error', toErrorJson(failed).error],
	]);
});

test('keeps the files of its own item', () => {
	const context = open({ items: [itemWithPdf('one'), itemWithPdf('two')] });
	expect(createFailedItem(context, 1, lost).binary).toEqual(itemWithPdf('two').binary);
});

test('keeps its paid output beside its own files', () => {
	const own = itemWithPdf('one');
	const tagged = { data: 'b', mimeType: 'application/pdf', fileName: 'tagged.pdf' };
	const output = { json: { report: 'worse' }, binary: { data: tagged } };
	const { json, binary } = createFailedItem(open({ items: [own] }), 0, failed, output);
	expect(json).toMatchObject({ report: 'worse', id: 'job_1', status: 'failed' });
	expect(binary).toEqual({ data: tagged, data_source: own.binary?.data });
});

describe('if n8n', () => {
	const routed = () =>
		createFailedItem(open({ node: { onError: 'continueErrorOutput' } }), 0, failed);

	test('copies the item for the error output, the JSON stays and the mark is dropped', () => {
		const item = routed();
		expect(item.error).toBeTruthy();
		expect(Object.keys({ ...item })).toEqual(['json']);
		// n8n 1.85 takes the mark away by itself.
		item.error = undefined;
		expect(item.json).toMatchObject({ filename: 'a.pdf' });
	});

	test('uses the item as it is, the error becomes the message in its JSON', () => {
		expect(routed().error?.message).toEqual(toErrorJson(failed).error);
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'has one output (%s), there is no mark',
		(onError) => {
			expect('error' in createFailedItem(open({ node: { onError } }), 0, failed)).toBe(false);
		},
	);
});
