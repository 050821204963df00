import {
	networkFault,
	readAccount,
	readFault,
	readJob,
	readResult,
	readUpload,
} from '../../../../nodes/client/service/answers';

const answer = (body: unknown, headers: Record<string, unknown> = {}, statusCode = 200) => ({
	statusCode,
	headers,
	body: typeof body === 'string' ? body : JSON.stringify(body),
});
const job = {
	id: 'j',
	status: 'processing',
	filename: null,
	credits_used: 1,
	options: null,
	created_at: '2026-01-01T00:00:00Z',
	request_id: 'r',
};

describe('success bodies', () => {
	it('are passed on as they are, unknown fields and nulls included', () => {
		expect(readJob(answer({ ...job, later: [1] }))).toEqual({
			ok: true,
			value: { ...job, later: [1] },
		});
		expect(readAccount(answer({ credits_available: 0, plan: null }))).toMatchObject({ ok: true });
		expect(readUpload(answer({ upload_url: 'u', fields: {}, key: 'k' }))).toMatchObject({
			ok: true,
		});
		expect(readResult(answer({ result_url: 'u', expires_in: 1 }))).toMatchObject({ ok: true });
	});

	it.each([
		['HTML', '<!DOCTYPE html><html></html>', /web page/],
		['no JSON', '{"id": "j", "sta', /no JSON/],
		['an array', '[]', /no JSON/],
		['null', 'null', /no JSON/],
		['nothing', '', /no JSON/],
		['a job without id', JSON.stringify({ ...job, id: undefined }), /"id"/],
		['a job in another state', JSON.stringify({ ...job, status: 'queued' }), /"status"/],
	])('%s is a fault', (_name, body, reason) => {
		expect(readJob(answer(body))).toEqual({
			ok: false,
			fault: { kind: 'unreadable', reason: expect.stringMatching(reason) },
		});
	});

	it.each([[{ a: 1 }], [['x']], ['x'], [null]])('upload fields %j are a fault', (fields) => {
		expect(readUpload(answer({ upload_url: 'u', key: 'k', fields })).ok).toBe(false);
	});
});

describe('readFault', () => {
	const now = Date.UTC(2026, 0, 1);

	it('takes what the Error body and the headers tell', () => {
		const error = { type: 'rate_limited', message: 'Slow down', request_id: 'req_1' };
		expect(readFault(answer({ error }, { 'retry-after': '7' }, 429), now)).toMatchObject({
			kind: 'status',
			statusCode: 429,
			type: 'rate_limited',
			message: 'Slow down',
			requestId: 'req_1',
			retryAfterMs: 7_000,
		});
	});

	it("takes the code of S3's XML, and nothing else of it", () => {
		const xml =
			'<Error><Code>EntityTooLarge</Code><Message>m</Message><StringToSign>secret</StringToSign></Error>';
		const fault = readFault(answer(xml, {}, 400), now);
		expect(fault).toMatchObject({ type: 'EntityTooLarge' });
		expect(JSON.stringify(fault)).not.toContain('secret');
	});

	it('keeps only the origin of a redirect', () => {
		const location = 'https://other.example.com/path?token=secret';
		expect(readFault(answer('', { location }, 302), now)).toMatchObject({
			redirectTo: 'https://other.example.com',
		});
	});

	it.each(['', 'plain text', '{"error":"text"}', '{"error":{"message":7}}', '<html></html>'])(
		'bears the body %j',
		(body) => {
			expect(readFault(answer(body, {}, 502), now)).toMatchObject({
				statusCode: 502,
				message: undefined,
			});
		},
	);
});

describe('networkFault', () => {
	it.each([
		[Object.assign(new Error('x'), { code: 'ECONNRESET' }), 'ECONNRESET'],
		[{ httpCode: 'ENOTFOUND' }, 'ENOTFOUND'],
		[Object.assign(new Error('blocked'), { name: 'SsrfBlockedIpError' }), 'SSRF_BLOCKED'],
		[
			Object.assign(new Error('It resolves to a restricted IP address'), {
				name: 'NodeApiError',
				httpCode: null,
				cause: { name: 'SsrfBlockedIpError' },
			}),
			'SSRF_BLOCKED',
		],
		[new Error('strange'), 'UNKNOWN'],
		[undefined, 'UNKNOWN'],
	])('%p', (error, code) => {
		expect(networkFault(error)).toEqual({ kind: 'network', code });
	});
});
