import { jobOperations } from '../../../../../nodes/TagPdf/job/operations';
import { quoteValue } from '../../../../../nodes/shared/errorTexts';
import { errorOf } from '../../../support/errorOf';
import { FakeExecution, NOTHING } from '../../../support/fakeExecution';
import { jobOf } from '../../../support/fakeService';
import { itemOf } from '../../../support/itemOf';
import { answered, result, ScriptedRuntime, streamed } from '../../../support/scriptedRuntime';
import { as, DOWN, id, openJob as open, type Operation, PDF } from '../../../support/openJob';

const ALL: Operation[] = ['download', 'get', 'getDownloadLink', 'wait'];
const OF_RESULT: Operation[] = ['download', 'getDownloadLink'];

describe('every operation', () => {
	test.each(ALL)('%s refuses a missing or malformed ID before any request', async (operation) => {
		for (const given of ['', '  ', NOTHING, null]) {
			const { run, runtime } = open({ jobId: given });
			expect(await errorOf(() => run(operation))).toEqual({
				code: 'INVALID_INPUT',
				message: "'Job ID' is empty",
				description: 'Enter the ID of a job. Document → Submit and the trigger return it.',
			});
			expect(runtime.requests).toEqual([]);
		}
		for (const given of [true, [id], { id }]) {
			const { run, runtime } = open({ jobId: given });
			expect(await errorOf(() => run(operation))).toEqual({
				code: 'INVALID_INPUT',
				message: "'Job ID' is not a text",
				description: 'Enter the ID of a job.',
			});
			expect(runtime.requests).toEqual([]);
		}
		for (const given of ['.', '..', 'a\ud800', 'a\nb', 'job_7\n']) {
			const { run, runtime } = open({ jobId: given });
			expect(await errorOf(() => run(operation))).toMatchObject({
				code: 'INVALID_INPUT',
				message: `'Job ID' is not valid: ${String(quoteValue(given))}`,
			});
			expect(runtime.requests).toEqual([]);
		}
	});

	test.each(ALL)(
		'%s refuses an ID with the API key in it, and does not repeat it',
		async (operation) => {
			const { run, runtime } = open({ jobId: 'Bearer sk_secret' });
			expect(await errorOf(() => run(operation))).toEqual({
				code: 'INVALID_INPUT',
				message: "'Job ID' has the API key in it",
				description: 'Enter the ID of a job. Errors and outputs show the ID.',
			});
			expect(runtime.requests).toEqual([]);
		},
	);

	test.each(ALL)('%s refuses a presigned address, and does not repeat it', async (operation) => {
		const { run, runtime } = open({ jobId: 'https://storage.example.com/a.pdf?signature=abc' });
		expect(await errorOf(() => run(operation))).toMatchObject({
			message: "'Job ID' is an address",
		});
		expect(runtime.requests).toEqual([]);
	});

	test.each(ALL)('%s asks for exactly the ID that it is given', async (operation) => {
		for (const given of [' job', 'job ', '\u00a0job\ufeff', 'e\u0301', '%20']) {
			const runtime = new ScriptedRuntime()
				.answer('getJob', answered(200, jobOf(given, { status: 'completed' })))
				.answer('getResult', result())
				.serve(streamed(PDF));
			const fake = new FakeExecution({
				parameters: [{ jobId: given, binaryPropertyOutput: 'data' }],
			});
			await jobOperations[operation].execute(itemOf(fake, { state: {} }, runtime));
			const paths = runtime.requests.map(({ url }) => decodeURIComponent(new URL(url).pathname));
			expect(paths.slice(0, 1)).toEqual([`/v1/jobs/${given}`]);
		}
	});

	test('a job that does not exist says that spaces around its ID count', async () => {
		const { run, runtime } = open({ jobId: 'job_7 ' });
		const error = { type: 'not_found', message: 'no such job', request_id: 'r' };
		runtime.answer('getJob', answered(404, { error }));
		expect(await errorOf(() => run('get'))).toMatchObject({
			message: 'The service does not find the job',
			description: expect.stringContaining('Spaces around it count.') as string,
		});
	});

	test.each(ALL)(
		'%s does not claim that a typed ID is a job while the service is down',
		async (operation) => {
			const { run, runtime } = open({ jobId: 'typo', options: { waitTimeout: 10 } });
			runtime.answer('getJob', DOWN);
			expect(await errorOf(() => run(operation))).toMatchObject({
				code: 'UNREACHABLE',
				description: 'No new charge was made. Try again later.',
			});
		},
	);

	test.each(ALL)('%s sends nothing after Stop', async (operation) => {
		const { run, runtime } = open({}, {}, AbortSignal.abort());
		expect(await errorOf(() => run(operation))).toMatchObject({ code: 'STOPPED' });
		expect(runtime.requests).toEqual([]);
	});

	test.each(ALL)('%s finds a job that the service shows some seconds later', async (operation) => {
		const { run, runtime } = open();
		const missing = answered(404, { error: { type: 'not_found', message: 'No such job' } });
		runtime.answer('getJob', missing, missing, missing, as('completed'));
		await run(operation);
		expect(runtime.all('getJob')).toHaveLength(4);
		runtime.answer('getJob', missing);
		const began = runtime.now();
		expect(await errorOf(() => run(operation))).toMatchObject({ code: 'JOB_NOT_FOUND' });
		expect(runtime.now() - began).toBeLessThanOrEqual(4_000);
	});

	test.each([
		['job_7', 'job_7'],
		[3, '3'],
		[0, '0'],
	])('reads the ID %j as %s', async (given, expected) => {
		const { run, runtime } = open({ jobId: given });
		runtime.answer('getJob', answered(200, jobOf(expected)));
		expect(await run('get')).toEqual({ json: jobOf(expected) });
		expect(runtime.requests[0]?.url).toMatch(new RegExp(`/v1/jobs/${expected}$`));
	});
});

describe.each(OF_RESULT)('%s', (operation) => {
	test.each([
		['processing', 'NOT_COMPLETED'],
		['failed', 'JOB_FAILED'],
	] as const)('refuses a job that is %s, and names it', async (status, code) => {
		const { run, runtime, state } = open();
		runtime.answer('getJob', as(status));
		const error = await errorOf(() => run(operation));
		expect(error.code).toBe(code);
		expect(error.description).not.toContain('No new charge');
		// A job that is in process may be done in some seconds: the event may have been faster than the service.
		expect(runtime.all('getJob')).toHaveLength(status === 'failed' ? 1 : 4);
		expect(state.job).toEqual(jobOf(id, { status }));
	});

	test('waits some seconds for a job that its event has announced', async () => {
		const { run, runtime } = open();
		runtime.answer('getJob', as('processing'), as('processing'), as('completed'));
		expect(await run(operation)).toMatchObject({
			json: { request_id: expect.anything() as string },
		});
	});

	test('asks for no result after Stop', async () => {
		const stop = new AbortController();
		const { run, runtime } = open({}, {}, stop.signal);
		runtime.answer('getJob', () => {
			stop.abort();
			return as('completed');
		});
		expect(await errorOf(() => run(operation))).toMatchObject({ code: 'STOPPED' });
		expect(runtime.order()).toEqual(['getJob']);
	});
});
