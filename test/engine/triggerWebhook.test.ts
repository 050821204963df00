import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { hmacOf } from '../host/harness/events';
import {
	jobEvent,
	openTrigger,
	SECRET,
	unixSeconds,
	type Delivery,
	type TriggerSetup,
} from './triggerSetup';

let trigger: TriggerSetup;
const open = async () => (trigger = await openTrigger());
afterEach(async () => {
	jest.restoreAllMocks();
	expect(trigger.webhook.errors).toEqual([]);
	await trigger.close();
});

const REFUSED = { status: 401, text: '{"message":"The signature is not accepted."}' };

describe('a genuine event', () => {
	const event = () => JSON.stringify(jobEvent({ filename: 'a/b "c" \\ é 漢 😀 \u{10FFFF}' }));
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
		['the body serialised anew', { body: pretty(body), signature: good }, /matches no secret/],
		[
			'an unsigned form',
			{
				body: 'a=1',
				signature: null,
				headers: { 'content-type': 'application/x-www-form-urlencoded' },
			},
			/no X-Service/,
		],
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
});

test('not JSON though announced as such: n8n itself answers 422', async () => {
	await open();
	expect((await trigger.send({ body: '{' })).status).toBe(422);
	expect(await trigger.executions()).toEqual([]);
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
