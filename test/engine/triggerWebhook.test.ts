import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { hmacOf } from '../unit/TagPdfTrigger/deliveries';
import {
	jobEvent,
	openTrigger,
	pass,
	SECRET,
	unixSeconds,
	type Delivery,
	type TriggerSetup,
	type TriggerOptions,
} from './triggerSetup';

let trigger: TriggerSetup;
const open = async (options?: TriggerOptions) => (trigger = await openTrigger(options));
afterEach(async () => {
	jest.restoreAllMocks();
	expect(trigger.webhook.errors).toEqual([]);
	await trigger.close();
});

const REFUSED = { status: 401, text: '{"message":"The signature is not accepted."}' };

describe('a genuine event', () => {
	test('starts one execution with the unchanged event, and n8n acknowledges it', async () => {
		await open();
		const event = { ...jobEvent(), version: 7 };
		expect(await trigger.deliver(event)).toEqual({ status: 200, text: '' });
		const items = await trigger.emitted();
		expect(items.map(({ json, binary }) => ({ json, binary }))).toEqual([{ json: event }]);
		expect(trigger.warnings()).toEqual([]);
	});

	test.each(['hex', 'HEX', 'base64', 'base64url'] as const)('signed in %s', async (encoding) => {
		await open();
		const body = Buffer.from(JSON.stringify(jobEvent()));
		const t = unixSeconds();
		const signature = `t=${t},v1=${hmacOf(SECRET, t, body, encoding)}`;
		expect((await trigger.send({ body, signature })).status).toBe(200);
		expect(await trigger.emitted()).toHaveLength(1);
	});

	test.each(['signingSecret', 'secondSigningSecret', 'thirdSigningSecret'])(
		'signed with the secret in %s',
		async (field) => {
			const secrets = { signingSecret: 'whsec_other', [field]: ' whsec_this\n' };
			await open({ credentials: { tagPdfWebhookApi: secrets } });
			await trigger.deliver(jobEvent(), { secret: 'whsec_this' });
			expect(await trigger.emitted()).toHaveLength(1);
		},
	);

	const event = () =>
		JSON.stringify(jobEvent({ job: { filename: 'a/b "c" \\ é 漢 😀 \u{10FFFF}' } }));
	const bodies: Array<
		[string, () => Omit<Delivery, 'headers'> & { headers?: Record<string, string> }]
	> = [
		['with characters of every plane', () => ({ body: event() })],
		['with everything but ASCII escaped', () => ({ body: asciiOnly(event()) })],
		['with escaped slashes', () => ({ body: event().replace(/\//g, '\\/') })],
		['pretty-printed, with CRLF', () => ({ body: pretty(event()).replace(/\n/g, '\r\n') })],
		['with keys in another order', () => ({ body: reversed(event()) })],
		['with a line break at the end', () => ({ body: `${event()}\r\n` })],
		["as long as n8n's limit allows", () => ({ body: padded(event(), 16 << 20) })],
		['sent as text', () => ({ body: event(), headers: { 'content-type': 'text/plain' } })],
		[
			'sent as bytes',
			() => ({ body: event(), headers: { 'content-type': 'application/octet-stream' } }),
		],
		[
			'sent as a form',
			() => ({ body: event(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
		],
		[
			'with a byte order mark, sent as text',
			() => ({ body: `\uFEFF${event()}`, headers: { 'content-type': 'text/plain' } }),
		],
		['compressed on the way', () => compressed(event())],
	];
	test.each(bodies)('%s', async (_form, make) => {
		await open();
		const delivery = make();
		expect(await trigger.send(delivery)).toEqual({ status: 200, text: '' });
		const sent: unknown = JSON.parse(String(delivery.body).replace(/^\uFEFF/, ''));
		expect((await trigger.emitted()).map(({ json }) => json)).toEqual([sent]);
	});
});

const asciiOnly = (json: string) =>
	json.replace(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const padded = (json: string, bytes: number) => ' '.repeat(bytes - Buffer.byteLength(json)) + json;
const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2);
const reversed = (json: string) =>
	JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json) as object).reverse()));
const compressed = (json: string) => ({
	body: json,
	wire: gzipSync(json),
	headers: { 'content-encoding': 'gzip' },
});

describe('is refused with 401, starts nothing, and the log says why:', () => {
	const t = unixSeconds();
	const body = JSON.stringify(jobEvent());
	const good = `t=${t},v1=${hmacOf(SECRET, t, Buffer.from(body), 'hex')}`;
	const cases: Array<[string, Delivery, RegExp]> = [
		['no signature', { body, signature: null }, /has no X-Service-Signature/],
		['an empty signature', { body, signature: '' }, /not of the form/],
		['a signature of another form', { body, signature: 'sha256=abc' }, /not of the form/],
		[
			'a signature by another secret',
			{ body, secret: 'whsec_x' },
			/matches no secret in the credential/,
		],
		[
			'a changed body',
			{ body: body.replace('job_', 'j0b_'), signature: good },
			/matches no secret/,
		],
		['the body serialised anew', { body: pretty(body), signature: good }, /matches no secret/],
		['an old event', { body, timestamp: t - 310 }, /'Timestamp Tolerance'/],
		['an event from the future', { body, timestamp: t + 3_600 }, /'Timestamp Tolerance'/],
		[
			'an unsigned form',
			{
				body: 'a=1',
				signature: null,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
			},
			/no X-Service/,
		],
		['one byte', { body: '1', signature: 'x' }, /not of the form/],
		['nothing', { body: '', signature: null }, /has no X-Service-Signature/],
		[
			'multipart',
			{
				body: '--x\r\n\r\n\r\n--x--',
				headers: { 'content-type': 'multipart/form-data; boundary=x' },
			},
			/raw body cannot be read/,
		],
	];
	test.each(cases)('%s', async (_what, delivery, reason) => {
		await open();
		expect(await trigger.send(delivery)).toEqual(REFUSED);
		expect(await trigger.executions()).toEqual([]);
		expect(trigger.warnings()).toEqual([expect.stringMatching(reason)]);
		expect(trigger.warnings().join()).not.toContain(SECRET);
	});

	test('two signature headers, though each is genuine', async () => {
		await open();
		expect(await sendTwoHeaders(trigger.webhook.url, body, [good, good])).toBe(401);
		expect(await sendTwoHeaders(trigger.webhook.url, body, good.split(','))).toBe(401);
		expect(await trigger.executions()).toEqual([]);
	});

	test('an old event, by the tolerance that the user has set', async () => {
		await open({ parameters: { options: { timestampTolerance: 100 } } });
		expect((await trigger.deliver(jobEvent(), { timestamp: unixSeconds() - 200 })).status).toBe(
			401,
		);
		expect((await trigger.deliver(jobEvent(), { timestamp: unixSeconds() - 5 })).status).toBe(200);
		expect(await trigger.emitted()).toHaveLength(1);
	});
});

describe('without a secret nothing is accepted, and the log says what to do:', () => {
	const cases: Array<[string, TriggerOptions]> = [
		['no credential', { credentials: {} }],
		['an empty secret', { credentials: { tagPdfWebhookApi: { signingSecret: '' } } }],
		['blanks', { credentials: { tagPdfWebhookApi: { signingSecret: ' \t' } } }],
	];
	test.each(cases)('%s', async (_what, options) => {
		await open(options);
		for (const secret of ['', ' ', 'undefined', SECRET]) {
			expect(await trigger.deliver(jobEvent(), { secret })).toEqual(REFUSED);
		}
		expect(await trigger.executions()).toEqual([]);
		expect(trigger.warnings().join('\n')).toMatch(
			/no signing secret is set\. Choose a Tag PDF Webhook API credential/,
		);
	});
});

describe('signed, but', () => {
	const noEvents: Array<[string, string, object]> = [
		['empty', '', {}],
		['one byte', '1', {}],
		['a list', '[]', {}],
		['an event without a job', JSON.stringify({ ...jobEvent(), data: {} }), {}],
		['no JSON', 'job.completed', { headers: { 'content-type': 'text/plain' } }],
	];
	test.each(noEvents)('%s: 400, no execution', async (_what, body, changes) => {
		await open();
		const answer = await trigger.send({ body, ...changes });
		expect(answer.status).toBe(400);
		expect(answer.text).toContain('not an event of the Document Tagging Service');
		expect(await trigger.executions()).toEqual([]);
	});

	test('not JSON though announced as such: n8n itself answers 422', async () => {
		await open();
		expect((await trigger.send({ body: '{' })).status).toBe(422);
		expect(await trigger.executions()).toEqual([]);
	});

	test('of a type that is unknown or was not chosen: 200, no execution', async () => {
		await open({ parameters: { events: ['job.failed'] } });
		const unknown = { id: 'evt', type: 'account.low_credits', created: 1, data: {} };
		for (const event of [jobEvent(), unknown]) {
			const answer = await trigger.deliver(event);
			expect(answer.status).toBe(200);
			expect(answer.text).toContain('does not listen to this type');
		}
		expect(await trigger.executions()).toEqual([]);
		expect((await trigger.deliver(jobEvent({ type: 'job.failed' }))).status).toBe(200);
		expect(await trigger.emitted()).toHaveLength(1);
	});

	test('both types when both are chosen', async () => {
		await open({ parameters: { events: ['job.completed', 'job.failed'] } });
		await trigger.deliver(jobEvent());
		await trigger.deliver(jobEvent({ type: 'job.failed' }));
		const types = (await trigger.emitted()).map(({ json }) => json.type);
		expect(types).toEqual(['job.completed', 'job.failed']);
	});
});

test('answers 500 to a delivery that it cannot check, so that the service retries', async () => {
	await open({ parameters: { events: '={{ $fromAI() }}' } });
	const answer = await trigger.deliver(jobEvent());
	expect(answer.status).toBe(500);
	expect(await trigger.executions()).toEqual([]);
	expect(trigger.warnings()).toEqual([expect.stringContaining('could not handle a delivery')]);
});

test('answers 500 if n8n cannot read the credential, and accepts the event later', async () => {
	const credentials: Record<string, Record<string, string>> = {};
	const chosen = { tagPdfWebhookApi: { id: '1', name: 'Endpoint' } };
	await open({ credentials, settings: { credentials: chosen } });
	const event = jobEvent();
	expect((await trigger.deliver(event)).status).toBe(500);
	expect(await trigger.executions()).toEqual([]);
	expect(trigger.warnings()).toEqual([
		expect.stringMatching(/could not handle a delivery: .*does not exist/),
	]);

	credentials.tagPdfWebhookApi = { signingSecret: SECRET };
	pass(1);
	expect((await trigger.deliver(event)).status).toBe(200);
	expect(await trigger.emitted()).toHaveLength(1);
});

describe('a secret that is replaced while events come in', () => {
	const replaced = async () => {
		const credentials = { tagPdfWebhookApi: { signingSecret: SECRET } };
		await open({ credentials });
		expect((await trigger.deliver(jobEvent())).status).toBe(200);
		credentials.tagPdfWebhookApi = { signingSecret: 'whsec_new' };
	};
	const statusOf = async (secret: string) =>
		(await trigger.deliver(jobEvent(), { secret, timestamp: Math.floor(Date.now() / 1000) }))
			.status;

	test('the new one counts from the next second on', async () => {
		await replaced();
		pass(1);
		expect(await statusOf('whsec_new')).toBe(200);
		expect(await statusOf(SECRET)).toBe(401);
	});

	test('the removed one counts for at most a second', async () => {
		await replaced();
		pass(1);
		expect(await statusOf(SECRET)).toBe(401);
	});
});

test('writes one line a minute about forged deliveries while the credential is missing', async () => {
	const chosen = { tagPdfWebhookApi: { id: '1', name: 'Deleted' } };
	await open({ credentials: {}, settings: { credentials: chosen } });
	const statuses = new Set<number>();
	for (let n = 0; n < 100; n += 1) {
		statuses.add((await trigger.send({ body: '{}', secret: 'whsec_forged' })).status);
	}
	expect([...statuses]).toEqual([500]);
	expect(trigger.warnings()).toHaveLength(1);
});

describe('a genuine event without what the trigger does not need', () => {
	test.each([
		['an event ID', { id: undefined }],
		['a time as a whole number', { created: '2026-11-24T09:00:00Z' }],
		['a time without a fraction', { created: 1_764_000_000.25 }],
	])('%s starts an execution', async (_what, changes) => {
		await open();
		const event = { ...jobEvent(), ...changes };
		expect((await trigger.deliver(event)).status).toBe(200);
		const [item] = await trigger.emitted();
		expect(item?.json).toEqual(JSON.parse(JSON.stringify(event)));
	});
});

test('other methods than POST reach nothing', async () => {
	await open();
	expect((await trigger.send({ body: '', method: 'GET' })).status).toBe(404);
	expect((await trigger.send({ body: JSON.stringify(jobEvent()), method: 'PUT' })).status).toBe(
		404,
	);
	expect(await trigger.executions()).toEqual([]);
});

/** Sends a raw request, because fetch joins repeated headers. */
async function sendTwoHeaders(url: string, body: string, signatures: string[]): Promise<number> {
	return await new Promise((resolve, reject) => {
		const headers = [
			'content-type',
			'application/json',
			'host',
			'n8n',
			'content-length',
			String(Buffer.byteLength(body)),
		];
		for (const signature of signatures) headers.push('x-service-signature', signature);
		http
			.request(url, { method: 'POST', headers }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			})
			.on('error', reject)
			.end(body);
	});
}
