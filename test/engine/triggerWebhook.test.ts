import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createEngine, type Engine, type Webhook } from '../../engine';
import { eventAbout, hmacOf } from '../host/harness/events';

const SECRET = 'whsec_production';

interface Delivery {
	body: string;
	headers?: Record<string, string>;
	/** The transmitted bytes if they differ from the signed bytes, as with compression. */
	wire?: Buffer;
}

let engine: Engine;
let webhook: Webhook;
beforeEach(async () => {
	engine = await createEngine({ credentials: { tagPdfApi: { productionSigningSecret: SECRET } } });
	const node = { type: 'tagPdfTrigger', id: randomUUID(), webhookId: 'hook', parameters: {} };
	// Deliveries are remembered per node, so each test has its own.
	webhook = await engine.webhook({ nodes: [node] });
});
afterEach(async () => {
	expect(webhook.errors).toEqual([]);
	await webhook.close();
	await engine.close();
});

/** Sends a signed body. */
const send = async ({ body, headers, wire }: Delivery) => {
	const timestamp = Math.floor(Date.now() / 1000);
	const signature = `t=${timestamp},v1=${hmacOf(SECRET, timestamp, body, 'hex')}`;
	const response = await fetch(webhook.url, {
		method: 'POST',
		body: wire ?? Buffer.from(body),
		headers: { 'content-type': 'application/json', 'x-service-signature': signature, ...headers },
	});
	return { status: response.status, text: await response.text() };
};

const event = JSON.stringify(
	eventAbout('job_1', 'job.completed', { filename: 'a/b "c" \\ é 漢 😀 \u{10FFFF}' }),
);
const sentAs = (type: string, body = event) => ({ body, headers: { 'content-type': type } });
const padded = ' '.repeat((16 << 20) - Buffer.byteLength(event)) + event;

test.each<[string, Delivery]>([
	["as long as n8n's limit allows", { body: padded }],
	['sent as text', sentAs('text/plain')],
	['sent as bytes', sentAs('application/octet-stream')],
	['sent as a form', sentAs('application/x-www-form-urlencoded')],
	['with a byte order mark, sent as text', sentAs('text/plain', `\uFEFF${event}`)],
	[
		'compressed on the way',
		{ body: event, wire: gzipSync(event), headers: { 'content-encoding': 'gzip' } },
	],
])('admits an event %s', async (_form, delivery) => {
	expect(await send(delivery)).toEqual({ status: 200, text: '' });
	const executions = await webhook.executions();
	const items = executions.flatMap((execution) => execution.items('Tag PDF Trigger'));
	expect(items.map(({ json }) => json)).toEqual([JSON.parse(event)]);
});

test('refuses multipart, whose raw body n8n does not keep, and only the log says why', async () => {
	const multipart = sentAs('multipart/form-data; boundary=x', '--x\r\n\r\n\r\n--x--');
	const refusal = { status: 401, text: '{"message":"The signature is not accepted."}' };
	expect(await send(multipart)).toEqual(refusal);
	expect(await webhook.executions()).toEqual([]);
	const warnings = engine.log.entries.filter(({ level }) => level === 'warn');
	const said = warnings.map(({ message }) => message).filter((text) => text.includes('Trigger'));
	expect(said).toEqual([expect.stringMatching(/raw body cannot be read/)]);
	expect(said.join()).not.toContain(SECRET);
});
