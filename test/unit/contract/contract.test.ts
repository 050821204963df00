import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { theContract } from '../../../sandbox/api/contract';
import { makePdf, open } from '../sandbox/openSandbox';

const job = {
	id: 'j',
	status: 'completed',
	filename: null,
	credits_used: 1,
	options: null,
	created_at: '2030-01-01T00:00:00.000Z',
	request_id: 'r',
};
const error = { error: { type: 't', message: 'm', request_id: 'r' } };

describe('what the contract says of answers', () => {
	const fields = { upload_url: 'u', key: 'k', request_id: 'r', fields: { a: 1 } };
	const withoutMessage = { error: { type: 't', request_id: 'r' } };
	it.each([
		['a field is missing', 'getJob', 200, { ...job, request_id: undefined }, 'request_id'],
		['an unknown status of a job', 'getJob', 200, { ...job, status: 'queued' }, 'status'],
		['a date that is none', 'getJob', 200, { ...job, created_at: 'today' }, 'created_at'],
		['null where it is not allowed', 'getJob', 200, { ...job, credits_used: null }, 'credits_used'],
		['another success status', 'submitJob', 201, job, 'status 201'],
		['429 without Retry-After', 'getJob', 429, error, 'Retry-After'],
		['an error without its message', 'getJob', 404, withoutMessage, 'message'],
		['fields that are not text', 'createUpload', 201, fields, 'fields'],
	])('refuses: %s', (_what, operation, status, body, problem) => {
		const clean: unknown = JSON.parse(JSON.stringify(body));
		expect(theContract().response(operation, status, {}, clean).join()).toContain(problem);
	});
});

describe('the sandbox and the contract', () => {
	it('answers with exactly the fields that the contract names', async () => {
		const document = parse(readFileSync('contract/openapi.yaml', 'utf8')) as {
			components: { schemas: Record<string, { properties: object }> };
		};
		const fields = (name: string) =>
			Object.keys(document.components.schemas[name]?.properties ?? {}).sort();
		const { client, sandbox } = await open();
		const upload = await client.createUpload();
		const key = await client.upload(await makePdf());
		const submitted = await client.submitJob({ key });
		await sandbox.jobFinished(submitted.body.id);
		const answers = {
			Account: await client.getAccount(),
			Upload: upload,
			Job: await client.getJob(submitted.body.id),
			Result: await client.getResult(submitted.body.id),
		};
		for (const [name, { body }] of Object.entries(answers))
			expect([name, Object.keys(body).sort()]).toEqual([name, fields(name)]);
	});

	it('refuses to send an answer against the contract, and keeps it on record', async () => {
		const { account, client, sandbox } = await open();
		account.credits = 0.5;
		const { body, status } = await client.getAccount();
		expect([status, body]).toEqual([500, expect.objectContaining({ error: expect.anything() })]);
		expect(sandbox.violations).toEqual([expect.stringContaining('credits_available')]);
		sandbox.reset();
	});
});
