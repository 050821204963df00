import { PassThrough, Readable } from 'node:stream';
import FormData from 'form-data';
import { request } from 'undici';
import { download, postForm, sendForm } from '../../reference/client';
import { makeClock } from './clock';
import { open } from './openSandbox';
import { makePdf } from './pdf';
import { element } from './xml';

type Fields = Record<string, string>;

const without = (fields: Fields, name: string): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));

describe('the presigned POST refuses what S3 refuses', () => {
	async function presigned(maxBytes = 100_000) {
		const opened = await open({ maxBytes });
		const { body } = await opened.client.createUpload({ filename: 'a.pdf' });
		return { ...opened, url: body.upload_url, fields: body.fields, pdf: await makePdf() };
	}

	it.each([200, 201, 204] as const)('stores and answers %d', async (storeStatus) => {
		const { client } = await open({ storeStatus });
		const { body } = await client.createUpload();
		const { status } = await postForm(body.upload_url, body.fields, await makePdf());
		expect(status).toBe(storeStatus);
		expect((await client.submitJob({ key: body.key })).status).toBe(202);
	});

	it.each([
		['key', 400, 'InvalidArgument'],
		['policy', 400, 'InvalidArgument'],
		['x-amz-signature', 400, 'InvalidArgument'],
		['x-amz-credential', 400, 'InvalidArgument'],
		['Content-Type', 403, 'AccessDenied'],
		['success_action_status', 403, 'AccessDenied'],
	])('a missing field %s: %d %s', async (name, status, code) => {
		const { url, fields, pdf, client } = await presigned();
		const answer = await postForm(url, without(fields, name), pdf);
		expect([answer.status, element(answer.text, 'Code')]).toEqual([status, code]);
		const key = fields.key ?? '';
		expect((await client.submitJob({ key })).status).toBe(400);
	});

	it.each([
		['key', 'another', 'AccessDenied'],
		['Content-Type', 'text/plain', 'AccessDenied'],
		['policy', 'e30=', 'SignatureDoesNotMatch'],
		['x-amz-signature', '0'.repeat(64), 'SignatureDoesNotMatch'],
		['x-amz-credential', 'OTHER/20300101/local/s3/aws4_request', 'InvalidAccessKeyId'],
	])('a changed field %s: 403 %s', async (name, value, code) => {
		const { url, fields, pdf } = await presigned();
		const answer = await postForm(url, { ...fields, [name]: value }, pdf);
		expect([answer.status, element(answer.text, 'Code')]).toEqual([403, code]);
	});

	it('an extra field: 403, and it is named', async () => {
		const { url, fields, pdf } = await presigned();
		const answer = await postForm(url, { ...fields, acl: 'public-read' }, pdf);
		expect(answer.status).toBe(403);
		expect(element(answer.text, 'Message')).toBe(
			'Invalid according to Policy: Extra input fields: acl',
		);
	});

	it('the file before the fields: 400, since fields after it are ignored', async () => {
		const { url, fields, pdf, sandbox } = await presigned();
		const form = new FormData();
		form.append('file', Buffer.from(pdf), { filename: 'a.pdf' });
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		const answer = await sendForm(url, form);
		expect([answer.status, element(answer.text, 'Code')]).toEqual([400, 'InvalidArgument']);
		expect(answer.text).toContain('check the order of the fields');
		expect(sandbox.requestsOf('store')[0]?.parts[0]?.name).toBe('file');
	});

	it('no file, or two: 400', async () => {
		const { url, fields, pdf } = await presigned();
		const none = new FormData();
		const two = new FormData();
		for (const form of [none, two])
			for (const [name, value] of Object.entries(fields)) form.append(name, value);
		for (const filename of ['a.pdf', 'b.pdf']) two.append('file', Buffer.from(pdf), { filename });
		for (const form of [none, two]) {
			const answer = await sendForm(url, form);
			expect([answer.status, element(answer.text, 'ArgumentName')]).toEqual([400, 'file']);
		}
	});

	it('no Content-Length: 411', async () => {
		const { url, fields, pdf } = await presigned();
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		form.append('file', Buffer.from(pdf), { filename: 'a.pdf' });
		// A stream of unknown length is sent in chunks.
		const body = Readable.from(form.pipe(new PassThrough()));
		const answer = await request(url, { method: 'POST', headers: form.getHeaders(), body });
		expect(answer.statusCode).toBe(411);
		expect(element(await answer.body.text(), 'Code')).toBe('MissingContentLength');
	});

	it('an Authorization header: 400, and its value is not echoed', async () => {
		const { url, fields, pdf } = await presigned();
		const answer = await postForm(url, fields, pdf, { authorization: 'Bearer secret-value' });
		expect([answer.status, element(answer.text, 'Code')]).toEqual([400, 'InvalidArgument']);
		expect(answer.text).not.toContain('secret-value');
	});

	it('a document over the limit: 400 EntityTooLarge; an empty one: EntityTooSmall', async () => {
		const { url, fields } = await presigned(1000);
		const large = await postForm(url, fields, Buffer.alloc(300_000));
		expect([large.status, element(large.text, 'Code')]).toEqual([400, 'EntityTooLarge']);
		expect(element(large.text, 'MaxSizeAllowed')).toBe('1000');
		const empty = await postForm(url, fields, Buffer.alloc(0));
		expect([empty.status, element(empty.text, 'Code')]).toEqual([400, 'EntityTooSmall']);
		expect((await postForm(url, fields, Buffer.alloc(1000))).status).toBe(204);
	});

	it('an expired policy: 403', async () => {
		const clock = makeClock();
		const { client } = await open({ now: clock.now, uploadExpirySeconds: 60 });
		const { body } = await client.createUpload();
		clock.pass(61);
		const answer = await postForm(body.upload_url, body.fields, await makePdf());
		expect(answer.status).toBe(403);
		expect(element(answer.text, 'Message')).toBe('Invalid according to Policy: Policy expired.');
	});

	it('a body that is no form: 412; a form that breaks off: 400', async () => {
		const { url, pdf } = await presigned();
		const plain = await request(url, { method: 'POST', body: Buffer.from(pdf) });
		expect([plain.statusCode, element(await plain.body.text(), 'Code')]).toEqual([
			412,
			'PreconditionFailed',
		]);
		const headers = { 'content-type': 'multipart/form-data; boundary=x' };
		const body = '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue';
		const broken = await request(url, { method: 'POST', headers, body });
		expect([broken.statusCode, element(await broken.body.text(), 'Code')]).toEqual([
			400,
			'MalformedPOSTRequest',
		]);
	});
});

