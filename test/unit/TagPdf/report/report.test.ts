import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { HALTED, TagPdfError } from '../../../../nodes/client/errors';
import { sourceOf } from '../../../../nodes/TagPdf/parameters/source';
import { reporting } from '../../../../nodes/TagPdf/report/report';
import { present } from '../../../present';
import { pdfkitDocument } from '../../pdf/fixtures';
import { itemWithPages, onDocument } from '../../support/documents';
import { FakeExecution, type FakeSetup } from '../../support/fakeExecution';
import { jobOf } from '../../support/fakeService';
import { itemOf } from '../../support/itemOf';

const fileOf = (pages: number): IBinaryData => present(itemWithPages(pages).binary?.data);
/** The output of a job whose tagged PDF has so many pages. */
const tagged = (pages: number, more: object = {}): INodeExecutionData => ({
	json: { ...jobOf('job_1'), ...more },
	binary: { tagged: fileOf(pages) },
});
const open = async (options: object, setup: FakeSetup = {}) => {
	const fake = new FakeExecution({
		parameters: [onDocument('tag', options)],
		items: [itemWithPages(2)],
		...setup,
	});
	return await itemOf(fake);
};
const withDocument = async (options: object) => {
	const item = await open({ report: true, ...options });
	return await reporting(item, 'tagged', sourceOf(item));
};
const NOT_TAGGED = { field: 'tagged', before: false, after: false };

test('without it the output stays as it is, and nothing is read', async () => {
	const item = await open({});
	const source = { ...sourceOf(item), find: jest.fn() };
	const withReport = await reporting(item, 'tagged', source);
	const output = tagged(1);
	expect(await withReport(output)).toBe(output);
	expect(source.find).not.toHaveBeenCalled();
});

test('compares document and tagged PDF, and names what a person has to look at', async () => {
	const output = tagged(1);
	const { binary, json } = await (await withDocument({}))(output);
	expect(binary).toBe(output.binary);
	expect(json).toMatchObject(output.json);
	expect(json.report).toMatchObject({
		submitted_at: '2026-01-01T00:00:00Z',
		reported_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
		before: { pages: 2 },
		after: { pages: 1 },
		regressions: [{ field: 'pages', before: 2, after: 1 }, NOT_TAGGED],
		notCompared: {},
		needsHuman: [
			expect.stringMatching(/^Reading order: /),
			expect.stringMatching(/^Alternative texts: /),
			expect.stringMatching(/^Tables: /),
		],
	});
});

test('a document that cannot be read ends the item before anything is paid for', async () => {
	const item = await open({ report: true });
	const unreadable = new TagPdfError('DOCUMENT_UNREADABLE');
	const source = { ...sourceOf(item), find: () => Promise.reject(unreadable) };
	await expect(reporting(item, 'tagged', source)).rejects.toBe(unreadable);
});

test('says nothing of when it was submitted where the service does not', async () => {
	const { json } = await (await withDocument({}))(tagged(2, { created_at: undefined }));
	expect(json.report).toMatchObject({ submitted_at: null });
});

test('without the document only what a tagged PDF must have is looked for', async () => {
	const withReport = await reporting(await open({ report: true }), 'tagged');
	const { json } = await withReport(tagged(1));
	expect(json.report).toMatchObject({
		before: null,
		after: { pages: 1 },
		regressions: [{ ...NOT_TAGGED, before: null }],
	});
});

describe('a tagged PDF that is worse', () => {
	const failing = { onRegression: 'fail' };

	test('ends the item where that is asked for, with all that it would have given out', async () => {
		const error = await (await withDocument(failing))(tagged(1)).catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			code: 'RESULT_WORSE',
			facts: { jobId: 'job_1', lost: ['pages', 'tagged'] },
			output: {
				json: { id: 'job_1', report: { regressions: [{ field: 'pages' }, NOT_TAGGED] } },
				binary: { tagged: fileOf(1) },
			},
		});
		expect(Object.keys((error as { output: INodeExecutionData }).output.binary ?? {})).toEqual([
			'tagged',
		]);
	});

	test('comes with the document that was fetched from a URL, which is nowhere else', async () => {
		const parameters = [{ ...onDocument('tag', { report: true, ...failing }), source: 'url' }];
		const item = await open({}, { parameters });
		const found = sourceOf(await open({}));
		const withReport = await reporting(item, 'tagged', found);
		await expect(withReport(tagged(1))).rejects.toMatchObject({
			output: { binary: { tagged: fileOf(1), tagged_source: fileOf(2) } },
		});
		// Of Job → Download there is no document.
		const alone = await reporting(item, 'tagged');
		const error: unknown = await alone(tagged(1)).catch((reason: unknown) => reason);
		expect(Object.keys((error as { output: INodeExecutionData }).output.binary ?? {})).toEqual([
			'tagged',
		]);
	});

	test('of a job without an ID names none', async () => {
		const withReport = await withDocument(failing);
		await expect(withReport(tagged(1, { id: 7 }))).rejects.toMatchObject({ facts: { jobId: '' } });
	});

	test('is one that has lost something: what is as good goes out', async () => {
		const bytes = await pdfkitDocument({ tagged: true });
		const data = Buffer.from(bytes).toString('base64');
		const file = { data, mimeType: 'application/pdf', fileName: 'tagged.pdf' };
		const items = [{ json: {}, binary: { data: file } }];
		const item = await open({ report: true, ...failing }, { items });
		const withReport = await reporting(item, 'tagged', sourceOf(item));
		const { json } = await withReport({ json: {}, binary: { tagged: file } });
		expect(json.report).toMatchObject({ regressions: [] });
	});
});

describe('a tagged PDF that', () => {
	const REASON = 'the tagged PDF could not be read back from the binary store of n8n';
	const unread = { after: null, regressions: [], notCompared: { all: REASON } };

	test.each([
		['is not there', undefined],
		['cannot be read back', { id: 'gone', data: '', mimeType: 'application/pdf' }],
	])('%s is given out all the same', async (_, file) => {
		const withReport = await withDocument({ onRegression: 'fail' });
		const binary = file ? { tagged: file } : undefined;
		const { json } = await withReport({ json: { ...jobOf('job_1') }, binary });
		expect(json.report).toMatchObject({ before: { pages: 2 }, ...unread });
		expect((json.report as { needsHuman: string[] }).needsHuman).toHaveLength(3);
	});

	test('is read when the run is stopped ends with that', async () => {
		const stop = new AbortController();
		const item = await open({ report: true }, { signal: stop.signal });
		const withReport = await reporting(item, 'tagged', sourceOf(item));
		stop.abort(HALTED);
		const error: unknown = await withReport(tagged(1)).catch((reason: unknown) => reason);
		expect(error).toBeInstanceOf(TagPdfError);
		expect(error).not.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
	});
});
