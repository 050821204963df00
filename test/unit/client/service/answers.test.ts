import type { Answer } from '../../../../client/failure';
import type { HttpResponse } from '../../../../client/runtime';
import {
	checkAddress,
	looksLikeHtml,
	readAccount,
	readJob,
	readNewJob,
	readResult,
	readUpload,
} from '../../../../client/service';
import { answered } from '../../support/scriptedRuntime';

type Reader = Parameters<typeof readJob>[1];
type Read = (response: HttpResponse, reader: Reader) => Answer<object>;

const reader: Reader = { baseUrl: 'https://api.example.com', secrets: [] };

const account = { credits_available: 7 };
const upload = { upload_url: 'https://s3.example.com', fields: { policy: 'p' }, key: 'k' };
const job = {
	id: 'j',
	status: 'processing',
	filename: null,
	credits_used: 1,
	options: null,
	created_at: '2026-01-01T00:00:00Z',
	request_id: 'r',
};
const result = { result_url: 'https://s3.example.com/result' };

/** The reason why a body is not a valid answer. */
function reasonOf(
	read: Read,
	body: unknown,
	headers: Record<string, unknown> = {},
	secrets = reader.secrets,
) {
	const answer = read(answered(200, body, headers), { ...reader, secrets });
	if (answer.ok) return undefined;
	return answer.failure.kind === 'unreadable' ? answer.failure.reason : answer.failure.kind;
}

describe('success bodies', () => {
	it.each<[string, Read, object]>([
		['account', readAccount, { ...account, plan: null }],
		['account without credits', readAccount, { credits_available: 0 }],
		['account that is overdrawn', readAccount, { credits_available: -3 }],
		['upload', readUpload, upload],
		['upload without fields', readUpload, { ...upload, fields: {} }],
		['job', readJob, { ...job, later: [1] }],
		['job that is completed', readJob, { id: 'j', status: 'completed' }],
		['job with the longest id', readJob, { ...job, id: 'x'.repeat(8_000) }],
		['job that has failed', readJob, { id: 'j', status: 'failed' }],
		['job in a state of a later version', readJob, { id: 'j', status: 'queued' }],
		['new job in such a state', readNewJob, { id: 'j', status: 'queued' }],
		['new job in no state', readNewJob, { id: 'j', status: null }],
		['result', readResult, { ...result, expires_in: 1 }],
	])('%s: passes the body on unchanged, with unknown fields and nulls', (_name, read, body) => {
		expect(read(answered(200, body), reader)).toEqual({ ok: true, value: body });
	});

	it.each<[string, Read, object, string]>([
		['account', readAccount, { credits_available: undefined }, 'credits_available'],
		['account', readAccount, { credits_available: 1.5 }, 'credits_available'],
		['account', readAccount, { credits_available: '7' }, 'credits_available'],
		['upload', readUpload, { ...upload, upload_url: '' }, 'upload_url'],
		['upload', readUpload, { ...upload, upload_url: 7 }, 'upload_url'],
		['upload', readUpload, { ...upload, key: null }, 'key'],
		['upload', readUpload, { ...upload, key: '' }, 'key'],
		['upload', readUpload, { ...upload, fields: undefined }, 'fields'],
		['upload', readUpload, { ...upload, fields: null }, 'fields'],
		['upload', readUpload, { ...upload, fields: ['x'] }, 'fields'],
		['upload', readUpload, { ...upload, fields: 'x' }, 'fields'],
		['upload', readUpload, { ...upload, fields: { a: 'x', b: 1 } }, 'fields'],
		['job', readJob, { ...job, id: undefined }, 'id'],
		['job', readJob, { ...job, id: '' }, 'id'],
		['job', readJob, { ...job, id: 7 }, 'id'],
		['job', readJob, { ...job, id: '..' }, 'id'],
		['job', readJob, { ...job, status: 7 }, 'status'],
		['new job', readNewJob, { ...job, id: '.' }, 'id'],
		['job', readJob, { ...job, id: 'x'.repeat(8_001) }, 'id'],
		['job', readJob, { ...job, status: undefined }, 'status'],
		['result', readResult, { result_url: '' }, 'result_url'],
		['result', readResult, { result_url: null }, 'result_url'],
	])('%s: %#. names the field that breaks the contract', (_name, read, body, field) => {
		expect(reasonOf(read, body)).toBe(`field "${field}" is missing or has the wrong type`);
	});

	it.each(['[]', 'null', '7', '"text"', '', '{"id": "j", "sta'])('%j is no JSON body', (body) => {
		expect(reasonOf(readJob, body)).toBe('no JSON (no type)');
		expect(reasonOf(readJob, body, { 'content-type': 'text/plain' })).toBe('no JSON (text/plain)');
	});

	it('distinguishes a web page from other bodies', () => {
		expect(reasonOf(readJob, '<!DOCTYPE html><html></html>')).toBe('a web page came back');
		expect(reasonOf(readJob, '<Error/>', { 'content-type': 'application/xml' })).toBe(
			'no JSON (application/xml)',
		);
	});
});

