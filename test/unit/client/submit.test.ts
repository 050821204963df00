/** The rule about money, as far as one execution sees it. The lives check it over all executions of a document. */
import { createStoredLedger, Ledger, listKeys } from '../../../client/ledger';
import { Service } from '../../../client/service';
import { submitAndPayOnce, type DocumentJob } from '../../../client/submit';
import { failureOf } from '../support/failureOf';
import { pdfOf } from '../support/pdf';
import { answered, noAnswer, ScriptedRuntime, upload } from '../support/scriptedRuntime';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const DATE = { date: new Date(NOW).toUTCString() };
type Status = 'processing' | 'completed' | 'failed';

/** A job that was made some minutes before the answer. */
const jobMade = (minutes: number, status: Status, id = `job made ${minutes} min ago`) => {
	const createdAt = new Date(NOW - minutes * MINUTE).toISOString();
	return answered(202, { id, status, credits_used: 1, created_at: createdAt }, DATE);
};
const NEW = jobMade(0, 'processing', 'new');
const conflict = answered(409, { error: { type: 'conflict', message: 'Used' } }, DATE);
const gone = answered(404, { error: { type: 'not_found', message: 'No such job' } }, DATE);
const badRequest = answered(400, { error: { type: 'invalid', message: 'No such upload' } }, DATE);

let executions = 0;

/** An execution with one credential. */
function open({ maximum = 0, stored = createStoredLedger('first') } = {}) {
	executions += 1;
	const runtime = new ScriptedRuntime();
	const uploadKeys = (function* () {
		for (let n = 1; ; n += 1) yield upload(`upload_${executions}_${n}`);
	})();
	runtime.answer('createUpload', () => {
		const { value } = uploadKeys.next();
		return { ...value, headers: DATE };
	});
	runtime.answer('store', answered(204));
	const ledger = new Ledger(stored, `execution ${executions}`);
	const service = new Service(runtime, ledger.getServiceMemory('account'));
	const stop = new AbortController();
	const account = { id: 'account', runtime, service, ledger, maximum, signal: stop.signal };
	let reads = 0;
	const submit = async (
		name = 'a',
		more: { ocr?: boolean; pages?: number; owner?: string[] } = {},
	) => {
		const { ocr = false, owner, pages } = more;
		const turn = ledger.takeTurn();
		const content = Buffer.concat([pdfOf(60), Buffer.from(name)]);
		const found = await submitAndPayOnce<never>(account, {
			itemKey: `0:${name}`,
			turn,
			source: name,
			fileName: `${name}.pdf`,
			options: { ocr },
			owner,
			prepare: async () => {
				reads += 1;
				const open = async () => await Promise.resolve(content);
				const document = { fileName: name, size: content.length, open };
				return await Promise.resolve({ document, pages });
			},
		}).finally(turn.end);
		const { entry, job } = found as DocumentJob;
		return { entry, job, number: listKeys(entry).length, paidBefore: entry.paidBefore };
	};
	const keys = () => runtime.all('submitJob').map(({ headers = {} }) => headers['Idempotency-Key']);
	return { account, ledger, keys, reads: () => reads, runtime, stop, stored, submit };
}

describe('the idempotency key', () => {
	const keyOf = async (...given: Parameters<ReturnType<typeof open>['submit']>) => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit(...given);
		return keys()[0];
	};

	test('depends on the file and its options alone', async () => {
		const key = await keyOf('a');
		expect(key).toMatch(/^[0-9a-f]{64}$/);
		expect(await keyOf('a')).toBe(key);
		expect(await keyOf('b')).not.toBe(key);
		expect(await keyOf('a', { ocr: true })).not.toBe(key);
	});

	test('covers the execution, too, if it is to make a new job', async () => {
		const keys = [{}, { owner: ['one'] }, { owner: ['two'] }];
		const all = await Promise.all(keys.map(async (more) => await keyOf('a', more)));
		expect(new Set(all).size).toBe(3);
		const { runtime, submit } = open();
		runtime.answer('submitJob', NEW, jobMade(0, 'processing'));
		expect((await submit('a')).entry.isOfExecution).toBe(false);
		expect((await submit('b', { owner: ['one'] })).entry.isOfExecution).toBe(true);
	});
});

