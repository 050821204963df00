/** The rule about money, as far as one execution sees it. The lives check it over all executions of a document. */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { DocumentJob } from '../../../client/submit';
import { failureOf } from '../support/failureOf';
import { answered, noAnswer, upload } from '../support/scriptedRuntime';
import {
	NOW,
	MINUTE,
	DAY,
	DATE,
	jobMade,
	NEW,
	error,
	conflict,
	contentOf,
	forbidden,
	missing,
	noCredits,
	badRequest,
	openExecution as open,
} from '../support/openExecution';

type Execution = ReturnType<typeof open>;

/** Lets the others work until something is the case, for at most so many turns that it never will be. */
async function until(isSo: () => boolean) {
	for (let turn = 0; turn < 10_000 && !isSo(); turn += 1) await setImmediate();
	expect(isSo()).toBe(true);
}

/** Waits until a unit has joined the work on its document. */
const untilJoined = async ({ ledger }: Execution, unitKey: string) =>
	await until(() => ledger.getDocumentOf(unitKey) !== undefined);

/** Waits until so many uploads are in storage, and the last one waits for its submission. */
async function untilStored({ runtime, stored }: Execution, count: number) {
	await until(() => Object.keys(stored.units).length >= count);
	expect(runtime.all('store')).toHaveLength(count);
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
		expect(await keyOf('a', { maxJobs: 7 })).toBe(key);
		expect(await keyOf('b')).not.toBe(key);
		expect(await keyOf('a', { ocr: true })).not.toBe(key);
	});

	test('covers the execution, too, if it is to make a new job', async () => {
		const keys = [{}, { owner: ['one'] }, { owner: ['two'] }];
		const all = await Promise.all(keys.map(async (more) => await keyOf('a', more)));
		expect(new Set(all).size).toBe(3);
		const { ledger, runtime, submit } = open();
		runtime.answer('submitJob', NEW, jobMade(0, 'processing'));
		await Promise.all([submit('a'), submit('b', { owner: ['one'] })]);
		expect(ledger.findSubmission('0:a')?.isOfExecution).toBe(false);
		expect(ledger.findSubmission('0:b')?.isOfExecution).toBe(true);
	});
});

describe('with one job, the first job is the job of the document', () => {
	test.each<[string, ReturnType<typeof answered>]>([
		['is completed', jobMade(90 * DAY, 'completed')],
		['is in process', jobMade(90 * DAY, 'processing')],
		['has failed', jobMade(90 * DAY, 'failed')],
	])('if it %s', async (_what, answer) => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', answer);
		const id = 'job made 7776000000 ms ago';
		expect(await submit()).toMatchObject({ job: { id }, jobNumber: 1, paidBefore: true });
		expect(keys()).toHaveLength(1);
		expect(runtime.all('getJob')).toEqual([]);
	});
});

test('a document that is not to be submitted is neither uploaded nor paid for', async () => {
	const { runtime, stored, submit } = open();
	const prepare = async () => await Promise.resolve({ skipped: 'is tagged' });
	expect(await submit('a', { prepare })).toEqual({ skipped: 'is tagged' });
	expect(runtime.requests).toEqual([]);
	expect(stored.documents).toEqual({});
});

test('a source that only its content identifies is read for that on a second try alone', async () => {
	const opened = open();
	opened.runtime.answer('submitJob', NEW, jobMade(0, 'processing', 'other'));
	opened.runtime.answer('getJob', NEW);
	let reads = 0;
	const submit = async (text: string) => {
		const source = async () => {
			reads += 1;
			return await Promise.resolve(createHash('sha256').update(contentOf(text)).digest('hex'));
		};
		return await opened.submit(text, { unitKey: '0:a', source });
	};
	expect(await submit('one')).toMatchObject({ job: { id: 'new' } });
	expect(reads).toBe(0);
	expect(await submit('one')).toMatchObject({ job: { id: 'new' } });
	expect([reads, opened.runtime.all('store').length]).toEqual([1, 1]);
	expect(await submit('two')).toMatchObject({ job: { id: 'other' } });
	expect([reads, opened.runtime.all('store').length]).toEqual([2, 2]);
});

