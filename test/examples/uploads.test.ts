import { readFile } from 'node:fs/promises';
import { closedBy } from '../closing';
import { makeDocument, readTitle } from '../host/harness/documents';
import { NODE_TYPES } from '../host/harness/package';
import { finishedExecutions, outputs } from '../host/harness/rest/executions';
import { serviceOf } from '../host/harness/rest/credentials';
import { activate } from '../host/harness/rest/workflows';
import { present } from '../present';
import { launch } from '../ui/browser';
import { readExample } from './examples';
import { openStage, type Stage } from './stage';
import { fetchAlone } from '../host/harness/fetchAlone';

let stage: Stage;
const closing = closedBy(afterAll);
beforeAll(async () => {
	stage = closing(await openStage());
});
beforeEach(() => stage.sandbox.reset());

const upload = async (
	path: string,
	files: Readonly<Record<string, Buffer>>,
	headers = {},
	fields: Readonly<Record<string, string>> = {},
) => {
	const body = new FormData();
	for (const [field, content] of Object.entries(files)) {
		body.set(field, new Blob([content], { type: 'application/pdf' }), 'annual report.pdf');
	}
	for (const [field, value] of Object.entries(fields)) body.set(field, value);
	return await fetchAlone(`${stage.n8n.url}${path}`, { method: 'POST', body, headers });
};

/** The webhook ID of the example's node of that type. */
const webhookId = (name: string, type: string) =>
	String(readExample(name).nodes.find((node) => node.type === type)?.webhookId);

test('webhook-upload: the answer is the tagged PDF, or a reason; sent again it is paid for once', async () => {
	const credentials = { httpHeaderAuth: { name: 'X-Api-Key', value: 'of the caller' } };
	await activate(stage.session, await stage.prepare('webhook-upload', { credentials }));
	const key = { 'x-api-key': 'of the caller' };
	const send = async (content: Buffer, headers: object = key) =>
		await upload('/webhook/tag-a-pdf', { file: content }, headers);
	const pdf = await makeDocument('Upload', 2);
	expect((await send(pdf, {})).status).toBe(403);
	for (const time of [1, 2]) {
		const answer = await send(pdf);
		expect([time, answer.status]).toEqual([time, 200]);
		expect(answer.headers.get('content-type')).toContain('application/pdf');
		expect(answer.headers.get('content-disposition')).toContain('annual%20report-tagged.pdf');
		expect(await readTitle(Buffer.from(await answer.arrayBuffer()))).toBe('Upload');
	}
	const refused = await send(Buffer.from('no PDF'));
	expect(refused.status).toBe(422);
	expect(await refused.json()).toEqual({
		code: 'NOT_A_PDF',
		message: expect.stringContaining('is not a PDF'),
		what_to_do: expect.any(String),
	});
	const two = { one: pdf, two: await makeDocument('Second') };
	for (const files of [{}, two] as Array<Record<string, Buffer>>) {
		const answer = await upload('/webhook/tag-a-pdf', files, key);
		expect(answer.status).toBe(422);
		expect(await answer.json()).toMatchObject({ code: 'ONE_FILE' });
	}
	// The file is fine, and the caller sends it again later.
	const [account] = stage.sandbox.accounts;
	account.revoked = true;
	const later = await send(await makeDocument('Later'));
	account.revoked = false;
	expect(later.status).toBe(503);
	expect(await later.json()).toMatchObject({ code: 'UNAUTHORIZED' });
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('form-upload: the form returns the tagged PDF or explains what is wrong', async () => {
	await activate(stage.session, await stage.prepare('form-upload'));
	const browser = closing(await launch());
	const page = await browser.newPage();
	const send = async (buffer: Buffer) => {
		await page.goto(
			`${stage.n8n.url}/form/${webhookId('form-upload', 'n8n-nodes-base.formTrigger')}`,
		);
		const file = { name: 'annual report.pdf', mimeType: 'application/pdf', buffer };
		await page.locator('input[type=file]').setInputFiles(file);
		await page.getByRole('button', { name: 'Submit' }).click();
	};
	for (const time of [1, 2]) {
		const downloading = page.waitForEvent('download');
		await send(await makeDocument('Form', 2));
		const download = await downloading;
		expect([time, download.suggestedFilename()]).toEqual([time, 'annual report-tagged.pdf']);
		expect(await readTitle(await readFile(await download.path()))).toBe('Form');
		await page.getByText('annual report-tagged.pdf').waitFor();
	}
	await send(Buffer.from('no PDF'));
	await page.getByText('This PDF could not be tagged').waitFor();
	await page.getByText('is not a PDF').waitFor();
	expect(stage.sandbox.ledger.spent).toBe(2);
});

test('submit-documents and file-tagged-documents: filed under its own name, and the person is told', async () => {
	const { sandbox, session } = stage;
	const hook = webhookId('file-tagged-documents', NODE_TYPES.tagPdfTrigger);
	const address = `${stage.n8n.url}/webhook/${hook}/webhook`;
	const { secret } = sandbox.webhooks.endpoints.add(sandbox.accounts[0], address);
	const filing = await stage.prepare('file-tagged-documents', {
		credentials: { tagPdfApi: { ...serviceOf(sandbox), productionSigningSecret: secret } },
		parameters: { 'Wait for the row': { amount: 2 } },
	});
	await activate(session, filing);
	await activate(session, await stage.prepare('submit-documents'));
	const browser = closing(await launch());
	const page = await browser.newPage();
	const form = `${stage.n8n.url}/form/${webhookId('submit-documents', 'n8n-nodes-base.formTrigger')}`;
	const send = async (buffer: Buffer) => {
		await page.goto(form);
		const file = { name: 'annual report.pdf', mimeType: 'application/pdf', buffer };
		await page.locator('input[type=file]').setInputFiles(file);
		await page.locator('input[type=email]').fill('reader@example.com');
		await page.getByRole('button', { name: 'Submit' }).click();
	};

	sandbox.faults.order({ step: 'getJob', fault: { fields: { status: 'processing' } } });
	await send(await makeDocument('Later', 2));
	await page.getByText('Your PDF is in process').waitFor();
	const [filed] = await finishedExecutions(session, filing.id);
	expect(filed && (await stage.titles(filed, 'Save the tagged PDF'))).toEqual(['Later']);
	const [[saved] = []] = outputs(present(filed), 'Save the tagged PDF');
	expect(saved?.json).toMatchObject({
		name: `annual report (${String(sandbox.jobs[0]?.id)}).pdf`,
		email: 'reader@example.com',
	});

	// A second person gets it at once, and nobody pays again.
	const downloading = page.waitForEvent('download');
	await send(await makeDocument('Later', 2));
	const download = await downloading;
	expect(await readTitle(await readFile(await download.path()))).toBe('Later');
	await page.getByText('This PDF was tagged before').waitFor();
	expect(sandbox.ledger.spent).toBe(2);

	await send(Buffer.from('no PDF'));
	await page.getByText('This PDF could not be tagged').waitFor();
	await page.getByText('is not a PDF').waitFor();
});
