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

	const other = (name: string, value: string) => (fields: Fields, pdf: Buffer) =>
		formOf({ ...fields, [name]: value }, pdf);
	const without = (name: string) => (fields: Fields, pdf: Buffer) =>
		formOf(Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name)), pdf);
	it.each<[string, (fields: Fields, pdf: Buffer) => FormData, number, string]>([
		['no key', without('key'), 400, 'InvalidArgument'],
		['no policy', without('policy'), 400, 'InvalidArgument'],
		['no signature', without('x-amz-signature'), 400, 'InvalidArgument'],
		['no type', without('Content-Type'), 403, 'AccessDenied'],
		['another key', other('key', 'another'), 403, 'AccessDenied'],
		['another type', other('Content-Type', 'text/plain'), 403, 'AccessDenied'],
		['another policy', other('policy', 'e30='), 403, 'SignatureDoesNotMatch'],
		['another account', other('x-amz-credential', 'OTHER/2030/s3'), 403, 'InvalidAccessKeyId'],
		['a field that no policy lists', other('acl', 'public'), 403, 'AccessDenied'],
		['the file before the fields', (fields, pdf) => formOf(pdf, fields), 400, 'InvalidArgument'],
		['no file', (fields) => formOf(fields), 400, 'InvalidArgument'],
		['two files', (fields, pdf) => formOf(fields, pdf, pdf), 400, 'InvalidArgument'],
		['a large file', (fields) => formOf(fields, Buffer.alloc(300_000)), 400, 'EntityTooLarge'],
		['an empty file', (fields) => formOf(fields, Buffer.alloc(0)), 400, 'EntityTooSmall'],
	])('refuses %s', async (_what, make, status, code) => {
		const { client, fields, key, pdf, url } = await presigned();
		const answer = await sendForm(url, make(fields, pdf));
		expect([answer.status, element(answer.text, 'Code')]).toEqual([status, code]);
		expect((await client.submitJob({ key })).status).toBe(400);
	});

	it('refuses no Content-Length, an Authorization, no form and a broken one', async () => {
		const { fields, pdf, url } = await presigned();
		const form = formOf(fields, pdf);
		const headers = form.getHeaders();
		// A stream of unknown length is sent in chunks.
		const chunks = Readable.from(form.pipe(new PassThrough()));
		const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
		const broken = `--x\r\nContent-Disposition: form-data; name="key"\r\n\r\nvalue`;
		for (const [sent, status, code] of [
			[{ headers, body: chunks }, 411, 'MissingContentLength'],
			[{ headers: { authorization: 'Bearer secret' }, body: pdf }, 400, 'InvalidArgument'],
			[{ body: pdf }, 412, 'PreconditionFailed'],
			[{ headers: multipart, body: broken }, 400, 'MalformedPOSTRequest'],
		] as const) {
			const answer = await request(url, { method: 'POST', ...sent });
			const text = await answer.body.text();
			expect([answer.statusCode, element(text, 'Code')]).toEqual([status, code]);
			expect(text).not.toContain('Bearer');
		}
	});
});

test('what is presigned serves until it expires, as it was signed', async () => {
	const clock = makeClock();
	const expiry = { resultExpirySeconds: 30, uploadExpirySeconds: 30 };
	const { client, fields, finish, pdf, sandbox, url } = await presigned({
		...expiry,
		now: clock.now,
	});
	const { body } = await client.getResult((await finish()).id);
	const result = new URL(body.result_url);
	expect([body.expires_in, result.origin]).toEqual([30, sandbox.storageUrl]);
	clock.pass(29);
	const { bytes, headers, status } = await download(result.href);
	expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
	expect(headers['content-length']).toBe(String(bytes.length));
	expect((await download(result.href, { authorization: 'Bearer x' })).status).toBe(400);
	clock.pass(2);
	const [late, store] = [await download(result.href), await postForm(url, fields, pdf)];
	expect([late.status, store.status]).toEqual([403, 403]);
	expect(element(late.bytes.toString(), 'Message')).toBe('Request has expired');
	expect(element(store.text, 'Message')).toBe('Invalid according to Policy: Policy expired.');
	result.searchParams.set('X-Amz-Expires', '999999');
	expect((await download(result.href)).status).toBe(403);
	expect((await download(result.origin + result.pathname)).status).toBe(403);
});
