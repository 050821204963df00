import { Readable } from 'node:stream';

import { documentOperations } from '../../../../../nodes/TagPdf/document/operations';
import { findSources } from '../../../../../nodes/TagPdf/source';
import { present } from '../../../../present';
import { itemWithPdf, onDocument } from '../../../support/documents';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution } from '../../../support/fakeExecution';
import { FakeService, jobOf } from '../../../support/fakeService';
import { itemOf } from '../../../support/itemOf';
import { openNode } from '../../../support/openNode';
import {
	answered,
	job,
	result,
	ScriptedRuntime,
	streamed,
	upload,
} from '../../../support/scriptedRuntime';
import {
	BOTH,
	filesOf,
	MINE,
	type Operation,
	RESULT,
	runDocument as run,
	SUBMITTED,
	TAGGED,
} from '../../../support/runDocument';

test('Tag also waits, and returns the tagged PDF, named after the document and not after the job', async () => {
	const service = new FakeService();
	service.status = 'processing';
	const done = jobOf('job_1', { filename: 'other.pdf' });
	service.instead = (asked) => {
		if (asked === 'GET /v1/jobs/job_1') service.jobs.set('job_1', done);
		return undefined;
	};
	const { fake, output } = await run('tag', { binaryPropertyOutput: ' pdf ' }, { service });
	expect(service.asked).toEqual([...SUBMITTED, 'GET /v1/jobs/job_1', ...RESULT]);
	expect(output.json).toEqual({ ...done, ...TAGGED, ...MINE });
	expect(filesOf(output)).toEqual([['pdf', 'report-tagged.pdf']]);
	expect(fake.saved.map(({ content }) => content.toString())).toEqual(['%PDF-1.7 tagged\n%%EOF']);
});

test('every PDF of an item gives an output with its own field, file and job', async () => {
	const [scan, letter] = ['scan', 'letter'].map((name) => itemWithPdf(name).binary?.data);
	const note = { data: 'eA==', mimeType: 'text/plain', fileName: 'note.txt' };
	const { service, execute } = openNode({
		items: [
			{ json: { mail: 7 }, binary: { scan: present(scan), note, letter: present(letter) } },
			itemWithPdf('other'),
		],
		parameters: [
			{
				...onDocument('tag', { keepInputData: 'both', maxDocumentsAtOnce: 1 }),
				binaryPropertyName: '',
			},
			onDocument('tag'),
		],
	});
	const [items = []] = await execute();
	expect(items.map(({ json, pairedItem }) => [pairedItem, json])).toMatchObject([
		[{ item: 0 }, { mail: 7, job: { id: 'job_1', source_field: 'scan' } }],
		[{ item: 0 }, { mail: 7, job: { id: 'job_2', source_field: 'letter' } }],
		[{ item: 1 }, { id: 'job_3', source_field: 'data' }],
	]);
	expect(items.map(filesOf)).toEqual([
		[
			['data', 'scan-tagged.pdf'],
			['scan', 'scan.pdf'],
			['note', 'note.txt'],
		],
		[
			['data', 'letter-tagged.pdf'],
			['note', 'note.txt'],
			['letter', 'letter.pdf'],
		],
		[['data', 'other-tagged.pdf']],
	]);
	expect(service.submissions).toHaveLength(3);
});

test('a failed document is in the output field, too, as the next node may read one field for all items', async () => {
	const broken = (fileName: string) => ({ data: 'eA==', mimeType: 'application/pdf', fileName });
	const logo = { data: 'eA==', mimeType: 'image/png', fileName: 'logo.png' };
	const { execute } = openNode({
		continueOnFail: true,
		items: [
			{ json: {}, binary: { attachment_0: logo, attachment_1: broken('a.pdf') } },
			{ json: {}, binary: { data: logo, attachment_1: broken('b.pdf'), other: broken('c.pdf') } },
			{ json: {}, binary: { data: broken('d.pdf') } },
		],
		parameters: Array.from({ length: 3 }, () => ({ ...onDocument('tag'), binaryPropertyName: '' })),
	});
	const [items = []] = await execute();
	expect(items.map(({ json }) => json)).toMatchObject(
		['a', 'b', 'c', 'd'].map((name) => ({
			filename: `${name}.pdf`,
			error: { code: 'NOT_A_PDF' },
		})),
	);
	expect(items.map(filesOf).map((files) => Object.fromEntries(files) as unknown)).toEqual([
		{ attachment_0: 'logo.png', attachment_1: 'a.pdf', data: 'a.pdf' },
		{ data_source: 'logo.png', attachment_1: 'b.pdf', data: 'b.pdf' },
		{ data_source: 'logo.png', other: 'c.pdf', data: 'c.pdf' },
		{ data: 'd.pdf' },
	]);
});

