import { PassThrough, Readable } from 'node:stream';
import FormData from 'form-data';
import { request } from 'undici';
import { download, postForm, sendForm } from '../../reference/client';
import { makePdf, element, makeClock, open } from './openSandbox';

type Fields = Record<string, string>;

async function presigned(options = {}) {
	const opened = await open({ maxBytes: 100_000, ...options });
	const { body } = await opened.client.createUpload({ filename: 'a.pdf' });
	const { upload_url: url, fields, key } = body;
	return { ...opened, url, fields, key, pdf: Buffer.from(await makePdf()) };
}

/** A form with these parts in their order; a document is a file. */
function formOf(...parts: Array<Fields | Buffer>): FormData {
	const form = new FormData();
	for (const part of parts) {
		if (Buffer.isBuffer(part)) form.append('file', part, { filename: 'a.pdf' });
		else for (const [name, value] of Object.entries(part)) form.append(name, value);
	}
	return form;
}

describe('the presigned POST', () => {
	it.each([200, 201, 204] as const)('stores and answers %d', async (storeStatus) => {
		const { client, fields, key, pdf, url } = await presigned({ storeStatus });
		expect((await postForm(url, fields, pdf)).status).toBe(storeStatus);
		expect((await client.submitJob({ key })).status).toBe(202);
	});

	it.each<[string, (fields: Fields) => void, number, string]>([
		['no key', (fields) => delete fields.key, 400, 'InvalidArgument'],
		['no policy', (fields) => delete fields.policy, 400, 'InvalidArgument'],
		['no signature', (fields) => delete fields['x-amz-signature'], 400, 'InvalidArgument'],
		['no type', (fields) => delete fields['Content-Type'], 403, 'AccessDenied'],
		['another key', (fields) => (fields.key = 'another'), 403, 'AccessDenied'],
		['another type', (fields) => (fields['Content-Type'] = 'text/plain'), 403, 'AccessDenied'],
		['another policy', (fields) => (fields.policy = 'e30='), 403, 'SignatureDoesNotMatch'],
		[
			'another account',
			(fields) => (fields['x-amz-credential'] = 'OTHER/20300101/local/s3/aws4_request'),
			403,
			'InvalidAccessKeyId',
		],
		['a field that no policy lists', (fields) => (fields.acl = 'public'), 403, 'AccessDenied'],
	])('refuses %s', async (_what, change, status, code) => {
		const { client, fields, key, pdf, url } = await presigned();
		change(fields);
		const answer = await postForm(url, fields, pdf);
		expect([answer.status, element(answer.text, 'Code')]).toEqual([status, code]);
		expect((await client.submitJob({ key })).status).toBe(400);
	});

	it.each<[string, (fields: Fields, pdf: Buffer) => FormData, string]>([
		['the file before the fields', (fields, pdf) => formOf(pdf, fields), 'InvalidArgument'],
		['no file', (fields) => formOf(fields), 'InvalidArgument'],
		['two files', (fields, pdf) => formOf(fields, pdf, pdf), 'InvalidArgument'],
		['a large file', (fields) => formOf(fields, Buffer.alloc(300_000)), 'EntityTooLarge'],
		['an empty file', (fields) => formOf(fields, Buffer.alloc(0)), 'EntityTooSmall'],
	])('refuses %s: 400', async (_what, make, code) => {
		const { fields, pdf, url } = await presigned();
		const answer = await sendForm(url, make(fields, pdf));
		expect([answer.status, element(answer.text, 'Code')]).toEqual([400, code]);
	});

	it('refuses no Content-Length, an Authorization, no form and a broken one', async () => {
		const { fields, pdf, url } = await presigned();
		const form = formOf(fields, pdf);
		const headers = form.getHeaders();
		// A stream of unknown length is sent in chunks.
		const chunks = Readable.from(form.pipe(new PassThrough()));
		const broken = `--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue`;
		for (const [sent, status, code] of [
			[{ headers, body: chunks }, 411, 'MissingContentLength'],
			[{ headers: { authorization: 'Bearer secret' }, body: pdf }, 400, 'InvalidArgument'],
			[{ body: pdf }, 412, 'PreconditionFailed'],
			[
				{ headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: broken },
				400,
				'MalformedPOSTRequest',
			],
		] as const) {
			const answer = await request(url, { method: 'POST', ...sent });
			const text = await answer.body.text();
			expect([answer.statusCode, element(text, 'Code')]).toEqual([status, code]);
			expect(text).not.toContain('Bearer');
		}
	});

	it('refuses an expired policy', async () => {
		const clock = makeClock();
		const { fields, pdf, url } = await presigned({ now: clock.now, uploadExpirySeconds: 60 });
		clock.pass(61);
		const { status, text } = await postForm(url, fields, pdf);
		const message = 'Invalid according to Policy: Policy expired.';
		expect([status, element(text, 'Message')]).toEqual([403, message]);
	});
});

test('a result URL serves the document on another origin until it expires, as it was signed', async () => {
	const clock = makeClock();
	const { client, finish, sandbox } = await open({ now: clock.now, resultExpirySeconds: 30 });
	const { body } = await client.getResult((await finish()).id);
	const url = new URL(body.result_url);
	expect([body.expires_in, url.origin]).toEqual([30, sandbox.storageUrl]);
	clock.pass(29);
	const { bytes, headers, status } = await download(url.href);
	expect(status).toBe(200);
	expect(headers['content-type']).toBe('application/pdf');
	expect(headers['content-length']).toBe(String(bytes.length));
	expect((await download(url.href, { authorization: 'Bearer x' })).status).toBe(400);
	clock.pass(2);
	const late = await download(url.href);
	expect([late.status, element(late.bytes.toString(), 'Message')]).toEqual([
		403,
		'Request has expired',
	]);
	url.searchParams.set('X-Amz-Expires', '999999');
	expect((await download(url.href)).status).toBe(403);
	expect((await download(url.origin + url.pathname)).status).toBe(403);
});