describe('a Retry', () => {
	/** A document whose second job was the last one. */
	const openSecond = async () => {
		const { keys, runtime, stored, submit } = open();
		const second = jobMade(2 * MINUTE, 'failed', 'two');
		runtime.answer('submitJob', jobMade(2 * DAY, 'failed', 'one'), second);
		await submit('a', { maxJobs: 2 });
		return { earlier: keys(), ...open({ stored }) };
	};

	test('pays for the third job under a key of its own after the second one', async () => {
		const { earlier, keys, runtime, submit } = await openSecond();
		runtime.answer('getJob', jobMade(2 * MINUTE, 'failed', 'two')).answer('submitJob', NEW);
		expect(await submit('a', { maxJobs: 3 })).toMatchObject({ job: { id: 'new' }, jobNumber: 3 });
		expect(new Set([...earlier, ...keys()]).size).toBe(3);
		expect(keys()).toHaveLength(1);
	});

	test('names the number of the job that it cannot ask for', async () => {
		const { runtime, submit } = await openSecond();
		runtime.answer('getJob', forbidden);
		expect((await failureOf(submit())).facts).toMatchObject({ jobNumber: 2, maxJobs: 1 });
	});

	test.each([
		['twice if no other job may follow', 1, 2],
		['as often as usual if one may', 2, 9],
	])('asks for an old job that is missing %s', async (_what, maxJobs, tries) => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', jobMade(2 * DAY, 'processing', 'old'));
		await submit();
		const retry = open({ stored });
		// The answers to another document tell the service's time.
		retry.runtime.answer('submitJob', NEW, jobMade(0, 'processing', 'next'));
		await retry.submit('b');
		retry.runtime.answer('getJob', missing);
		await Promise.allSettled([retry.submit('a', { maxJobs })]);
		expect(retry.runtime.all('getJob')).toHaveLength(tries);
		expect(retry.keys()).toHaveLength(maxJobs);
	});

	test('asks for its job as long as the user waits for a paid job', async () => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit();
		const retry = open({ stored });
		retry.runtime.answer('getJob', answered(503));
		retry.runtime.after(10 * MINUTE, () => retry.runtime.answer('getJob', NEW));
		const retryUntil = retry.runtime.now() + 30 * MINUTE;
		expect(await retry.submit('a', { retryUntil })).toMatchObject({ job: { id: 'new' } });
	});

	test('with another unit that allows more jobs meanwhile goes on to the next one', async () => {
		const { runtime, stored, submit } = open();
		const failed = jobMade(2 * MINUTE, 'failed', 'one');
		runtime.answer('submitJob', failed);
		await submit();
		const retry = open({ stored });
		let other: Promise<DocumentJob> | undefined;
		retry.runtime.answer('submitJob', NEW).answer('getJob', ({ url }) => {
			// It joins the work of the first unit at once.
			other ??= retry.submit('a', { maxJobs: 2 });
			return url.endsWith('/one') ? failed : NEW;
		});
		expect(await retry.submit('a', { maxJobs: 1 })).toMatchObject({ job: { id: 'new' } });
		expect(await other).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
		expect(retry.keys()).toHaveLength(1);
	});

	test('looks anew at the job that the ledger knows, and may go on', async () => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', jobMade(0, 'failed', 'own'));
		await submit('a', { maxJobs: 2 });
		const retry = open({ stored });
		retry.runtime.answer('getJob', jobMade(0, 'failed', 'own')).answer('submitJob', NEW);
		const found = await retry.submit('a', { maxJobs: 2 });
		expect(found).toMatchObject({ job: { id: 'new' }, jobNumber: 2, paidBefore: false });
	});

	test('resumes the job that the ledger knows, even if the number was lowered', async () => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'failed', 'one'), NEW);
		await submit('a', { maxJobs: 2 });
		const retry = open({ stored });
		retry.runtime.answer('getJob', jobMade(0, 'completed', 'new'));
		expect(await retry.submit('a')).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
		expect(retry.runtime.all('submitJob')).toEqual([]);
	});

	test('counts the jobs of the execution that it continues as its own', async () => {
		const { runtime, stored, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit('a');
		const later = { date: new Date(NOW + 5 * MINUTE).toUTCString() };
		const retry = open({ maximum: 1, stored });
		const job = { id: 'new', status: 'completed', credits_used: 1 };
		retry.runtime.answer('getJob', answered(200, job, later));
		expect(await retry.submit('a')).toMatchObject({ paidBefore: false });
		expect(await failureOf(retry.submit('b', { pages: 1 }))).toMatchObject({
			code: 'OVER_CREDIT_LIMIT',
		});
	});
});