describe('an earlier job', () => {
	test('that is completed is the job of the document', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'completed'));
		expect(await submit()).toMatchObject({ job: { status: 'completed' }, paidBefore: true });
		expect(keys()).toHaveLength(1);
	});

	test('that the service does not find for some seconds is not gone', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'processing'));
		runtime.answer('getJob', gone, gone, gone, gone, jobMade(2, 'completed'));
		expect(await submit()).toMatchObject({ job: { status: 'completed' } });
		expect(keys()).toHaveLength(1);
	});

	test('that is still in process counts as a job of this execution', async () => {
		const { runtime, submit } = open();
		runtime
			.answer('submitJob', jobMade(2, 'processing'))
			.answer('getJob', jobMade(2, 'processing'));
		expect(await submit()).toMatchObject({ job: { status: 'processing' }, paidBefore: null });
	});

	test('that has failed is followed by one new job', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'failed'), NEW);
		expect(await submit()).toMatchObject({ job: { id: 'new' }, number: 2, paidBefore: false });
		expect(new Set(keys()).size).toBe(2);
	});

	test('whose first answer is repeated is asked for its state', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'processing'), NEW);
		runtime.answer('getJob', jobMade(2, 'failed'));
		expect(await submit()).toMatchObject({ job: { id: 'new' }, number: 2 });
	});

	test('whose state comes too late counts as a job of this execution: it may have ended meanwhile', async () => {
		const { keys, runtime, submit } = open();
		const { freshStateMs } = runtime.limits.submission;
		runtime.answer('submitJob', jobMade(2, 'processing'), NEW).answer('getJob', async () => {
			await runtime.sleep(freshStateMs + 1);
			return jobMade(2, 'failed');
		});
		expect(await submit()).toMatchObject({ job: { status: 'failed' }, number: 1 });
		expect(new Set(keys()).size).toBe(1);
	});

	test('that is gone is followed by one new job', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'processing'), NEW).answer('getJob', gone);
		expect(await submit()).toMatchObject({ job: { id: 'new' } });
	});

	test('whose result is gone may be abandoned once', async () => {
		const { ledger, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'completed'), NEW);
		const earlier = await submit();
		expect(ledger.abandonJob(earlier.entry)).toBe(true);
		const next = await submit();
		expect(next).toMatchObject({ job: { id: 'new' }, number: 2 });
		expect(ledger.abandonJob(earlier.entry)).toBe(true);
		expect(ledger.abandonJob(next.entry)).toBe(false);
	});

	test('counts nothing, unless a try without an answer may have made it', async () => {
		const { runtime, submit } = open({ maximum: 1 });
		runtime.answer('submitJob', jobMade(2, 'completed'), noAnswer('ECONNRESET'));
		await submit('a', { pages: 1 });
		await failureOf(submit('b', { pages: 1 }));
		runtime.answer('submitJob', jobMade(3, 'completed'));
		expect(await submit('b', { pages: 1 })).toMatchObject({ job: { status: 'completed' } });
		expect(await failureOf(submit('c', { pages: 1 }))).toMatchObject({ code: 'OVER_BUDGET' });
	});

	test('that is gone under every key: the search ends', async () => {
		const { keys, runtime, submit } = open();
		const { keys: most } = runtime.limits.submission;
		const made = Array.from({ length: most + 1 }, (_, n) => jobMade(60 - n, 'processing'));
		runtime.answer('submitJob', ...made).answer('getJob', gone);
		expect(await failureOf(submit())).toMatchObject({
			code: 'FAILED_REPEATEDLY',
			facts: { attempts: most },
		});
		expect(new Set(keys()).size).toBe(most);
	});

	test('three times failed: the document is refused', async () => {
		const { keys, runtime, submit } = open();
		const failed = [6, 4, 2].map((minutes) => jobMade(minutes, 'failed'));
		runtime.answer('submitJob', ...failed);
		expect(await failureOf(submit())).toMatchObject({
			code: 'FAILED_REPEATEDLY',
			facts: { attempts: 3 },
		});
		expect(keys()).toHaveLength(3);
	});

	// Each new job of a service whose times are wrong looks like an earlier one.
	test.each([60, 60.1, 59.9])(
		'that was made an hour ago is followed by none that was made %d minutes ago',
		async (minutes) => {
			const { keys, runtime, submit } = open();
			const second = jobMade(minutes, 'processing', 'two');
			runtime.answer('submitJob', jobMade(60, 'processing', 'one'), second, NEW);
			runtime.answer('getJob', gone);
			expect(await submit()).toMatchObject({ job: { id: 'two' }, number: 2 });
			expect(keys()).toHaveLength(2);
		},
	);

	test('is followed although it is older than that of the key before, which the service had forgotten', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'processing'), jobMade(60, 'processing'), NEW);
		runtime.answer('getJob', gone);
		expect(await submit()).toMatchObject({ job: { id: 'new' }, number: 3 });
		expect(keys()).toHaveLength(3);
	});
});

