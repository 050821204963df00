import { Readable } from 'node:stream';

import fc from 'fast-check';

import type { Answer } from '../../../client/failure';
import type { HttpResponse } from '../../../client/runtime';
import {
	checkAddress,
	isJobId,
	type Job,
	looksLikeHtml,
	readAccount,
	readJob,
	readJobState,
	readNewJob,
	readResult,
	readUpload,
	Service,
	type ServiceMemory,
} from '../../../client/service';
import { failureOf } from '../support/failureOf';
import { jobOf } from '../support/fakeService';
import {
	account,
	answered,
	job,
	noAnswer,
	rateLimited,
	result,
	ScriptedRuntime,
	streamed,
	upload,
} from '../support/scriptedRuntime';

const JSON_IN = { Accept: 'application/json' };
const JSON_BOTH = { ...JSON_IN, 'Content-Type': 'application/json' };

describe('Service', () => {
	let runtime: ScriptedRuntime;
	let service: Service;

	beforeEach(() => {
		runtime = new ScriptedRuntime();
		runtime.baseUrl = 'https://example.com/tagging';
		service = new Service(runtime);
	});

	it('asks for the account', async () => {
		runtime.answer('getAccount', account(7));
		expect(await service.getAccount()).toMatchObject({ credits_available: 7 });
		expect(runtime.requests).toEqual([
			{
				asked: 'getAccount',
				at: runtime.now(),
				method: 'GET',
				url: 'https://example.com/tagging/v1/me',
				headers: JSON_IN,
				body: undefined,
				timeoutMs: 60_000,
			},
		]);
	});

	it('asks for an upload by the name of the file', async () => {
		runtime.answer('createUpload', upload('k'));
		expect(await service.createUpload('Отчёт "1".pdf')).toMatchObject({ key: 'k' });
		expect(runtime.requests).toMatchObject([
			{
				method: 'POST',
				url: 'https://example.com/tagging/v1/uploads',
				headers: JSON_BOTH,
				body: '{"filename":"Отчёт \\"1\\".pdf"}',
			},
		]);
	});

	it('has answered after a successful call, but not after a refusal or a useless answer', async () => {
		runtime.answer('getAccount', answered(401));
		await failureOf(service.getAccount());
		runtime.answer('getAccount', answered(200, '<html>Log in</html>'));
		await failureOf(service.getAccount());
		expect(service.hasAnswered()).toBe(false);
		runtime.answer('getAccount', account(7));
		await service.getAccount();
		expect(service.hasAnswered()).toBe(true);
	});

	it('survives a restart of 20 seconds if the service has answered before, but fails early for a mistyped host', async () => {
		runtime.answer('createUpload', noAnswer('ECONNREFUSED'));
		expect((await failureOf(service.createUpload('a.pdf'))).facts.tries).toBe(4);
		runtime.answer('getAccount', account(7));
		await service.getAccount();
		for (const asked of ['createUpload', 'submitJob'] as const) {
			const back = runtime.now() + 20_000;
			const answer = asked === 'submitJob' ? job('job_1') : upload();
			runtime.answer(asked, () => {
				if (runtime.now() < back) throw noAnswer('ECONNREFUSED');
				return answer;
			});
			await (asked === 'submitJob' ? service.submitJob('{}', 'k') : service.createUpload('a.pdf'));
			expect(runtime.now()).toBeGreaterThanOrEqual(back);
		}
	});

	it('submits the same bytes with the same key at every try', async () => {
		runtime.answer('submitJob', noAnswer('ECONNRESET'), answered(503), rateLimited(1), job('j'));
		const body = '{ "key" : "k" }';
		expect(await service.submitJob(body, 'key 7')).toMatchObject({ job: { id: 'j' } });
		expect(runtime.requests).toHaveLength(4);
		for (const request of runtime.requests) {
			expect(request).toMatchObject({
				method: 'POST',
				url: 'https://example.com/tagging/v1/jobs',
				headers: { ...JSON_BOTH, 'Idempotency-Key': 'key 7' },
				body,
			});
		}
	});

	it.each([
		['the first try', [], true],
		['a refusal that made no job', [rateLimited(1)], true],
		['a lost answer', [noAnswer('ECONNRESET')], false],
		['a conflict', [answered(409)], false],
	])('says whether the answer is the first that could name the job: after %s', async (...given) => {
		const [, earlier, isFirstAnswer] = given;
		runtime.answer('submitJob', ...earlier, job('j'));
		expect(await service.submitJob('{}', 'k')).toMatchObject({ isFirstAnswer });
	});

	describe("the service's time", () => {
		const at = (date: string, answer: HttpResponse) => ({ ...answer, headers: { date } });
		const FIRST = 'Thu, 01 Jan 2026 12:00:30 GMT';
		const SECOND = 'Thu, 01 Jan 2026 12:01:00 GMT';

		it('is known for each job, from the answer that named it', async () => {
			runtime.answer('submitJob', at(FIRST, job('job_1')));
			runtime.answer('getJob', at(SECOND, job('job_1')), job('job_1'), at('soon', job('job_1')));
			const jobs = [(await service.submitJob('{}', 'key')).job];
			for (let n = 0; n < 3; n += 1) jobs.push(await service.getJob('job_1'));
			expect(jobs.map((each) => service.getDateOf(each))).toEqual([
				Date.UTC(2026, 0, 1, 12, 0, 30),
				Date.UTC(2026, 0, 1, 12, 1),
				undefined,
				undefined,
			]);
		});

		it('is known for a job that was polled with pauses in between', async () => {
			runtime.answer('getJob', at(FIRST, job('job_1')));
			const tried = await service.createJobTries('job_1', {}).tryOnce();
			const date = tried.state === 'done' ? service.getDateOf(tried.value) : 'no job';
			expect(date).toBe(Date.UTC(2026, 0, 1, 12, 0, 30));
		});

		it.each([
			['with a date', at(FIRST, answered(401)), Date.UTC(2026, 0, 1, 12, 0, 30)],
			['without one', answered(401), null],
		])('is remembered from the first answer alone, %s', async (_what, first, firstDate) => {
			const memory: ServiceMemory = {};
			runtime.answer('getAccount', first, at(SECOND, account(7)));
			await failureOf(new Service(runtime, memory).getAccount());
			await new Service(runtime, memory).getAccount();
			expect(memory.firstDate).toBe(firstDate);
		});
	});

	it.each([200, 201, 202])('accepts %i as an existing job', async (statusCode) => {
		runtime.answer('submitJob', { ...job('j'), statusCode });
		expect(await service.submitJob('{}', 'k')).toMatchObject({ job: { id: 'j' } });
	});

	it('requests a job and its result with any ID', async () => {
		runtime.answer('getJob', job('a/b?c')).answer('getResult', result('https://s3.example.com/r'));
		expect(await service.getJob('a/b?c')).toMatchObject({ id: 'a/b?c' });
		expect(await service.getResult('a/b?c')).toMatchObject({
			result_url: 'https://s3.example.com/r',
		});
		expect(runtime.requests).toMatchObject([
			{ method: 'GET', url: 'https://example.com/tagging/v1/jobs/a%2Fb%3Fc', headers: JSON_IN },
			{ method: 'GET', url: 'https://example.com/tagging/v1/jobs/a%2Fb%3Fc/result' },
		]);
	});

	it.each([
		// The call is retried if there is time left.
		['the time of a call', 120_000, 60_000, 60_375],
		['a deadline', 20_000, 20_000, 20_000],
		['the time of a last call, where a deadline leaves less', 100, 5_000, 5_000],
	])('aborts a slow answer with %s', async (_what, deadlineMs, longest, inAll) => {
		const began = runtime.now();
		const drip = async function* () {
			for (;;) {
				await runtime.sleep(250);
				yield Buffer.from(' ');
			}
		};
		runtime.answer('getJob', () => streamed(Readable.from(drip())), answered(400));
		const { facts } = await failureOf(service.getJob('j', { deadline: began + deadlineMs }));
		expect(facts.jobId).toBe('j');
		expect(runtime.now() - began).toBe(inAll);
		expect(runtime.requests[0]?.timeoutMs).toBe(longest);
	});

	it('reads no more of an answer than the limit', async () => {
		runtime.answer('getAccount', answered(200, ' '.repeat(4 * 1024 ** 2 + 1)), account(7));
		expect(await service.getAccount()).toMatchObject({ credits_available: 7 });
		expect(runtime.requests).toHaveLength(2);
	});

	it('reports the server and its answer', async () => {
		const error = { type: 'no_such_job', message: 'No job for sk_secret', request_id: 'req_1' };
		runtime.answer('getJob', answered(404, { error }));
		const { code, facts } = await failureOf(service.getJob('j'));
		expect(code).toBe('NOT_FOUND');
		expect(facts).toMatchObject({
			request: 'getJob',
			server: 'example.com',
			tries: 1,
			failure: {
				kind: 'status',
				statusCode: 404,
				type: 'no_such_job',
				message: 'No job for ***',
				requestId: 'req_1',
			},
		});
	});

	it('repeats a request after an unreadable success', async () => {
		runtime.answer('getJob', answered(200, '<html></html>'), job('j', 'completed'));
		expect(await service.getJob('j')).toMatchObject({ status: 'completed' });
	});

	it('refuses an answer about another job', async () => {
		runtime.answer('getJob', job('k', 'completed'), job('j'));
		expect(await service.getJob('j')).toMatchObject({ id: 'j', status: 'processing' });
		runtime.answer('getJob', job('k', 'completed'));
		const { code, facts } = await failureOf(service.getJob('j'));
		expect(code).toBe('UNEXPECTED_ANSWER');
		expect(facts).toMatchObject({ jobId: 'j', failure: { reason: 'it is about another job' } });
	});

	describe('of a job', () => {
		const down = answered(503);

		it('only repeats an ID that a user typed', async () => {
			runtime.answer('getJob', down);
			const { code, facts } = await failureOf(service.getJob('j'));
			expect(code).toBe('UNREACHABLE');
			expect(facts).toMatchObject({ jobId: 'j', tries: 4 });
			expect(facts).not.toHaveProperty('jobExists');
		});

		it('says that it exists if the service has shown it', async () => {
			runtime.answer('getJob', down).answer('getResult', down);
			const job = { jobId: 'j', jobExists: true };
			expect((await failureOf(service.getJob('j', { job }))).facts).toMatchObject(job);
			expect((await failureOf(service.getResult('j'))).facts).toMatchObject(job);
		});
	});
});