describe('who paid for a job', () => {
	const made = (createdAt: unknown, headers = DATE) =>
		answered(202, { id: 'j', status: 'completed', created_at: createdAt }, headers);

	test.each<[string, ReturnType<typeof answered>, boolean | null]>([
		['an earlier run', jobMade(MINUTE, 'completed'), true],
		['this run, after its first answer', jobMade(0, 'completed'), false],
		['one of both, within a minute', jobMade(MINUTE - 1, 'completed'), null],
		['an earlier run, by local time', made('2026-02-28T23:58:59'), true],
		['one of both, by local time', made('2026-03-01T11:00:00'), null],
		['nobody knows, without a time', made(undefined), null],
		['nobody knows, with a time that is no text', made({ toString: 7 }), null],
		['nobody knows, if it was made in the future', jobMade(-DAY, 'completed'), null],
	])('%s', async (_who, answer, paidBefore) => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', answer);
		expect(await submit()).toMatchObject({ paidBefore });
	});

	test.each<[string, number, string]>([
		['an earlier run', MINUTE, 'job of an earlier run:'],
		['this run', 0, 'job'],
		['one of both', MINUTE - 1, 'job'],
	])('is in the log with its key: %s', async (_who, msAgo, whose) => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', jobMade(msAgo, 'completed', 'j'));
		await submit();
		const line = `${whose} j has the idempotency key ${keys()[0]}`;
		expect(runtime.logged).toContainEqual(['info', line]);
	});

	test('decides what the limit counts', async () => {
		const { runtime, submit } = open({ maximum: 1 });
		runtime.answer(
			'submitJob',
			jobMade(2 * MINUTE, 'completed', 'one'),
			jobMade(1, 'completed', 'two'),
		);
		await submit('a', { pages: 1 });
		await submit('b', { pages: 1 });
		expect(await failureOf(submit('c', { pages: 1 }))).toMatchObject({ code: 'OVER_CREDIT_LIMIT' });
	});
});