describe('result URLs', () => {
	async function result(options = {}) {
		const opened = await open(options);
		const { client, sandbox } = opened;
		const { body } = await client.submitJob({ key: await client.upload(await makePdf()) });
		await sandbox.jobFinished(body.id);
		return { ...opened, result: (await client.getResult(body.id)).body };
	}

	it('announce type and length, and live on another origin', async () => {
		const { result: issued, sandbox } = await result();
		const { bytes, headers, status } = await download(issued.result_url);
		expect(status).toBe(200);
		expect(headers['content-type']).toBe('application/pdf');
		expect(headers['content-length']).toBe(String(bytes.length));
		expect(new URL(issued.result_url).origin).not.toBe(sandbox.url);
	});

	it('expire after expires_in seconds: 403', async () => {
		const clock = makeClock();
		const { result: issued } = await result({ now: clock.now, resultExpirySeconds: 30 });
		expect(issued.expires_in).toBe(30);
		clock.pass(29);
		expect((await download(issued.result_url)).status).toBe(200);
		clock.pass(2);
		const { bytes, status } = await download(issued.result_url);
		expect([status, element(bytes.toString(), 'Message')]).toEqual([403, 'Request has expired']);
	});

	it('refuse an Authorization header: 400, a changed signature: 403, none: 403', async () => {
		const { result: issued } = await result();
		const url = new URL(issued.result_url);
		expect((await download(url.href, { authorization: 'Bearer x' })).status).toBe(400);
		url.searchParams.set('X-Amz-Expires', '999999');
		expect((await download(url.href)).status).toBe(403);
		expect((await download(url.origin + url.pathname)).status).toBe(403);
	});
});
