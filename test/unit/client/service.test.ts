import { Readable } from 'node:stream';

import fc from 'fast-check';

import { getApiKeyMemory } from '../../../client/rateWindow';
import type { HttpResponse } from '../../../client/runtime';
import {
	isJobId,
	type Job,
	readCredits,
	readJobState,
	Service,
	type ServiceMemory,
} from '../../../client/service';
import { looksLikeHtml } from '../../../client/text';
import { measureCpuMs } from '../support/cpuTime';
import { checkAddress } from '../../../client/address';
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

	it.each<[string, ReturnType<typeof answered> | ReturnType<typeof noAnswer>, boolean]>([
		['a refusal', answered(401), false],
		['a status below 500', answered(499), false],
		['a web page', answered(200, '<html>Log in</html>'), false],
		['a name without an address', noAnswer('ENOTFOUND'), false],
		['a refused connection', noAnswer('ECONNREFUSED'), false],
		['no answer in time', noAnswer('ETIMEDOUT'), false],
		['a broken connection', noAnswer('ECONNRESET'), true],
		['the status 500', answered(500), true],
		['the status 503 of a proxy', answered(503, '<html>Unavailable</html>'), true],
		['an answer', account(7), true],
	])('knows after %s whether its address is right', async (_what, answer, isReachable) => {
		const known = () => getApiKeyMemory(runtime.apiKeyHash).isReachable;
		expect(known()).toBe(false);
		runtime.answer('getAccount', answer);
		await Promise.allSettled([service.getAccount()]);
		expect(known()).toBe(isReachable);
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

	describe("the service's time", () => {
		const at = (date: string, answer: HttpResponse) => ({ ...answer, headers: { date } });
		const ERROR = { error: { type: 'unauthorized', message: 'No such key' } };
		const TYPE_ALONE = { error: { type: 'unauthorized' } };
		const MESSAGE_ALONE = { error: { message: 'No such key' } };
		const FIRST = 'Thu, 01 Jan 2026 12:00:30 GMT';
		const SECOND = 'Thu, 01 Jan 2026 12:01:00 GMT';

		it('comes with the job that a submission names', async () => {
			runtime.answer('submitJob', at(FIRST, job('job_1')), job('job_1'), at('soon', job('job_1')));
			const dates: unknown[] = [];
			for (let n = 0; n < 3; n += 1) dates.push((await service.submitJob('{}', 'key')).date);
			expect(dates).toEqual([Date.UTC(2026, 0, 1, 12, 0, 30), undefined, undefined]);
		});

		it('is that of its last answer that has one', async () => {
			runtime.answer('getJob', at(FIRST, job('job_1')), at(SECOND, job('job_1')), job('job_1'));
			const dates: unknown[] = [];
			for (let n = 0; n < 3; n += 1) {
				await service.getJob('job_1');
				dates.push(service.lastDate);
			}
			expect(dates).toEqual([FIRST, SECOND, SECOND].map((date) => Date.parse(date)));
		});

		it.each<[string, HttpResponse, number | null]>([
			['with a date', at(FIRST, account(7)), Date.parse(FIRST)],
			['without one', account(7), null],
			['of an error', at(FIRST, answered(401, ERROR)), Date.parse(FIRST)],
			// A proxy, whose clock may differ.
			['that is its own', at(FIRST, answered(401, '<html>')), Date.parse(SECOND)],
			['of one with a type', at(FIRST, answered(401, TYPE_ALONE)), Date.parse(SECOND)],
			['of one with a message', at(FIRST, answered(401, MESSAGE_ALONE)), Date.parse(SECOND)],
			['that can be read', at(FIRST, answered(200, '{}')), Date.parse(SECOND)],
		])('is remembered from its first answer alone, %s', async (_what, first, firstDate) => {
			const memory: ServiceMemory = {};
			runtime.answer('getAccount', first, at(SECOND, account(7)));
			await Promise.allSettled([new Service(runtime, memory).getAccount()]);
			await new Service(runtime, memory).getAccount();
			expect(memory.firstDate).toBe(firstDate);
		});
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

	it('reports the server and its answer', async () => {
		const error = { type: 'no_such_job', message: 'No job for sk_secret', request_id: 'req_1' };
		runtime.answer('getJob', answered(404, { error }));
		const { code, facts } = await failureOf(service.getJob('j'));
		expect(code).toBe('JOB_NOT_FOUND');
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

	describe('of a job', () => {
		const down = answered(503);

		it('only repeats an ID that a user typed', async () => {
			runtime.answer('getJob', down);
			const { code, facts } = await failureOf(service.getJob('j'));
			expect(code).toBe('UNREACHABLE');
			expect(facts).toMatchObject({ jobId: 'j', tries: 11 });
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

const accountBody = { credits_available: 7 };
const uploadBody = { upload_url: 'https://s3.example.com', fields: { policy: 'p' }, key: 'k' };
const jobBody = jobOf('j', { status: 'processing' });
const resultBody = { result_url: 'https://s3.example.com/result' };

describe('an answer', () => {
	type Step = 'getAccount' | 'createUpload' | 'submitJob' | 'getJob' | 'getResult';

	/** What the client reads from an answer to this call, whatever status of success it has. */
	async function read(step: Step, body: unknown, headers: Record<string, unknown> = {}) {
		const runtime = new ScriptedRuntime().answer(step, answered(202, body, headers));
		const service = new Service(runtime);
		const calls = {
			getAccount: async () => await service.getAccount(),
			createUpload: async () => await service.createUpload('a.pdf'),
			submitJob: async () => (await service.submitJob('{}', 'k')).job,
			getJob: async () => await service.getJob('j'),
			getResult: async () => await service.getResult('j'),
		};
		return await calls[step]();
	}

	/** Why the client cannot use an answer. */
	async function reasonOf(step: Step, body: unknown, headers: Record<string, unknown> = {}) {
		const { failure } = (await failureOf(read(step, body, headers))).facts;
		return failure?.kind === 'unreadable' ? failure.reason : failure;
	}

	it.each<[Step, object]>([
		['getAccount', { ...accountBody, plan: null }],
		['getAccount', { credits_available: 0 }],
		['getAccount', { credits_available: -3 }],
		['createUpload', uploadBody],
		['createUpload', { ...uploadBody, fields: {} }],
		['createUpload', { ...uploadBody, key: 'x'.repeat(2_000) }],
		['createUpload', { ...uploadBody, fields: { policy: 'p'.repeat(10_000) } }],
		['getJob', { ...jobBody, later: [1] }],
		['getJob', { id: 'j', status: 'queued' }],
		['submitJob', { id: 'j', status: 'queued' }],
		['submitJob', { id: 'j', status: null }],
		['submitJob', { ...jobBody, id: 'x'.repeat(1_000) }],
		['getResult', { ...resultBody, expires_in: 1 }],
	])('to %s is passed on unchanged, with unknown fields and nulls: %#', async (step, body) => {
		expect(await read(step, body)).toEqual(body);
		expect(await read(step, `\ufeff${JSON.stringify(body)}`)).toEqual(body);
	});

	it.each<[Step, object, string]>([
		['getAccount', { credits_available: undefined }, 'credits_available'],
		['getAccount', { credits_available: 1.5 }, 'credits_available'],
		['getAccount', { credits_available: '7' }, 'credits_available'],
		['createUpload', { ...uploadBody, upload_url: '' }, 'upload_url'],
		['createUpload', { ...uploadBody, upload_url: 7 }, 'upload_url'],
		['createUpload', { ...uploadBody, key: null }, 'key'],
		['createUpload', { ...uploadBody, key: '' }, 'key'],
		['createUpload', { ...uploadBody, fields: null }, 'fields'],
		['createUpload', { ...uploadBody, fields: ['x'] }, 'fields'],
		['createUpload', { ...uploadBody, fields: { a: 'x', b: 1 } }, 'fields'],
		['getJob', { ...jobBody, id: undefined }, 'id'],
		['getJob', { ...jobBody, id: '..' }, 'id'],
		['getJob', { ...jobBody, status: 7 }, 'status'],
		['submitJob', { ...jobBody, id: '.' }, 'id'],
		['getResult', { result_url: '' }, 'result_url'],
	])('to %s names the field that breaks the contract: %#', async (step, body, field) => {
		const reason = `field "${field}" is missing or has the wrong type`;
		expect(await reasonOf(step, body)).toBe(reason);
	});

	it.each<[Step, object, true | undefined]>([
		['createUpload', { ...uploadBody, fields: { success_action_status: 201 } }, true],
		['createUpload', { upload_url: 7, key: 7, fields: {} }, true],
		['createUpload', { ok: true }, undefined],
		['getJob', { id: 'j', status: 7 }, true],
		['getAccount', { credits_available: '7' }, undefined],
	])(
		'to %s is not blamed on the address if another field is right: %j',
		async (step, body, isOfService) => {
			const { failure } = (await failureOf(read(step, body))).facts;
			expect(failure).toMatchObject({ kind: 'unreadable' });
			expect((failure as { isOfService?: true }).isOfService).toBe(isOfService);
		},
	);

	it.each<[string, string]>([
		...['[]', 'null', '7', '"text"', '', '{"id": "j", "sta', '<Error/>'].map(
			(body): [string, string] => [body, 'no JSON'],
		),
		['<!DOCTYPE html><html></html>', 'a web page came back'],
		[JSON.stringify({ ...jobBody, id: 'k' }), 'it is about another job'],
	])('%s is not one about the job', async (body, reason) => {
		const headers = { 'content-type': 'text/plain; of the service' };
		expect(await reasonOf('getJob', body, headers)).toBe(reason);
	});

	it('is passed on as far as a person reads it', async () => {
		const long = 'x'.repeat(9_000);
		const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`field ${n}`, n]));
		const job = await read('getJob', { ...jobBody, created_at: long, options: many });
		expect(job).toMatchObject({ id: 'j', created_at: `${'x'.repeat(999)}…` });
		expect(Object.keys((job as unknown as { options: object }).options)).toHaveLength(100);
		const list = await read('getJob', { ...jobBody, options: Array(10_000).fill(7) });
		expect(list).toMatchObject({ options: Array(100).fill(7) });
	});

	it.each<[Step, object]>([
		['submitJob', { ...jobBody, id: 'x'.repeat(1_001) }],
		['createUpload', { ...uploadBody, key: 'x'.repeat(2_001) }],
		['submitJob', { ...jobBody, id: 'job of sk_secret' }],
		['createUpload', { ...uploadBody, key: 'upload of SK_SECRET' }],
		['createUpload', { ...uploadBody, upload_url: 'https://s3.example.com/sk_secret' }],
		['createUpload', { ...uploadBody, fields: { token: 'sk_secret' } }],
		['getResult', { result_url: 'https://s3.example.com/?key=sk_secret' }],
	])(
		'of %s is refused if an ID is too long, or if what is used again repeats the API key',
		async (step, body) => {
			expect(await reasonOf(step, body)).toMatch(
				/^field "(id|key|upload_url|fields|result_url)" (is|repeats)/,
			);
		},
	);

	it('repeats no secret in any field, in no form', async () => {
		const base64 = Buffer.from('sk_secret').toString('base64');
		const policy = 'eyJleHBpcmF0aW9uIjoi';
		const told = {
			filename: `Bearer sk_secret, ${base64}`,
			options: { sk_secret: [policy] },
			// Only the answers that are asked for an address keep it.
			result_url: 'https://storage.example.com/?key=sk_secret',
		};
		const runtime = new ScriptedRuntime()
			.answer('createUpload', answered(201, { ...uploadBody, fields: { policy } }))
			.answer('getJob', answered(200, { ...jobBody, ...told }));
		const service = new Service(runtime);
		await service.createUpload('a.pdf');
		expect(await service.getJob('j')).toMatchObject({
			filename: 'Bearer ***, ***',
			options: { '***': ['***'] },
			result_url: 'https://storage.example.com/?key=***',
		});
	});

	it.each<[Step, object]>([
		[
			'getAccount',
			{ ...accountBody, key: ['sk_secret'], id: { authorization: 'Bearer sk_secret' } },
		],
		['getResult', { ...resultBody, fields: { a: 'sk_secret' }, id: { a: 'sk_secret' } }],
		['getJob', { ...jobBody, key: { url: 'sk_secret' }, fields: ['sk_secret'] }],
	])('of %s shows nothing that was not asked for as it is', async (step, body) => {
		expect(JSON.stringify(await read(step, body))).not.toContain('sk_secret');
	});

	it('has at most twenty levels, which n8n can store', async () => {
		const nest = (levels: number, core: string) =>
			`${'['.repeat(levels)}${core}${']'.repeat(levels)}`;
		const job = async (options: string) =>
			await read('getJob', `{"id":"j","status":"completed","options":${options}}`);
		const kept = JSON.parse(nest(18, '{"a":1}')) as unknown;
		expect(await job(nest(18, '{"a":1}'))).toMatchObject({ options: kept });
		expect(JSON.stringify(await job(nest(100_000, '1')))).toContain(nest(19, 'null'));
		const nestFields = (levels: number, core: string) =>
			`${'{"a":'.repeat(levels)}${core}${'}'.repeat(levels)}`;
		const cut = JSON.stringify(await job(nestFields(1_000, '1')));
		expect(cut).toContain(`"options":${nestFields(19, 'null')}`);
	});

	it('may have fields with the names of built-in properties', async () => {
		const job = await read('getJob', '{"id":"j","status":"completed","__proto__":{"a":1}}');
		expect(JSON.stringify(job)).toContain('"__proto__":{"a":1}');
		expect(job).not.toHaveProperty('a');
	});

	it('with an unsafe address is refused by the name of its field', async () => {
		const refused = { kind: 'address', reason: 'is not https' };
		const url = 'http://s3.example.com/x';
		const uploads = await reasonOf('createUpload', { ...uploadBody, upload_url: url });
		expect(uploads).toEqual({ ...refused, field: 'upload_url' });
		const results = await reasonOf('getResult', { result_url: url });
		expect(results).toEqual({ ...refused, field: 'result_url' });
	});
});

test.each(['<!---->', '<!--', '<!-- -->\n', '<?xml?>', '<?xml ', ' ', '-->'])(
	'a text of many %j is judged in a moment',
	async (part) => {
		const text = `${part.repeat(250_000 / part.length)}x`;
		expect(await measureCpuMs(() => looksLikeHtml(text))).toBeLessThan(200);
	},
);

test('a web page begins with one of its elements', () => {
	const pages = [
		'<!doctype html>',
		'<!DOCTYPE html PUBLIC "-//W3C//DTD">',
		'\n\t <html lang="en">',
		'<?xml version="1.0"?>\n<!-- by a proxy --><!DOCTYPE html>',
		'<!-- login --><html>',
	];
	const others = [
		'',
		'html',
		'<?xml version="1.0"?><Error/>',
		'<!-- <html>',
		'<Error><Code>x</Code></Error>',
		'<header>',
		'see <html>',
	];
	const all = [...pages, '<HTML>', '<head>', '<body class="x">', '<title>', '<meta charset="x">'];
	expect([...all, ...others].filter(looksLikeHtml)).toEqual(all);
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
	test('accepts IDs that can be used in a path', () => {
		const good = ['8f14e45f', 'a/b?c', '...', '.a', 'a..', 'Ж 𝒳', ' a ', '__proto__'];
		good.push('a'.repeat(1_000));
		const broken = [
			'',
			' ',
			'\u00a0\u2003',
			'.',
			'..',
			'\ud800',
			'a\udfff',
			'a\nb',
			'\u0085',
			'a'.repeat(1_001),
		];
		expect([...good, ...broken, undefined, null, 7, ['a']].filter(isJobId)).toEqual(good);
	});

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

test('the credits of a job are a whole number that a document can cost', () => {
	const of = (used: unknown) => readCredits({ ...jobOf('j'), credits_used: used } as Job);
	const costs = [0, 1, 1_000_000];
	expect(costs.map(of)).toEqual(costs);
	const others = [1_000_001, -1, 1.5, '7', null, undefined, NaN, Infinity];
	expect(new Set(others.map(of))).toEqual(new Set([undefined]));
});

test('a state is reported unchanged if it is one word, and else as processing', () => {
	const of = (status: unknown) => readJobState({ ...jobOf('j'), status } as Job);
	const words = ['processing', 'completed', 'failed', 'queued', 'being_checked', 'a'.repeat(30)];
	expect(words.map(of)).toEqual(words);
	const others = [undefined, 7, '', 'sk_live_7', 'Two words', 'a'.repeat(31), 'a\nb', ['failed']];
	expect(new Set(others.map(of))).toEqual(new Set(['processing']));
});