describe('a job of this execution', () => {
	test('stays its own on the next try, without another look at its file', async () => {
		const { reads, runtime, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit();
		runtime.answer('getJob', jobMade(0, 'failed', 'new'));
		expect(await submit()).toMatchObject({ job: { status: 'failed' }, jobNumber: 1 });
		expect([reads(), runtime.all('submitJob').length]).toEqual([1, 1]);
	});

	test('is followed by nothing after the ledger has dropped it, and counts once', async () => {
		const { keys, ledger, runtime, stored, submit } = open();
		runtime.answer('submitJob', NEW, jobMade(2 * MINUTE, 'failed', 'new'));
		await submit();
		Object.assign(stored, { documents: {}, items: {}, spent: 1 });
		const found = await submit('a', { maxJobs: 2 });
		expect(found).toMatchObject({ job: { status: 'failed' }, jobNumber: 1 });
		expect(ledger.findSubmission('0:a')?.stage).toMatchObject({ isInSum: true });
		expect(new Set(keys()).size).toBe(1);
	});

	test.each([
		[MINUTE, true],
		[0, false],
	])('that was made %i ms before is as old as ever after that', async (msAgo, paidBefore) => {
		const { ledger, runtime, stored, submit } = open();
		runtime.answer('submitJob', jobMade(msAgo, 'completed'));
		expect(await submit()).toMatchObject({ paidBefore });
		Object.assign(stored, { documents: {} });
		expect(await submit()).toMatchObject({ paidBefore });
		expect(ledger.findSubmission('0:a')?.stage).toMatchObject({ isInSum: true });
	});

	test('belongs to the options of its item: with others the file is read again', async () => {
		const { keys, reads, runtime, submit } = open();
		runtime.answer('submitJob', NEW, jobMade(0, 'processing'));
		await submit('a');
		await submit('a', { ocr: true });
		expect([reads(), new Set(keys()).size]).toEqual([2, 2]);
	});
});

describe('a submission without an answer', () => {
	test('is sent again as it is, without another upload', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', noAnswer('ECONNRESET'));
		const { facts } = await failureOf(submit());
		expect(facts).toMatchObject({ jobMayExist: true, idempotencyKey: keys()[0] });
		const under = `a submission under the idempotency key ${keys()[0]}`;
		const warning = `${under} had no answer: its job may be paid for`;
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
		expect(await submit('a', { pages: 1 })).toMatchObject({ job: { id: 'new' }, jobNumber: 1 });
		expect(new Set(keys()).size).toBe(1);
		expect(runtime.all('store')).toHaveLength(2);
	});

	test('stays in doubt if the service refuses the new upload, too', async () => {
		const { keys, runtime, submit } = open();
		runtime.answer('submitJob', noAnswer('ECONNRESET'));
		await failureOf(submit());
		const before = keys().length;
		// Once as it was, then with a new upload, which the service may not see at first.
		runtime.answer('submitJob', ...Array.from({ length: 1 + 4 }, () => badRequest), NEW);
		expect(await failureOf(submit())).toMatchObject({
			code: 'INVALID_REQUEST',
			facts: { jobMayExist: true, idempotencyKey: keys()[0], jobNumber: 1 },
		});
		expect(keys().length - before).toBe(5);
	});

	test('whose upload has expired is sent with that of a unit that has joined', async () => {
		const opened = open();
		const { keys, runtime, submit } = opened;
		runtime.answer('submitJob', noAnswer('ECONNRESET'));
		await failureOf(submit());
		let other: Promise<DocumentJob> | undefined;
		const refuse = async () => {
			other = submit('a', { unitKey: '0:b', source: 'b' });
			await untilJoined(opened, '0:b');
			return badRequest;
		};
		runtime.answer('submitJob', refuse, NEW).answer('getJob', NEW);
		expect(await submit()).toMatchObject({ job: { id: 'new' } });
		expect(await other).toMatchObject({ job: { id: 'new' }, jobNumber: 1 });
		expect(new Set(keys()).size).toBe(1);
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

	test('is sent again under its key, although the number was lowered meanwhile', async () => {
		const { keys, runtime, stored, submit } = open();
		runtime.answer('submitJob', jobMade(2 * MINUTE, 'failed', 'one'), noAnswer('ECONNRESET'));
		await failureOf(submit('a', { maxJobs: 2 }));
		const retry = open({ stored });
		retry.runtime.answer('submitJob', NEW);
		expect(await retry.submit('a')).toMatchObject({ job: { id: 'new' }, jobNumber: 2 });
		expect(retry.keys()).toEqual([keys().at(-1)]);
	});
});

describe('a refused request', () => {
	test('may be about an upload that storage does not show yet', async () => {
		const { keys, runtime, submit } = open();
		const unseen = answered(404, error('not_found'), DATE);
		runtime.answer('submitJob', badRequest, unseen, NEW);
		expect(await submit()).toMatchObject({ job: { id: 'new' } });
		expect(new Set(keys()).size).toBe(1);
		expect(runtime.all('store')).toHaveLength(1);
	});

	test('is sent again for some seconds alone, and counts nothing', async () => {
		const { keys, ledger, runtime, submit } = open();
		const began = runtime.now();
		runtime.answer('submitJob', badRequest);
		expect(await failureOf(submit())).toMatchObject({ code: 'INVALID_REQUEST' });
		expect(keys()).toHaveLength(4);
		expect(runtime.now() - began).toBeLessThan(4_000);
		expect(ledger.findSubmission('0:a')).toBeUndefined();
	});
});

describe('a submission that is refused', () => {
	test.each<[string, number, number]>([
		['while storage may not show its upload yet', 9_999, 4],
		['ten seconds after its upload', 10_000, 1],
	])('%s is tried as often as can help', async (_when, waitMs, tries) => {
		const opened = open({ maximum: 1 });
		const { keys, runtime, submit } = opened;
		// The limit lets the second document wait for the first one.
		runtime.answer('submitJob', async () => {
			runtime.answer('submitJob', badRequest);
			await untilStored(opened, 2);
			runtime.pass(waitMs);
			return noCredits;
		});
		const [, second] = await Promise.all([
			failureOf(submit('a', { pages: 1 })),
			failureOf(submit('b', { pages: 1 })),
		]);
		expect(second.code).toBe('INVALID_REQUEST');
		expect(keys()).toHaveLength(1 + tries);
	});

	test('for another reason than a conflict names no idempotency key', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', noCredits);
		const { code, facts } = await failureOf(submit());
		expect([code, facts.idempotencyKey, facts.jobMayExist]).toEqual([
			'NOT_ENOUGH_CREDITS',
			undefined,
			false,
		]);
	});

	test('for another reason than a conflict begins no time of lasting conflicts', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', noCredits);
		await failureOf(submit('a'));
		runtime.pass(2 * MINUTE);
		runtime.answer('submitJob', conflict);
		const began = runtime.now();
		await failureOf(submit('b'));
		expect(runtime.now() - began).toBeGreaterThan(0.75 * MINUTE);
	});

	test('by a mistake in the code ends with that mistake', async () => {
		const { connection, submit } = open();
		const mistake = new RangeError('a mistake');
		connection.service.submitJob = async () => await Promise.reject(mistake);
		await expect(submit()).rejects.toBe(mistake);
	});
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

	test('is waited for twice: later documents ask for five seconds at most', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', conflict);
		const took = async (name: string) => {
			const began = runtime.now();
			await failureOf(submit(name));
			return runtime.now() - began;
		};
		expect(await took('a')).toBeGreaterThan(0.75 * MINUTE);
		expect(await took('b')).toBeGreaterThan(0.75 * MINUTE);
		expect(await took('c')).toBeLessThanOrEqual(5_000);
	});

	test('of a minute and a half, as after a restart, fails no batch but its first documents', async () => {
		const { runtime, submit } = open();
		runtime.answer('submitJob', conflict);
		runtime.after(1.5 * MINUTE, () => runtime.answer('submitJob', NEW));
		expect(await failureOf(submit('a'))).toMatchObject({ code: 'CONFLICT' });
		expect(await submit('b')).toMatchObject({ job: { id: 'new' } });
	});
});

