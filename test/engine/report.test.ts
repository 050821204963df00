import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { IDataObject } from 'n8n-workflow';

import { readBinary, type BinaryMode, type Execution } from '../../engine';
import { present } from '../present';
import { jobIdOf, openSetup, pdf, tagPdf, type Setup } from './setup';

const MODES: BinaryMode[] = ['default', 'filesystem'];

/** A document of two pages with features that a tagged PDF may lose. */
async function rich(): Promise<Buffer> {
	const document = await PDFDocument.load(await pdf('rich', 2), { updateMetadata: false });
	document.setLanguage('en');
	const [page] = document.getPages();
	document.getForm().createTextField('name').addToPage(present(page), { x: 20, y: 20 });
	const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9] });
	link.set(PDFName.of('Contents'), PDFString.of('A link'));
	present(page).node.addAnnot(document.context.register(link));
	return Buffer.from(await document.save());
}

const reportIn = (execution: Execution) => present(execution.items()[0]).json.report as IDataObject;

const LOST = ['pages', 'text', 'language', 'links', 'formFields', 'tagged'];

describe.each(MODES)('Compare With Original, binary mode %s', (mode) => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await openSetup({ binaryMode: mode });
	});
	afterEach(async () => await setup.close());

	const worse = () =>
		setup.sandbox.faults.order({ step: 'submitJob', fault: { worseResult: true } });
	const tag = async (compareWithOriginal: 'warn' | 'fail', settings: object = {}) =>
		await setup.engine.run({
			nodes: tagPdf({ options: { compareWithOriginal } }, settings),
			items: [{ binary: { data: { content: await rich(), fileName: 'rich.pdf' } } }],
		});

	test('compares both files with the same reader; the sandbox without Java gives no structure', async () => {
		const execution = await tag('warn');
		expect(execution.error).toBeUndefined();
		const { after, before, needsHuman, notCompared, regressions } = reportIn(execution);
		expect(before).toMatchObject({ pages: 2, language: 'en', links: 1, formFields: 1 });
		expect(after).toMatchObject({ pages: 2, language: 'en', links: 1, formFields: 1 });
		expect((before as IDataObject).sha256).not.toBe((after as IDataObject).sha256);
		expect(regressions).toEqual([{ field: 'tagged', before: false, after: false }]);
		expect(notCompared).toEqual([]);
		expect(needsHuman).toHaveLength(3);
		expect(JSON.stringify(execution.items()[0]?.json)).not.toMatch(/compliant|score/i);
	});

	test('Warn returns a worse result with a hint', async () => {
		worse();
		const execution = await tag('warn');
		const { regressions } = reportIn(execution);
		expect((regressions as IDataObject[]).map(({ field }) => field)).toEqual(LOST);
		expect(JSON.stringify(execution.run)).toContain('1 tagged PDF is worse than its document (');
	});

	test('Fail ends the execution on a worse result, and nothing is lost', async () => {
		worse();
		const { engine, sandbox } = setup;
		const execution = await tag('fail');
		const job = present(sandbox.jobs[0]);
		expect(execution.error?.message).toContain('lost pages');
		expect(execution.error?.description).toContain(`Job ${job.id} is paid for`);
		const parameters = { resource: 'job', operation: 'download', jobId: job.id };
		const downloaded = await engine.run({ nodes: tagPdf(parameters) });
		expect((await readBinary(present(downloaded.items()[0]))).includes('%PDF-')).toBe(true);
		const again = await tag('warn');
		expect(again.items()[0]?.json.id).toBe(job.id);
		expect(sandbox.ledger.charges).toHaveLength(1);
	});

	test('Fail with an error output: the item has job, report and both files', async () => {
		worse();
		const settings = { onError: 'continueRegularOutput' };
		const execution = await tag('fail', settings);
		const output = present(execution.items()[0]);
		expect(output.json).toMatchObject({
			id: setup.sandbox.jobs[0]?.id,
			status: 'completed',
			error: { code: 'RESULT_WORSE' },
		});
		expect(reportIn(execution).regressions).toHaveLength(LOST.length);
		expect((await readBinary(output, 'data_source')).equals(await rich())).toBe(true);
		expect((await readBinary(output)).equals(await rich())).toBe(false);
	});

	test('a document from a URL is fetched once, and is part of the failed item', async () => {
		worse();
		const document = await rich();
		let fetched = 0;
		const server = createServer((_request, response) => {
			fetched += 1;
			response.end(document);
		}).listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		const url = `http://127.0.0.1:${port}/rich.pdf`;
		const options = { compareWithOriginal: 'fail' };
		const execution = await setup.engine.run({
			nodes: tagPdf({ source: 'url', url, options }, { onError: 'continueRegularOutput' }),
		});
		server.close();
		const output = present(execution.items()[0]);
		expect(output.json.error).toMatchObject({ code: 'RESULT_WORSE' });
		expect((await readBinary(output, 'data_source')).equals(document)).toBe(true);
		expect((await readBinary(output)).equals(document)).toBe(false);
		expect([fetched, setup.sandbox.ledger.charges.length]).toEqual([1, 1]);
	});

	test('Job → Download has no document to compare with', async () => {
		const { engine } = setup;
		const jobId = jobIdOf(await tag('warn'));
		const parameters = { resource: 'job', operation: 'download', jobId };
		const execution = await engine.run({
			nodes: tagPdf({ ...parameters, options: { compareWithOriginal: 'warn' } }),
		});
		expect(reportIn(execution)).toMatchObject({
			before: null,
			after: { pages: 2 },
			regressions: [{ field: 'tagged', before: null, after: false }],
		});
	});
});
