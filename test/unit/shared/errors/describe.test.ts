import { type CommonFacts, TagPdfError } from '../../../../client/errors';
import { describeError, type OtherDocuments } from '../../../../nodes/shared/errorTexts';
import { InputError } from '../../../../nodes/shared/inputError';

const descriptionOf = (facts: CommonFacts, others?: OtherDocuments) =>
	describeError(new TagPdfError('NOT_SAVED', facts), others).description;

const FIX = "Check n8n's file storage.";
const paid: CommonFacts = { jobId: 'job_7', jobExists: true, jobStatus: 'completed' };
const failed: CommonFacts = { ...paid, jobStatus: 'failed' };
const jobMayExist: CommonFacts = { jobMayExist: true, idempotencyKey: 'key-1' };

describe('a failed item', () => {
	test.each<[string, CommonFacts, string]>([
		['is not charged', {}, `No new charge was made. ${FIX} Its disk may be full.`],
		[
			'is not charged, for sure',
			{ jobMayExist: false },
			`No new charge was made. ${FIX} Its disk may be full.`,
		],
		['has a job', paid, `Job job_7 is paid for. ${FIX} Use Job → Download.`],
		[
			'has a job that is not done',
			{ ...paid, jobStatus: 'processing' },
			`Job job_7 is paid for. ${FIX} Use Job → Wait, then Download.`,
		],
		[
			'has a job of which nobody knows whether it exists',
			{ jobId: 'job_7' },
			`Job operations are free. ${FIX} Its disk may be full.`,
		],
		[
			'has a job without an ID',
			{ jobExists: true },
			`No new charge was made. ${FIX} Its disk may be full.`,
		],
		['has a job that failed', failed, `Its failed job may cost credits. ${FIX} Run again.`],
		[
			'has a job that failed and is charged',
			{ ...failed, creditsUsed: 1 },
			`Its failed job cost 1 credit. ${FIX} Run again.`,
		],
		[
			'has a job that failed and is refunded',
			{ ...failed, creditsUsed: 0 },
			`Its failed job cost nothing. ${FIX} Run again.`,
		],
		[
			'may have a job, which another run finds',
			jobMayExist,
			`It may be paid for. ${FIX} Run again: you do not pay twice.`,
		],
		[
			'may have a job, which only its execution finds',
			{ ...jobMayExist, isOfExecution: true },
			`It may be paid for. ${FIX} Retry this execution: you do not pay twice.`,
		],
	])('%s', (_, facts, description) => {
		expect(descriptionOf(facts)).toBe(description);
	});

	test('with a failed job costs credits again in the next run', () => {
		expect(describeError(new TagPdfError('JOB_FAILED', { ...failed, creditsUsed: 3 }))).toEqual({
			message: 'The document could not be tagged',
			description:
				'Its failed job cost 3 credits. Check the PDF. Run again to pay for another job.',
		});
	});

	test('after a conflict was not charged twice', () => {
		const failure = { kind: 'status', statusCode: 409 } as const;
		const facts = { request: 'submitJob', server: 's', tries: 1, failure, ...jobMayExist } as const;
		expect(describeError(new TagPdfError('CONFLICT', facts)).description).toMatch(
			/^It may be paid for\. Run again later, /,
		);
	});

	test('without anything to repair is fetched, or retried later', () => {
		const broken = { request: 'getJob', server: 's', tries: 1 } as const;
		const facts = { ...broken, failure: { kind: 'network', code: 'ECONNRESET' } as const };
		const of = (more: CommonFacts) =>
			describeError(new TagPdfError('UNREACHABLE', { ...facts, ...more })).description;
		expect(of({})).toBe('No new charge was made. Try again later.');
		expect(of(paid)).toBe('Job job_7 is paid for. Use Job → Download.');
	});
});