describe('two documents', () => {
	test('never share an upload: the second is refused before it is paid for', async () => {
		const { ledger, runtime, submit } = open();
		runtime.answer('createUpload', upload('same')).answer('submitJob', NEW);
		await submit('a');
		const { code, facts } = await failureOf(submit('b'));
		expect([code, facts.failure?.kind, facts.jobMayExist]).toEqual([
			'UNEXPECTED_ANSWER',
			'mixup',
			false,
		]);
		expect(runtime.all('submitJob')).toHaveLength(1);
		expect(runtime.all('store')).toHaveLength(1);
		expect(ledger.takeMixedUp()).toHaveLength(1);
	});

	test('that share an upload are not submitted if neither is yet', async () => {
		const { runtime, submit } = open();
		runtime.answer('createUpload', upload('same')).answer('submitJob', NEW);
		const both = await Promise.allSettled([submit('a'), submit('b')]);
		expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
		expect(runtime.all('submitJob')).toEqual([]);
	});

	test('never share a job', async () => {
		const { keys, ledger, runtime, submit } = open();
		runtime.answer('submitJob', NEW);
		await submit('a');
		const { code, facts } = await failureOf(submit('b'));
		expect([code, facts.failure?.kind, facts.jobMayExist]).toEqual([
			'UNEXPECTED_ANSWER',
			'mixup',
			true,
		]);
		expect(facts.idempotencyKey).toBe(keys().at(-1));
		expect(ledger.takeMixedUp()).toHaveLength(2);
	});
});

test('two items with one document share one submission', async () => {
	const { runtime, submit } = open();
	runtime.answer('submitJob', NEW);
	const [one, two] = await Promise.all([submit('a'), submit('a')]);
	expect(one.job).toBe(two.job);
	expect(runtime.all('submitJob')).toHaveLength(1);
});