type Reader = Parameters<typeof readJob>[1];
type Read = (response: HttpResponse, reader: Reader) => Answer<object>;

const reader: Reader = { baseUrl: 'https://api.example.com', secrets: [] };

const accountBody = { credits_available: 7 };
const uploadBody = { upload_url: 'https://s3.example.com', fields: { policy: 'p' }, key: 'k' };
const jobBody = {
	id: 'j',
	status: 'processing',
	filename: null,
	credits_used: 1,
	options: null,
	created_at: '2026-01-01T00:00:00Z',
	request_id: 'r',
};
const resultBody = { result_url: 'https://s3.example.com/result' };

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
		['account', readAccount, { ...accountBody, plan: null }],
		['account without credits', readAccount, { credits_available: 0 }],
		['account that is overdrawn', readAccount, { credits_available: -3 }],
		['upload', readUpload, uploadBody],
		['upload without fields', readUpload, { ...uploadBody, fields: {} }],
		['job', readJob, { ...jobBody, later: [1] }],
		['job that is completed', readJob, { id: 'j', status: 'completed' }],
		['job with the longest id', readJob, { ...jobBody, id: 'x'.repeat(8_000) }],
		['job that has failed', readJob, { id: 'j', status: 'failed' }],
		['job in a state of a later version', readJob, { id: 'j', status: 'queued' }],
		['new jobBody in such a state', readNewJob, { id: 'j', status: 'queued' }],
		['new jobBody in no state', readNewJob, { id: 'j', status: null }],
		['result', readResult, { ...resultBody, expires_in: 1 }],
	])('%s: passes the body on unchanged, with unknown fields and nulls', (_name, read, body) => {
		expect(read(answered(200, body), reader)).toEqual({ ok: true, value: body });
	});

	it.each<[string, Read, object, string]>([
		['account', readAccount, { credits_available: undefined }, 'credits_available'],
		['account', readAccount, { credits_available: 1.5 }, 'credits_available'],
		['account', readAccount, { credits_available: '7' }, 'credits_available'],
		['upload', readUpload, { ...uploadBody, upload_url: '' }, 'upload_url'],
		['upload', readUpload, { ...uploadBody, upload_url: 7 }, 'upload_url'],
		['upload', readUpload, { ...uploadBody, key: null }, 'key'],
		['upload', readUpload, { ...uploadBody, key: '' }, 'key'],
		['upload', readUpload, { ...uploadBody, fields: undefined }, 'fields'],
		['upload', readUpload, { ...uploadBody, fields: null }, 'fields'],
		['upload', readUpload, { ...uploadBody, fields: ['x'] }, 'fields'],
		['upload', readUpload, { ...uploadBody, fields: 'x' }, 'fields'],
		['upload', readUpload, { ...uploadBody, fields: { a: 'x', b: 1 } }, 'fields'],
		['job', readJob, { ...jobBody, id: undefined }, 'id'],
		['job', readJob, { ...jobBody, id: '' }, 'id'],
		['job', readJob, { ...jobBody, id: 7 }, 'id'],
		['job', readJob, { ...jobBody, id: '..' }, 'id'],
		['job', readJob, { ...jobBody, status: 7 }, 'status'],
		['new job', readNewJob, { ...jobBody, id: '.' }, 'id'],
		['job', readJob, { ...jobBody, id: 'x'.repeat(8_001) }, 'id'],
		['job', readJob, { ...jobBody, status: undefined }, 'status'],
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
	['a form', readUpload, (length) => ({ ...uploadBody, fields: { policy: 'p'.repeat(length) } })],
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
	const answer = readJob(answered(200, `\ufeff${JSON.stringify(jobBody)}`), reader);
	expect(answer).toEqual({ ok: true, value: jobBody });
});