describe('a failed run', () => {
	const others = (more: Partial<OtherDocuments> = {}): OtherDocuments => ({
		paid: '8 of 19 other PDFs',
		isAll: false,
		isSure: true,
		isOne: false,
		way: 'run again',
		...more,
	});
	const none = others({ paid: '' });
	const all = others({ paid: '8 of 20 PDFs', isAll: true });
	const one = others({ paid: 'The other PDF', isOne: true });

	test.each<[string, CommonFacts, OtherDocuments, string]>([
		['for nothing', {}, none, `No new charge was made. ${FIX} Its disk may be full.`],
		['with a job', paid, none, `Job job_7 is paid for. ${FIX} Run again: it is free.`],
		[
			'with a job, if no other is sure',
			paid,
			{ ...none, isSure: false },
			`Job job_7 is paid for. ${FIX} Run again: it is free.`,
		],
		['with a failed job', failed, none, `Its failed job may cost credits. ${FIX} Run again.`],
		[
			'with a job that may exist',
			jobMayExist,
			none,
			`It may be paid for. ${FIX} Run again: you do not pay twice.`,
		],
		[
			'with other jobs',
			{},
			others(),
			`It made no new charge. 8 of 19 other PDFs are paid for. ${FIX} Run again: they are free.`,
		],
		[
			'with another job',
			{},
			one,
			`It made no new charge. The other PDF is paid for. ${FIX} Run again: it is free.`,
		],
		[
			'with other jobs that may exist',
			{},
			others({ isSure: false }),
			`It made no new charge. 8 of 19 other PDFs may be paid for. ${FIX} Run again: you do not pay twice.`,
		],
		[
			'with a job and others',
			paid,
			others(),
			`It and 8 of 19 other PDFs are paid for. ${FIX} Run again: they are free.`,
		],
		[
			'with a job and another',
			paid,
			one,
			`It and the other PDF are paid for. ${FIX} Run again: they are free.`,
		],
		[
			'with a job that may exist, and others',
			jobMayExist,
			others(),
			`It and 8 of 19 other PDFs may be paid for. ${FIX} Run again: you do not pay twice.`,
		],
		[
			'with a failed job and others',
			{ ...failed, creditsUsed: 0 },
			others({ way: 'choose Retry in the Executions tab' }),
			`Its failed job cost nothing. 8 of 19 other PDFs are paid for. ${FIX} Choose Retry in the Executions tab: they are free.`,
		],
	])('%s', (_, facts, documents, description) => {
		expect(descriptionOf(facts, documents)).toBe(description);
	});

	test.each<[string, CommonFacts, OtherDocuments, string]>([
		[
			'without any job',
			{},
			{ ...all, paid: '' },
			`No new charge was made. ${FIX} Its disk may be full.`,
		],
		['with jobs', {}, all, `8 of 20 PDFs are paid for. ${FIX} Run again: they are free.`],
		[
			'with jobs that may exist',
			{},
			{ ...all, isSure: false },
			`8 of 20 PDFs may be paid for. ${FIX} Run again: you do not pay twice.`,
		],
		[
			'with its only job',
			{},
			{ ...all, paid: 'The PDF', isOne: true },
			`The PDF is paid for. ${FIX} Run again: it is free.`,
		],
	])('that cannot start again, %s', (_, facts, documents, description) => {
		expect(descriptionOf(facts, documents)).toBe(description);
	});

	test('with a vanished result and other documents', () => {
		const failure = { kind: 'status', statusCode: 404, isOfService: true } as const;
		const facts = { ...paid, request: 'getJob', server: 's', tries: 1, failure } as const;
		expect(describeError(new TagPdfError('NOT_FOUND', facts), others()).description).toBe(
			'It was charged. 8 of 19 other PDFs are paid for. Tag it again, which costs credits.',
		);
	});
});

describe('an input error', () => {
	test('keeps its own words after the charges', () => {
		const text = { message: "'Job ID' is empty", description: 'Enter the ID of a job.' };
		const told = { ...text, description: 'No new charge was made. Enter the ID of a job.' };
		expect(describeError(new InputError(text))).toEqual(told);
		expect(describeError(new InputError(text, 'NOT_A_PDF'))).toEqual(told);
	});

	test('gives more advice unless paid documents need the room', () => {
		const text = { message: 'Own Key is empty', description: 'Enter a key.', more: 'It is short.' };
		const describe = (others?: OtherDocuments) => describeError(new InputError(text), others);
		expect(describe().description).toBe('No new charge was made. Enter a key. It is short.');
		const others = { isAll: false, isSure: true, isOne: false, way: 'run again' };
		expect(describe({ ...others, paid: '2 of 3 other PDFs' }).description).toBe(
			'It made no new charge. 2 of 3 other PDFs are paid for. Enter a key. Run again: they are free.',
		);
	});

	test("gets the document's name unless its words have it", () => {
		const text = { message: '"report.pdf" is empty', description: '' };
		const named = (fileName: string) => describeError(new InputError(text).addFacts({ fileName }));
		expect(named('report.pdf').message).toBe(text.message);
		expect(named('rep').message).toBe(`"rep": ${text.message}`);
	});

	test('avoids the spelling that n8n takes for a stopped execution', () => {
		const text = { message: 'canceled', description: 'Canceled and CANCELED' };
		expect(describeError(new InputError(text))).toEqual({
			message: 'cancelled',
			description: 'No new charge was made. cancelled and cancelled',
		});
	});

	test('is one line of limited length', () => {
		const text = { message: `a\n${'y'.repeat(5_000)}`, description: `b\r\n${'y'.repeat(5_000)}` };
		const { message, description } = describeError(new InputError(text));
		expect([message.length, description.length]).toEqual([2_000, 2_000]);
		expect(message + description).not.toMatch(/\p{Cc}/u);
	});
});