test.each([
	['an invalid value for the whole run', { options: { maxDocumentsAtOnce: 0 } }, 'INVALID_INPUT'],
	['an output field whose expression fails', { binaryPropertyOutput: null }, 'INVALID_INPUT'],
])('a failed document: %s', async (what, parameters, code) => {
	const { binary: { data: file } = {} } = itemWithPdf('report');
	const items = [{ json: {}, binary: { scan: present(file) } }];
	const { output } = await run('tag', { binaryPropertyName: 'scan', ...parameters }, { items });
	expect(output.json.error).toMatchObject({ code });
	const hasField = what.startsWith('an invalid value');
	expect(filesOf(output)).toEqual([
		...(hasField ? [['data', 'report.pdf']] : []),
		['scan', 'report.pdf'],
	]);
});

test('a document from a URL that was fetched and then refused is in the output field', async () => {
	const service = new FakeService();
	service.instead = (asked) => {
		if (asked === 'POST /v1/jobs') return { statusCode: 402, body: '{}' };
		if (asked !== 'GET /a.pdf') return undefined;
		return { statusCode: 200, body: Readable.from([Buffer.from('%PDF-1.7\n%%EOF')]) };
	};
	const parameters = { source: 'url', url: 'https://example.com/a.pdf' };
	const { output, error } = await run('tag', parameters, { service, items: [{ json: {} }] });
	expect(error).toMatchObject({ code: 'NOT_ENOUGH_CREDITS' });
	expect(filesOf(output)).toEqual([['data', 'a.pdf']]);
});

test('Tag tells an AI agent how to get the file; Submit has none', async () => {
	const node = { type: 'n8n-nodes-tag-pdf.tagPdfTool' };
	const [tagged, submitted] = await Promise.all([
		run('tag', {}, { node }),
		run('submit', {}, { node }),
	]);
	expect(tagged.output.json).toMatchObject({
		next: expect.stringContaining('Job: Get Download Link') as string,
	});
	expect(submitted.output.json).not.toHaveProperty('next');
});