it('removes secrets from a content type, then shortens it', () => {
	const type = (value: string) => reasonOf(readJob, '', { 'content-type': value }, ['sk_secret']);
	expect(type(`${'t'.repeat(90)}sk_secret`)).toBe(`no JSON (${'t'.repeat(90)}***)`);
	expect(type('t'.repeat(200))).toHaveLength('no JSON ()'.length + 100);
});

it('passes on at most a hundred levels, which n8n can store', () => {
	const nest = (levels: number, core: string) =>
		`${'['.repeat(levels)}${core}${']'.repeat(levels)}`;
	const read = (options: string) =>
		readJob(answered(200, `{"id":"j","status":"completed","options":${options}}`), reader);
	const kept = JSON.parse(nest(98, '{"a":1}')) as unknown;
	expect(read(nest(98, '{"a":1}'))).toMatchObject({ ok: true, value: { options: kept } });
	const deep = read(nest(200_000, '1'));
	expect(JSON.stringify(deep)).toContain(nest(99, 'null'));
});

it('keeps fields with the names of built-in properties', () => {
	const answer = readJob(
		answered(200, '{"id":"j","status":"completed","__proto__":{"a":1}}'),
		reader,
	);
	expect(JSON.stringify(answer)).toContain('"__proto__":{"a":1}');
	expect(answer).not.toHaveProperty('value.a');
});

it.each<[string, Read, (length: number) => object]>([
	['a form', readUpload, (length) => ({ ...upload, fields: { policy: 'p'.repeat(length) } })],
	[
		'an address',
		readResult,
		(length) => ({ result_url: `https://s3.example.com/${'x'.repeat(length)}` }),
	],
])('accepts %s of S3, but not one of more than 64 kB', (_what, read, make) => {
	expect(reasonOf(read, make(10_000))).toBeUndefined();
	expect(reasonOf(read, make(64 * 1024))).toBe('it is longer than 64 kB');
});

it('reads an answer after a byte order mark', () => {
	const answer = readJob(answered(200, `\ufeff${JSON.stringify(job)}`), reader);
	expect(answer).toEqual({ ok: true, value: job });
});

it('refuses an unsafe address by the name of its field', () => {
	const url = 'http://s3.example.com/x';
	const failureOf = <T>(answer: Answer<T>) => (answer.ok ? undefined : answer.failure);
	const refused = { kind: 'address', reason: 'is not https' };
	const result = readResult(answered(200, { result_url: url }), reader);
	expect(failureOf(result)).toEqual({ ...refused, field: 'result_url' });
	const created = readUpload(answered(200, { ...upload, upload_url: url }), reader);
	expect(failureOf(created)).toEqual({ ...refused, field: 'upload_url' });
});

describe('looksLikeHtml', () => {
	it.each([
		'<!doctype html>',
		'<!DOCTYPE html PUBLIC "-//W3C//DTD">',
		'\n\t <html lang="en">',
		'<HTML>',
		'<head>',
		'<body class="x">',
	])('%j is a web page', (body) => {
		expect(looksLikeHtml(body)).toBe(true);
	});

	it.each([
		'',
		'html',
		'<Error><Code>x</Code></Error>',
		'<header>',
		'see <html>',
		'{"a":"<html>"}',
	])('%j is not a web page', (body) => {
		expect(looksLikeHtml(body)).toBe(false);
	});
});

const BASE = 'https://api.example.com';
const refusalOf = (address: string, baseUrl = BASE) => checkAddress('result_url', address, baseUrl);

describe('an address that the service names', () => {
	it.each([
		['https://s3.example.com/x', BASE],
		['HTTPS://s3.example.com/x', BASE],
		['http://127.0.0.1:9000/x', 'https://localhost:4010'],
		['http://localhost:9000/x', 'https://[::1]'],
		['http://127.0.0.1:9000/x', 'http://localhost:4010'],
		['http://s3.example.com/x', 'http://localhost:4010'],
	])('%s is accepted with the base URL %s', (address, baseUrl) => {
		expect(refusalOf(address, baseUrl)).toBeUndefined();
	});

	it.each([
		...['data:application/pdf,x', 'ftp://a.example.com', 'file:///etc/passwd'],
		...['/x', '//a/x', 'shttp://a.example.com', 'httpsx://a.example.com'],
	])('%s is not accepted', (address) => {
		const refused = { kind: 'address', field: 'result_url', reason: 'is not an http(s) address' };
		expect(refusalOf(address)).toEqual(refused);
		expect(refusalOf(address, 'http://localhost')).toEqual(refused);
	});

	it.each([
		['http://s3.example.com/x', BASE],
		['http://127.0.0.1/x', BASE],
		['http://s3.example.com/x', 'https://localhost'],
	])('%s is refused without TLS, with the base URL %s', (address, baseUrl) => {
		expect(refusalOf(address, baseUrl)).toEqual({
			kind: 'address',
			field: 'result_url',
			reason: 'is not https',
		});
	});
});