describe('a job of this execution', () => {
	test.each<[string, ReturnType<typeof answered>]>([
		['has just been made', jobMade(0, 'failed')],
		['was made less than a minute before', jobMade(0.9, 'failed')],
		[
			'was made at a time without a zone',
			answered(202, { id: 'j', status: 'failed', created_at: '2020-01-01T00:00:00' }, DATE),
		],
		[
			'has a time that is no text',
			answered(202, { id: 'j', status: 'failed', created_at: { toString: 7 } }, DATE),
		],
		['has no time', answered(202, { id: 'j', status: 'failed' }, DATE)],
		[
			'comes without a Date',
			answered(202, { id: 'j', status: 'failed', created_at: '2020-01-01T00:00:00Z' }),
		],
	])('that %s and has failed is followed by nothing', async (_what, answer) => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', answer, NEW);
		expect(await submit()).toMatchObject({ job: { status: 'failed' }, number: 1 });
		expect(keys()).toHaveLength(1);
	});

	test('that an unanswered try may have made is followed by nothing', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', noAnswer('ECONNRESET'), jobMade(2, 'failed'), NEW);
		expect(await submit()).toMatchObject({ job: { id: 'job made 2 min ago' }, number: 1 });
	});

	test('that is gone as soon as it is named has its credits in the ledger', async () => {
		const { ledger, runtime, submit } = open();
		runtime.answer('submitJob', noAnswer('ECONNRESET'), jobMade(2, 'processing'));
		runtime.answer('getJob', gone);
		expect(await failureOf(submit())).toMatchObject({
			code: 'NOT_FOUND',
			facts: { jobId: 'job made 2 min ago', jobExists: true },
		});
		expect(ledger.findSubmission('0:a')).toMatchObject({ credits: 1, paidBefore: null });
	});

	test('counts in a Retry, too, if Stop came before its state was known', async () => {
		const { runtime, stop, stored, submit } = open();
		runtime.answer('submitJob', jobMade(2, 'processing'));
		runtime.answer('getJob', () => {
			stop.abort();
			return Promise.reject(noAnswer('ECONNABORTED'));
		});
		await Promise.allSettled([submit('a')]);
		const retry = open({ maximum: 1, stored });
		retry.runtime.answer('getJob', jobMade(2, 'completed'));
		await retry.submit('a');
		expect(await failureOf(retry.submit('b', { pages: 1 }))).toMatchObject({ code: 'OVER_BUDGET' });
	});

	test('stays its own on the next try, without another look at its file', async () => {
		const { reads, runtime, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit();
		runtime.answer('getJob', jobMade(5, 'failed', 'new'));
		expect(await submit()).toMatchObject({ job: { status: 'failed' }, number: 1 });
		expect([reads(), runtime.all('submitJob').length]).toEqual([1, 1]);
	});

	test('is followed by nothing after its entry was dropped, and counts once', async () => {
		const { keys, runtime, stored, submit } = open();
		runtime.answer('submitJob', NEW, jobMade(2, 'failed', 'new'));
		await submit();
		Object.assign(stored, { documents: {}, items: {}, spent: 1 });
		expect(await submit()).toMatchObject({
			entry: { isCounted: false },
			job: { status: 'failed' },
			number: 1,
			paidBefore: null,
		});
		expect(new Set(keys()).size).toBe(1);
	});

	test('belongs to the options of its item: with others the file is read again', async () => {
		const { keys, reads, runtime, submit } = open();
		runtime.answer('submitJob', NEW, jobMade(0, 'processing'));
		await submit('a');
		await submit('a', { ocr: true });
		expect([reads(), new Set(keys()).size]).toEqual([2, 2]);
	});

	test('is an earlier one for an execution that comes minutes later with its memory', async () => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', jobMade(0, 'failed', 'old'));
		await submit();
		const later = open({ stored });
		later.runtime.answer('getJob', jobMade(2, 'failed', 'old')).answer('submitJob', NEW);
		expect(await later.submit()).toMatchObject({ job: { id: 'new' }, number: 2 });
	});
});