it('refuses an unsafe address by the name of its field', () => {
	const url = 'http://s3.example.com/x';
	const failureOf = <T>(answer: Answer<T>) => (answer.ok ? undefined : answer.failure);
	const refused = { kind: 'address', reason: 'is not https' };
	const resultBody = readResult(answered(200, { result_url: url }), reader);
	expect(failureOf(resultBody)).toEqual({ ...refused, field: 'result_url' });
	const created = readUpload(answered(200, { ...uploadBody, upload_url: url }), reader);
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

const JOBS = 'https://api.example.com/v1/jobs/';

describe('isJobId', () => {
	test.each([
		'8f14e45f',
		'a/b?c',
		'...',
		'.a',
		'a.',
		'a..',
		'Ж 𝒳',
		'constructor',
		'__proto__',
		'a'.repeat(255),
	])('%p is accepted', (id) => expect(isJobId(id)).toBe(true));

	test.each<unknown>([
		...['', '.', '..', '\ud800', 'a\udfff', 'a\nb', '\u0000', '\u0085', 'a'.repeat(8_001)],
		...[undefined, null, 7, ['a']],
	])('%p is refused', (id) => expect(isJobId(id)).toBe(false));

	test('an accepted ID has its own path below the jobs', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
				fc.pre(isJobId(a) && isJobId(b));
				const of = (id: string) => new URL(JOBS + encodeURIComponent(id)).href;
				expect(of(a).startsWith(JOBS)).toBe(true);
				expect(of(a).length).toBeGreaterThan(JOBS.length);
				expect(of(a) === of(b)).toBe(a === b);
			}),
		);
	});
});

describe('readJobState', () => {
	const of = (status: unknown) => readJobState({ ...jobOf('j'), status } as Job);

	test.each([
		'processing',
		'completed',
		'failed',
		'queued',
		'being_checked',
		'on-hold',
		'a'.repeat(30),
	])('%s is reported unchanged', (status) => expect(of(status)).toBe(status));

	test.each([undefined, null, 7, '', 'sk_live_7', 'Two words', 'a'.repeat(31), 'a\nb', ['failed']])(
		'%p is an unknown state of a pending job',
		(status) => expect(of(status)).toBe('processing'),
	);
});