describe('a run on a later day', () => {
	/** A service that has tagged report.pdf the day before. */
	const tagBefore = async (operation: Operation, status: 'completed' | 'failed' = 'completed') => {
		const service = new FakeService();
		service.date = '2026-03-01T08:00:00Z';
		service.status = status;
		const first = await run(operation, {}, { service });
		service.date = '2026-03-02T08:01:00Z';
		service.status = 'completed';
		service.asked.length = 0;
		return { service, first };
	};
	const later = (service: FakeService) => ({ service, executionId: 'execution_2' });
	const twoJobs = { options: { maxJobsPerDocument: 2 } };

	test.each(BOTH)(
		'%s says that the job of an unchanged file was paid for before',
		async (operation) => {
			const { first, service } = await tagBefore(operation);
			expect(first.output.json).toMatchObject({ id: 'job_1', paid_before: false });
			const { output } = await run(operation, {}, later(service));
			expect(output.json).toEqual({ ...first.output.json, paid_before: true });
			expect(new Set(service.submissions.map(({ key }) => key)).size).toBe(1);
		},
	);

	/** A service that has lost the results of these jobs. */
	const loseResults = (service: FakeService, ...ids: string[]) => {
		const gone = { error: { type: 'not_found', message: 'Gone' } };
		service.instead = (asked) =>
			ids.some((id) => asked === `GET /v1/jobs/${id}/result`)
				? { statusCode: 404, body: JSON.stringify(gone) }
				: undefined;
	};

	test('pays for nothing if the result is gone, and says which number would', async () => {
		const { service } = await tagBefore('tag');
		loseResults(service, 'job_1');
		const { error } = await run('tag', {}, later(service));
		expect(error).toMatchObject({ code: 'RESULT_GONE', job_id: 'job_1', job_number: 1 });
		expect(error?.description).toContain("set 'Max Jobs per Document' to 2");
		expect(service.jobs.size).toBe(1);
	});

	test('pays for one more job if the number allows it, and for no third', async () => {
		const { service } = await tagBefore('tag');
		loseResults(service, 'job_1');
		const { output } = await run('tag', twoJobs, later(service));
		expect(output.json).toMatchObject({ id: 'job_2', job_number: 2, paid_before: false });
		loseResults(service, 'job_1', 'job_2');
		const { error } = await run('tag', twoJobs, { service, executionId: 'execution_2', kept: {} });
		expect(error).toMatchObject({ code: 'NOT_FOUND_YET', job_id: 'job_2', job_number: 2 });
		expect(service.jobs.size).toBe(2);
	});

	test('does not name a job that is gone as paid for if the next one is refused', async () => {
		const { service } = await tagBefore('tag');
		const gone = { error: { type: 'not_found', message: 'Gone' } };
		let isGone = false;
		service.instead = (asked) => {
			if (isGone && asked === 'POST /v1/jobs') return { statusCode: 402, body: '{}' };
			if (!asked.endsWith('/result')) return undefined;
			isGone = true;
			return { statusCode: 404, body: JSON.stringify(gone) };
		};
		const { error, fake } = await run('tag', twoJobs, later(service));
		expect(error).toMatchObject({ code: 'NOT_ENOUGH_CREDITS' });
		expect(error).not.toHaveProperty('job_id');
		expect(error?.description).toMatch(/^No new charge was made\. /);
		expect(fake.hints[0]?.message).toBe(
			'0 tagged, 1 failed; paid for before, not charged again: 1 job, 1 credit.',
		);
	});
});

describe('Wait Timeout', () => {
	const HOUR_MS = 3_600_000;

	/** Tags on virtual time; reading the document takes an hour. */
	async function tagSlowly(runtime: ScriptedRuntime) {
		const { context } = new FakeExecution({
			items: [itemWithPdf('report')],
			parameters: [onDocument('tag', { waitTimeout: 120 })],
		});
		const { signal } = new AbortController();
		const reading = { context, runtime, signal, isKnown: () => false };
		const source = present((await findSources(reading, 0))[0]);
		const getFile = async () => {
			await runtime.sleep(HOUR_MS);
			return await source.getFile();
		};
		const fake = { context } as FakeExecution;
		return await documentOperations.tag.execute(
			itemOf(fake, { source: { ...source, getFile } }, runtime),
		);
	}
	const submitting = (status: 'processing' | 'completed') =>
		new ScriptedRuntime()
			.answer('createUpload', upload())
			.answer('store', answered(204))
			.answer('submitJob', job('job_1', status))
			.answer('getJob', job('job_1', status))
			.answer('getResult', result())
			.serve(streamed('%PDF-1.7 tagged\n%%EOF'));

	test('begins with the submission', async () => {
		const runtime = submitting('processing');
		const began = runtime.now();
		expect(await errorOf(() => tagSlowly(runtime))).toMatchObject({ code: 'WAIT_TIMEOUT' });
		expect(runtime.now() - began).toBe(HOUR_MS + 120_000);
	});

	test('is also the time for a late result', async () => {
		const runtime = submitting('completed').answer('getResult', answered(503));
		runtime.after(HOUR_MS + 80_000, () => runtime.answer('getResult', result()));
		const output = await tagSlowly(runtime);
		expect(output).toMatchObject({ json: { id: 'job_1' } });
	});
});
