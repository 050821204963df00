import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { TagPdfError, type ErrorFacts, type Failure } from '../../../../nodes/client/errors';
import { describe as describeError, errorJson, toNodeError } from '../../../../nodes/n8n/errors';
import { FakeExecution } from '../../support/fakeExecution';

const { node } = new FakeExecution();
const refusal: Failure = { kind: 'status', statusCode: 402, requestId: 'req_1' };
const reset: Failure = { kind: 'network', code: 'ECONNRESET' };
const request = { request: 'submitJob', server: 'api.example.com' } as const;

describe('toNodeError', () => {
	test('an answer with a status is a NodeApiError with that status', () => {
		const error = new TagPdfError('NOT_ENOUGH_CREDITS', { ...request, failure: refusal });
		const nodeError = toNodeError(node, error, 3);
		expect(nodeError).toBeInstanceOf(NodeApiError);
		expect(nodeError).toMatchObject({
			...describeError(error),
			httpCode: '402',
			// What n8n's editor shows of the answer, below the error.
			messages: [describeError(error).message],
			node,
			context: { itemIndex: 3 },
		});
	});

	test.each([[{}], [{ ...request, failure: reset }]])(
		'all else is a NodeOperationError: %j',
		(facts: ErrorFacts) => {
			const error = new TagPdfError('UNREACHABLE', { server: 'api.example.com', ...facts });
			const nodeError = toNodeError(node, error, 0);
			expect(nodeError).toBeInstanceOf(NodeOperationError);
			expect(nodeError).toMatchObject({ ...describeError(error), node, context: { itemIndex: 0 } });
		},
	);

	test('other words can be given', () => {
		const text = { message: 'What happened', description: 'How to get on' };
		expect(toNodeError(node, new TagPdfError('STOPPED'), 0, text)).toMatchObject(text);
	});

	// n8n puts a text of its own in place of a message that holds a code such as these.
	test.each(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND'])('%s leaves the words alone', (code) => {
		const facts: ErrorFacts = {
			request: 'fetchSource',
			server: 'drive.example',
			failure: { kind: 'network', code },
		};
		const { message } = toNodeError(node, new TagPdfError('SOURCE_UNAVAILABLE', facts), 0);
		expect(message).toBe(
			`The document could not be fetched from its URL: drive.example gave no complete answer (${code})`,
		);
	});

	test("so do the service's own words", () => {
		const failure: Failure = { ...refusal, message: 'ENOENT in queue' };
		const error = new TagPdfError('NOT_ENOUGH_CREDITS', { ...request, failure });
		expect(toNodeError(node, error, 0).message).toBe(describeError(error).message);
	});

	test.each([refusal, reset])('%j: the cause is kept, but not stored', (failure) => {
		const error = new TagPdfError('UNREACHABLE', { ...request, failure });
		const nodeError = toNodeError(node, error, 0);
		expect(nodeError.cause).toBe(error);
		expect(Object.keys(nodeError)).not.toContain('cause');
	});
});

describe('errorJson', () => {
	const full = new TagPdfError('UNREACHABLE', {
		...request,
		failure: refusal,
		jobId: 'job_7',
		jobExists: true,
		idempotencyKey: 'key_1',
	});

	test('has everything that is known', () => {
		expect(errorJson(full)).toEqual({
			error: {
				...describeError(full),
				code: 'UNREACHABLE',
				jobId: 'job_7',
				requestId: 'req_1',
				idempotencyKey: 'key_1',
			},
		});
	});

	test.each<[ErrorFacts]>([
		[{}],
		[{ ...request, failure: reset }],
		[{ ...request, failure: { kind: 'status', statusCode: 500 } }],
	])('has message, description and code alone when no more is known: %j', (facts) => {
		const { error } = errorJson(new TagPdfError('UNREACHABLE', { server: 'x', ...facts }));
		expect(Object.keys(error as object)).toEqual(['message', 'description', 'code']);
	});

	test.each([
		['jobId', { jobId: 'job_7' }],
		['requestId', { ...request, failure: refusal }],
		['idempotencyKey', { idempotencyKey: 'key_1' }],
	] as Array<[string, ErrorFacts]>)('has %s where it is known', (key, facts) => {
		const { error } = errorJson(new TagPdfError('UNREACHABLE', { server: 'x', ...facts }));
		expect(Object.keys(error as object)).toEqual(['message', 'description', 'code', key]);
	});

	test('README names every key of it, and no other', () => {
		const readme = readFileSync(join(__dirname, '../../../../README.md'), 'utf8');
		const [, keys = ''] = /has\s`error: \{([^}]*)\}`/.exec(readme) ?? [];
		const { error } = errorJson(full);
		expect(keys.split(',').map((key) => key.trim())).toEqual(Object.keys(error as object));
	});
});
