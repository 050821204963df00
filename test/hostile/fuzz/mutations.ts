import fc from 'fast-check';

import type { Step } from '../service';

/** Mutation of one answer in transit. Absent fields leave their part unchanged. */
export interface Mutation {
	step: Step;
	/** Index of the step's request, from 0. */
	nth: number;
	/** Whether the service executes the request before it answers. */
	effect: boolean;
	/** Ends the request without an answer, with an error code of Node.js. */
	network?: string;
	status?: number;
	headers?: Record<string, string>;
	/** Fields of a JSON body that are replaced. */
	fields?: Record<string, unknown>;
	/** Replaces the whole body. */
	body?: string;
	/** Transmitted share of the body, from 0 to below 1, and whether Content-Length announces the cut. */
	cut?: { at: number; announced: boolean };
	/** Milliseconds until the answer begins. */
	delayMs?: number;
	/** Milliseconds between parts of the body. */
	pauseMs?: number;
}

const STEPS: Step[] = ['createUpload', 'store', 'submitJob', 'getJob', 'getResult', 'download'];
const FIELDS = [
	...['id', 'status', 'filename', 'credits_used', 'options'],
	...['upload_url', 'fields', 'key', 'result_url', 'expires_in', 'request_id', 'error'],
];
const STATUSES = [
	...[200, 201, 202, 203, 204, 205, 206, 207, 299, 300, 301, 302, 303, 304, 307, 308],
	...[400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 418, 422, 425, 429, 431, 451, 499],
	...[500, 501, 502, 503, 504, 507, 511, 520, 599, 600, 999],
];
const CODES = [
	...['ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'],
	...['ERR_BAD_RESPONSE', 'HPE_INVALID_CONSTANT', 'CERT_HAS_EXPIRED', 'SOMETHING_NEW'],
];
const BODIES = [
	'',
	'null',
	'[]',
	'{}',
	'0',
	'"text"',
	'<!doctype html><p>Sign in',
	'\ufeff{}',
	'{"id":',
];

const header = fc.oneof(
	fc.record({
		'retry-after': fc.constantFrom('0', '1', '-1', '1e9', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT'),
	}),
	fc.record({
		'content-type': fc.constantFrom('text/html', 'application/pdf', '', 'x'.repeat(500)),
	}),
	fc.record({ 'content-length': fc.constantFrom('0', '1', '3000', '999999', 'many', '-1') }),
	fc.record({ 'content-encoding': fc.constantFrom('gzip', 'br', 'identity', 'unknown') }),
	fc.record({ location: fc.constantFrom('https://elsewhere.example.com/', '/here', 'no address') }),
);

/** Strings with a meaning, and any JSON. */
const value = fc.oneof(
	fc.constantFrom<unknown>(
		'completed',
		'failed',
		'processing',
		'queued',
		'other-job',
		'..',
		'',
		null,
	),
	fc.constantFrom(
		'https://s3.example.com/other',
		'data:application/pdf,',
		'ftp://a/b',
		'no address',
	),
	fc.jsonValue(),
);

const anyOf = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const mutation: fc.Arbitrary<Mutation> = fc.record({
	step: fc.constantFrom(...STEPS),
	nth: fc.nat({ max: 3 }),
	effect: fc.boolean(),
	network: anyOf(fc.constantFrom(...CODES)),
	status: anyOf(fc.constantFrom(...STATUSES)),
	headers: anyOf(header),
	fields: anyOf(fc.dictionary(fc.constantFrom(...FIELDS), value, { minKeys: 1, maxKeys: 2 })),
	body: anyOf(fc.oneof(fc.constantFrom(...BODIES), fc.string())),
	cut: anyOf(
		fc.record({ at: fc.double({ min: 0, max: 0.98, noNaN: true }), announced: fc.boolean() }),
	),
	delayMs: anyOf(fc.constantFrom(1, 1_000, 30_000, 59_000, 61_000, 600_000, 10_000_000)),
	pauseMs: anyOf(fc.constantFrom(1, 1_000, 30_000, 61_000)),
});

/** Mutations of one run. */
export const mutations = fc.array(mutation, { minLength: 1, maxLength: 6 });
