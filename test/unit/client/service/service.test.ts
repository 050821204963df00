import { Readable } from 'node:stream';

import { PRODUCT_LIMITS } from '../../../../client/limits';
import type { HttpResponse } from '../../../../client/runtime';
import { Service, type ServiceMemory } from '../../../../client/service';
import { failureOf } from '../../support/failureOf';
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
} from '../../support/scriptedRuntime';

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

	it('waits for an answer within the limits', async () => {
		const { transfer } = PRODUCT_LIMITS;
		runtime.limits = { ...PRODUCT_LIMITS, transfer: { ...transfer, apiTimeoutMs: 7 } };
		runtime.answer('getAccount', account(7));
		await service.getAccount();
		expect(runtime.requests[0]?.timeoutMs).toBe(7);
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

	it('keeps the exception of an unanswered request as the cause', async () => {
		const cause = noAnswer('CERT_HAS_EXPIRED');
		runtime.answer('getAccount', cause);
		const error = await failureOf(service.getAccount());
		expect(error.code).toBe('UNREACHABLE');
		expect(error.cause).toMatchObject({ message: cause.message });
		expect(error.facts.failure).toEqual({ kind: 'network', code: 'CERT_HAS_EXPIRED' });
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

	describe('with options', () => {
		it('starts no try after a deadline', async () => {
			runtime.answer('getJob', answered(500));
			const began = runtime.now();
			await failureOf(service.getJob('j', { deadline: began + 1_000 }));
			expect(runtime.requests.map(({ at }) => at - began)).toEqual([0, 375]);
		});

		it("listens to the call's own signal or to Stop", async () => {
			runtime.signal = AbortSignal.abort();
			runtime.answer('getAccount', account(7));
			expect((await failureOf(service.getAccount())).code).toBe('STOPPED');
			const { signal } = new AbortController();
			expect(await service.getAccount({ signal })).toMatchObject({ credits_available: 7 });
			const stopped = service.getAccount({ signal: AbortSignal.abort() });
			expect((await failureOf(stopped)).code).toBe('STOPPED');
		});

		it.each(['createUpload', 'submitJob', 'getJob', 'getResult'] as const)(
			'stops %s',
			async (name) => {
				const options = { signal: AbortSignal.abort() };
				const calls = {
					createUpload: async () => await service.createUpload('a.pdf', options),
					submitJob: async () => await service.submitJob('{}', 'k', options),
					getJob: async () => await service.getJob('j', options),
					getResult: async () => await service.getResult('j', options),
				};
				const { code, facts } = await failureOf(calls[name]());
				expect([code, facts.request]).toEqual(['STOPPED', name]);
				expect(runtime.requests).toEqual([]);
			},
		);
	});

	describe('under a rate limit', () => {
		it('pauses all calls of its API key, also those of another Service, and no others', async () => {
			const began = runtime.now();
			runtime.answer('getAccount', rateLimited(30), account(7)).answer('getJob', job('j'));
			const other = new ScriptedRuntime().answer('getJob', job('k'));
			const otherBegan = other.now();

			const held = service.getAccount();
			await Promise.resolve();
			await Promise.all([
				held,
				runtime.sleep(1_000).then(async () => await new Service(runtime).getJob('j')),
				new Service(other).getJob('k'),
			]);
			const times = runtime.requests.map(({ asked, at }) => [asked, at - began]);
			expect(times).toEqual([
				['getAccount', 0],
				['getAccount', 30_125],
				['getJob', 30_125],
			]);
			expect(other.now()).toBe(otherBegan);
		});

		it('fails with job and seconds as soon as the window reaches beyond the deadline', async () => {
			runtime.answer('getAccount', rateLimited(60), account(7)).answer('getJob', job('j'));
			const began = runtime.now();
			const held = service.getAccount();
			await runtime.sleep(1_000);
			const known = { jobId: 'j', jobExists: true };
			const error = await failureOf(service.getJob('j', { job: known, deadline: began + 30_000 }));
			expect(error.code).toBe('RATE_LIMITED');
			expect(error.facts).toMatchObject({ ...known, retryAfterMs: 59_000, tries: 0 });
			expect(runtime.now() - began).toBe(1_000);
			expect(runtime.all('getJob')).toEqual([]);
			await held;
		});
	});
});
