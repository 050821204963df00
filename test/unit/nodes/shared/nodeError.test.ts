import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { type Facts, TagPdfError } from '../../../../client/errors';
import type { Failure } from '../../../../client/failure';
import { describeError, toErrorJson, toNodeError } from '../../../../nodes/shared/nodeError';
import { InputError } from '../../../../nodes/shared/inputError';
import { FakeExecution } from '../../support/fakeExecution';

const { node } = new FakeExecution();
const refusal: Failure = { kind: 'status', statusCode: 402, requestId: 'req_1' };
const reset: Failure = { kind: 'network', code: 'ECONNRESET' };
const request = { request: 'submitJob', server: 'api.example.com', tries: 2 } as const;

describe('toNodeError', () => {
	test.each([
		// The part of the answer that n8n's editor shows below the error is its message.
		[refusal, NodeApiError, (message: string) => ({ httpCode: '402', messages: [message] })],
		[reset, NodeOperationError, () => ({})],
	])(
		'gives a NodeApiError only after an answer, and keeps, but does not store, the cause: %j',
		(...row) => {
			const [failure, ofClass, moreOf] = row;
			const error = new TagPdfError('UNREACHABLE', { ...request, failure });
			const nodeError = toNodeError(node, error, 3);
			const texts = describeError(error);
			expect(nodeError).toBeInstanceOf(ofClass);
			const more = { ...moreOf(texts.message), context: { itemIndex: 3 } };
			expect(nodeError).toMatchObject({ ...texts, ...more, node });
			expect(nodeError.cause).toBe(error);
			expect(Object.keys(nodeError)).not.toContain('cause');
		},
	);

	test('mentions the other documents of the run', () => {
		const error = new TagPdfError('STOPPED', {});
		const others = { paid: '2 PDFs', way: 'run again', isSure: true, isOne: false } as const;
		expect(toNodeError(node, error, 0, others)).toMatchObject(describeError(error, others));
	});

	test('lists further facts in Error details', () => {
		const failure: Failure = { ...refusal, message: '3 needed' };
		const facts = { ...request, failure, fileName: 'a.pdf', jobId: 'job_7' };
		const { context } = toNodeError(node, new TagPdfError('NOT_ENOUGH_CREDITS', facts), 0);
		expect(context.data).toEqual({
			code: 'NOT_ENOUGH_CREDITS',
			filename: 'a.pdf',
			job_id: 'job_7',
			request_id: 'req_1',
			reason: 'status 402 (3 needed) while submitting the job at api.example.com (2 tries)',
		});
		expect(toNodeError(node, new TagPdfError('STOPPED', {}), 0).context.data).toEqual({
			code: 'STOPPED',
		});
	});

	// n8n replaces messages that contain one of these codes with its own text.
	test.each(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'])('%s does not change the words', (code) => {
		const text = { message: `${code} it is`, fix: '' };
		expect(toNodeError(node, new InputError(text), 0).message).toBe(text.message);
		const failure: Failure = { ...refusal, message: `${code} in queue` };
		const error = new TagPdfError('NOT_ENOUGH_CREDITS', { ...request, failure });
		expect(toNodeError(node, error, 0).message).toBe(describeError(error).message);
	});
});

describe('toErrorJson', () => {
	const full = new TagPdfError('UNREACHABLE', {
		...request,
		failure: refusal,
		jobId: 'job_7',
		jobExists: true,
		jobNumber: 1,
		idempotencyKey: 'key_1',
	});

	test('has all known facts', () => {
		expect(toErrorJson(full)).toEqual({
			error: {
				...describeError(full),
				code: 'UNREACHABLE',
				job_id: 'job_7',
				job_number: 1,
				request_id: 'req_1',
				idempotency_key: 'key_1',
				reason: 'status 402 while submitting the job at api.example.com (2 tries)',
			},
		});
	});

	const reasonOf = (error: TagPdfError) => (toErrorJson(error).error as { reason?: string }).reason;

	test.each<[Failure, string]>([
		[reset, 'ECONNRESET'],
		[{ kind: 'status', statusCode: 503, type: 'SlowDown' }, 'status 503 (SlowDown)'],
		[
			{ kind: 'status', statusCode: 302, redirectTo: 'https://login.example' },
			'status 302 (redirect to https://login.example)',
		],
		[{ kind: 'address', field: 'result_url', reason: 'is none' }, 'result_url is none'],
		[{ kind: 'unreadable', reason: 'a web page came back' }, 'a web page came back'],
	])('has the reason of a request: %j', (failure, reason) => {
		const facts = { request: 'getJob', server: 's3.example', tries: 1, failure } as const;
		expect(reasonOf(new TagPdfError('UNREACHABLE', facts))).toBe(
			`${reason} while asking for the job at s3.example`,
		);
		expect(reasonOf(new TagPdfError('DOCUMENT_UNREADABLE', { failure }))).toBe(reason);
	});

	test.each<[TagPdfError, string]>([
		[new TagPdfError('PAGES_UNKNOWN', { reason: 'it needs a password' }), 'it needs a password'],
		[
			new TagPdfError('OVER_CREDIT_LIMIT', { credits: { needed: 3, left: 1, limit: 9 } }),
			'credits needed: 3, left: 1, limit: 9',
		],
		[
			new TagPdfError('NOT_SAVED', {}, { cause: new Error('ENOSPC: disk full') }),
			'ENOSPC: disk full',
		],
		[
			new TagPdfError('NOT_SAVED', {}, { cause: new Error("ENOSPC: full, open '/home/node/x'") }),
			'ENOSPC: full, open …',
		],
		[new TagPdfError('INTERNAL_ERROR', {}, { cause: 'a bare text' }), 'a bare text'],
		[new TagPdfError('INTERNAL_ERROR', {}, { cause: 'y'.repeat(900) }), `${'y'.repeat(499)}…`],
	])('has the reason of an error: %#', (error, reason) => {
		expect(reasonOf(error)).toBe(reason);
	});

	test.each<[Facts, string[]]>([
		[{}, []],
		[{ jobId: 'job_7' }, ['job_id']],
		[{ idempotencyKey: 'key_1' }, ['idempotency_key']],
		[{ jobId: 'job_7', jobNumber: 2 }, ['job_id', 'job_number']],
		[{ jobMayExist: true, jobNumber: 2 }, ['job_number']],
		// No job, no number of it.
		[{ jobNumber: 1 }, []],
	])('has message, description, code and what is known: %j', (facts, known) => {
		const { error } = toErrorJson(new TagPdfError('STOPPED', facts));
		expect(Object.keys(error as object)).toEqual(['message', 'description', 'code', ...known]);
	});

	test('docs/tag-pdf.md names every key of it, and no other', () => {
		const page = readFileSync(join(__dirname, '../../../../docs/tag-pdf.md'), 'utf8');
		const [row = ''] = /^\| `error` .*$/m.exec(page) ?? [];
		const [, ...keys] = [...row.matchAll(/`(\w+)`/g)].map(([, key]) => key);
		const { error } = toErrorJson(full);
		expect(keys).toEqual(Object.keys(error as object));
	});
});
