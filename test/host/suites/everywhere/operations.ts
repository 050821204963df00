import { createServer } from 'node:http';
import { closedBy } from '../../../closing';
import { listening } from '../../../listening';
import { type Setup } from '../../harness/setup';
import { openSharedSetup } from './shared';
import { makeDocument, readTitle, titleOf, writeDocuments } from '../../harness/documents';
import { runFlow } from '../../harness/flow';
import { outputs, readBinary, type Execution } from '../../harness/rest/executions';
import { node, tagPdf as tagPdfNode, readFiles } from '../../harness/workflow';

let setup: Setup;
let drive: string;
let pattern: string;
const closing = closedBy(afterAll);

beforeAll(async () => {
	setup = await openSharedSetup();
	pattern = await writeDocuments(setup.documents, 1);
	const pdf = await makeDocument('From a URL');
	const server = closing(
		createServer((_request, response) => {
			// Without Content-Length n8n has to store the file before it can upload it.
			response.setHeader('content-type', 'application/pdf');
			response.write(pdf.subarray(0, 100));
			response.end(pdf.subarray(100));
		}),
	);
	drive = await listening(server);
});

type Parameters = Record<string, unknown>;
const tagPdf = (name: string, parameters: Parameters) => ({
	...tagPdfNode(setup.credential, parameters),
	name,
});
const theOutput = (execution: Execution, node: string) => {
	const items = outputs(execution, node)[0] ?? [];
	expect(items).toHaveLength(1);
	const [item] = items;
	if (!item) throw new Error(`${node} has put out nothing`);
	return item;
};
const binaryTitle = async (execution: Execution, node: string, field = 'data') => {
	const binary = theOutput(execution, node).binary?.[field];
	if (!binary) throw new Error(`${node} has put out no file in ${field}`);
	return await readTitle(await readBinary(setup.session, binary));
};

describe('Every operation', () => {
	test('Account → Get', async () => {
		const get = tagPdf('Get', { resource: 'account', operation: 'get' });
		const execution = await runFlow(setup, get);
		expect(execution.status).toBe('success');
		expect(theOutput(execution, 'Get').json).toMatchObject({
			account_id: setup.sandbox.accounts[0].accountId,
			credits_available: setup.sandbox.accounts[0].credits,
		});
	});

	test('Document → Tag, from a binary field', async () => {
		const execution = await runFlow(setup, readFiles(pattern), tagPdf('Tag', {}));
		expect(execution.status).toBe('success');
		const { json, binary } = theOutput(execution, 'Tag');
		expect(json).toMatchObject({ status: 'completed', credits_used: 1 });
		expect(json).not.toHaveProperty('error');
		expect(binary?.data).toMatchObject({
			mimeType: 'application/pdf',
			fileName: `${titleOf(0)}-tagged.pdf`,
		});
		expect(await binaryTitle(execution, 'Tag')).toBe(titleOf(0));
	});

	test('Document → Tag, every file of an item, with Input Binary Field left empty', async () => {
		const jsCode =
			'const [{ binary }] = $input.all(); return [{ json: {}, binary: { one: binary.data, two: binary.data } }];';
		const execution = await runFlow(
			setup,
			readFiles(pattern),
			node('Collect', 'n8n-nodes-base.code', 2, { jsCode }),
			node('Split Out', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: '$binary' }),
			tagPdf('Tag', { options: { keepInputData: 'binary' } }),
		);
		expect(execution.status).toBe('success');
		const fields = outputs(execution, 'Tag')[0]?.map(({ binary = {} }) => Object.keys(binary));
		expect(fields).toEqual([
			['data', 'one'],
			['data', 'two'],
		]);
	});

	test('Document → Tag, from a URL that announces no length', async () => {
		const parameters = { source: 'url', url: `http://${drive}/report%202026.pdf` };
		const execution = await runFlow(setup, tagPdf('Tag', parameters));
		expect(theOutput(execution, 'Tag').binary?.data?.fileName).toBe('report 2026-tagged.pdf');
		expect(await binaryTitle(execution, 'Tag')).toBe('From a URL');
	});

	test('Document → Submit, Job → Wait, Get and Download', async () => {
		const jobId = '={{ $json.id }}';
		const execution = await runFlow(
			setup,
			readFiles(pattern),
			tagPdf('Submit', {
				operation: 'submit',
				ocr: true,
				options: { embedFonts: true },
			}),
			tagPdf('Wait', { resource: 'job', operation: 'wait', jobId }),
			tagPdf('Get', { resource: 'job', operation: 'get', jobId }),
			tagPdf('Download', { resource: 'job', operation: 'download', jobId }),
		);
		expect(execution.status).toBe('success');
		const submitted = theOutput(execution, 'Submit').json;
		expect(submitted).toMatchObject({
			filename: `${titleOf(0)}.pdf`,
			options: { ocr: true, embed_fonts: true },
		});
		for (const name of ['Wait', 'Get', 'Download']) {
			const { json } = theOutput(execution, name);
			expect(json).toMatchObject({ id: submitted.id, status: 'completed' });
		}
		expect(await binaryTitle(execution, 'Download')).toBe(titleOf(0));
	});
});