describe('a submission without an answer', () => {
	test('is sent again as it is, without another upload', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', noAnswer('ECONNRESET'));
		const { facts } = await failureOf(submit());
		expect(facts).toMatchObject({ jobMayExist: true, idempotencyKey: keys()[0] });
		const warning = `a submission under the key ${keys()[0]} had no answer: its job may be paid for`;
		expect(runtime.logged).toContainEqual(['warn', warning]);
		runtime.answer('submitJob', NEW);
		await submit();
		const bodies = runtime.all('submitJob').map(({ sent }) => String(sent));
		const key: unknown = expect.stringMatching(/^upload_/);
		const submission = { key, filename: 'a.pdf', options: { ocr: false } };
		expect(JSON.parse(bodies[0] ?? '')).toEqual(submission);
		expect(new Set(bodies).size).toBe(1);
		expect(runtime.all('store')).toHaveLength(1);
	});

	test('whose upload has expired is sent under the same key with a new one', async () => {
		const { keys, runtime, submit } = open({ maximum: 1 });
		runtime.answer('submitJob', noAnswer('ECONNRESET'));
		await failureOf(submit('a', { pages: 1 }));
		runtime.answer('submitJob', badRequest, NEW);
		expect(await submit('a', { pages: 1 })).toMatchObject({ job: { id: 'new' }, number: 1 });
		expect(new Set(keys()).size).toBe(1);
		expect(runtime.all('store')).toHaveLength(2);
	});

	test('stays in doubt if the next try has another error than that', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', noAnswer('ECONNRESET'));
		await failureOf(submit());
		runtime.answer('submitJob', conflict);
		expect(await failureOf(submit())).toMatchObject({
			code: 'CONFLICT',
			facts: { jobMayExist: true, idempotencyKey: keys()[0] },
		});
	});
});

test('a request that is refused at once is not sent again', async () => {
	const { keys, runtime, submit } = open();
	runtime.answer('submitJob', badRequest, NEW);
	expect(await failureOf(submit())).toMatchObject({ code: 'INVALID_REQUEST' });
	expect(keys()).toHaveLength(1);
});

describe('a lasting conflict', () => {
	test('names the key and counts nothing', async () => {
		const { keys, runtime, submit } = open({ maximum: 1 });
		runtime.answer('submitJob', conflict);
		const { code, facts } = await failureOf(submit('a', { pages: 1 }));
		expect([code, facts.idempotencyKey, facts.jobMayExist]).toEqual(['CONFLICT', keys()[0], false]);
		runtime.answer('submitJob', NEW);
		expect(await submit('b', { pages: 1 })).toMatchObject({ job: { id: 'new' } });
	});

	test('is waited for once: later documents ask for five seconds at most', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', conflict);
		const took = async (name: string) => {
			const began = runtime.now();
			await failureOf(submit(name));
			return runtime.now() - began;
		};
		expect(await took('a')).toBeGreaterThan(0.75 * MINUTE);
		expect(await took('b')).toBeLessThanOrEqual(5_000);
	});
});

describe('two contents', () => {
	test('never share an upload: the second is refused before it is paid for', async () => {
		const { runtime, submit } = open();
		runtime.answer('createUpload', upload('same')).answer('submitJob', NEW);
		await submit('a');
		const { code, facts } = await failureOf(submit('b'));
		expect([code, facts.jobMayExist]).toEqual(['UNEXPECTED_ANSWER', false]);
		expect(runtime.all('submitJob')).toHaveLength(1);
	});

	test('never share a job', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit('a');
		const { code, facts } = await failureOf(submit('b'));
		expect([code, facts.jobMayExist]).toEqual(['UNEXPECTED_ANSWER', true]);
	});
});

test('two items with one document share one submission', async () => {
	const { runtime, submit } = open();
	runtime.answer('submitJob', NEW);
	const [one, two] = await Promise.all([submit('a'), submit('a')]);
	expect(one.job).toBe(two.job);
	expect(runtime.all('submitJob')).toHaveLength(1);
});
