import { readGenuineBody } from '../../../../nodes/TagPdfTrigger/verification/genuineBody';
import { FakeWebhook, type FakeWebhookSetup } from '../../support/fakeWebhook';
import { signedDelivery } from '../events';
import { hmacOf } from './deliveries';

let nodes = 0;
/** Each delivery gets its own node, because the log reports a refusal only once a minute. */
const judge = async (setup: FakeWebhookSetup) => {
	nodes += 1;
	const fake = new FakeWebhook({ ...setup, node: { id: `judging ${nodes}` } });
	const judged = await readGenuineBody(fake.context);
	const body = Buffer.isBuffer(judged) ? judged : undefined;
	return { judged, body, lines: fake.log.lines, credentialReads: fake.credentialReads };
};
const delivery = signedDelivery({ id: 'evt_1' });
const signedAt = (timestamp: number): FakeWebhookSetup => ({
	...delivery,
	signatures: [`t=${timestamp},v1=${hmacOf('whsec_one', timestamp, delivery.rawBody, 'hex')}`],
});

test('returns a signed body unchanged and logs nothing', async () => {
	const { body, lines } = await judge(delivery);
	expect(body).toBe(delivery.rawBody);
	expect(lines).toEqual([]);
});

test('accepts any secret of the credential', async () => {
	const credential = { signingSecret: 'other', thirdSigningSecret: ' whsec_one\n' };
	expect((await judge({ ...delivery, credential })).body).toBe(delivery.rawBody);
});

test('reads a raw body that n8n has not read yet', async () => {
	const { body } = await judge({
		...delivery,
		rawBody: undefined,
		readRawBody: () => Promise.resolve(delivery.rawBody),
	});
	expect(body).toBe(delivery.rawBody);
});

test('does not read a raw body again', async () => {
	const readRawBody = jest.fn(() => Promise.resolve(Buffer.from('other')));
	expect((await judge({ ...delivery, readRawBody })).body).toBe(delivery.rawBody);
	expect(readRawBody).not.toHaveBeenCalled();
});

describe('refuses, with the reason only in the log:', () => {
	const refused: Array<[string, FakeWebhookSetup, RegExp]> = [
		['no credential', { ...delivery, credential: undefined }, /no signing secret is set\. Choose/],
		[
			'a credential without a secret',
			{ ...delivery, credential: { signingSecret: '  ' } },
			/no signing secret is set/,
		],
		[
			'no secret and no body either',
			{ ...delivery, credential: undefined, rawBody: undefined },
			/no signing secret is set/,
		],
		[
			'a body that n8n has not kept',
			{ ...delivery, rawBody: undefined },
			/raw body cannot be read/,
		],
		[
			'a body that cannot be read',
			{
				...delivery,
				rawBody: undefined,
				readRawBody: () => Promise.reject(new Error('aborted')),
			},
			/raw body cannot be read/,
		],
		['no header', { ...delivery, signatures: undefined }, /no X-Service-Signature header/],
		['another form', { ...delivery, signatures: ['v1=abc'] }, /not of the form t=/],
		[
			'two headers',
			{ ...delivery, signatures: [...delivery.signatures, ...delivery.signatures] },
			/not of the form t=/,
		],
		[
			'another secret',
			signedDelivery({ id: 'evt_1' }, 'whsec_other'),
			/matches no secret in the credential/,
		],
		['an altered body', { ...delivery, rawBody: Buffer.from('{}') }, /matches no secret/],
	];
	test.each(refused)('%s', async (_what, setup, reason) => {
		const { body, lines } = await judge(setup);
		expect(body).toBeUndefined();
		expect(lines).toHaveLength(1);
		expect(lines[0]?.[0]).toBe('warn');
		expect(lines[0]?.[1]).toMatch(/^"Tag PDF Trigger" in workflow "Inbox" refused a delivery: /);
		expect(lines[0]?.[1]).toMatch(reason);
		expect(lines[0]?.[1]).not.toMatch(/whsec/);
	});
});

test('returns the name of a refusal', async () => {
	expect((await judge({ ...delivery, credential: undefined })).judged).toBe('unset');
	expect((await judge(signedDelivery({}, 'whsec_other'))).judged).toBe('wrong');
});

describe('reads the credential', () => {
	const unread: Array<[string, FakeWebhookSetup]> = [
		['no header', { ...delivery, signatures: undefined }],
		['another form', { ...delivery, signatures: ['v1=abc'] }],
		['an old timestamp', signedAt(Math.floor(Date.now() / 1000) - 3_600)],
		['a timestamp to come', signedAt(Math.floor(Date.now() / 1000) + 3_600)],
		['a body that cannot be read', { ...delivery, rawBody: undefined }],
		['no credential', { ...delivery, credential: undefined }],
	];
	test.each(unread)('not for %s', async (_what, setup) => {
		const { body, credentialReads } = await judge(setup);
		expect([body, credentialReads]).toEqual([undefined, 0]);
	});

	test('once for a delivery that may be genuine', async () => {
		expect((await judge(delivery)).credentialReads).toBe(1);
		expect((await judge(signedDelivery({}, 'whsec_other'))).credentialReads).toBe(1);
	});

	test('but not the body if the header is malformed', async () => {
		const readRawBody = jest.fn(() => Promise.resolve(Buffer.from('{}')));
		await judge({ ...delivery, signatures: ['x'], rawBody: undefined, readRawBody });
		expect(readRawBody).not.toHaveBeenCalled();
	});
});

describe('the cached credential', () => {
	const other = { signingSecret: 'whsec_other' };
	const chosen = (id: string, name = 'Endpoint') => ({
		credentials: { tagPdfWebhookApi: { id, name } },
	});
	const node = { id: 'remembering', ...chosen('1') };
	const open = (setup: FakeWebhookSetup = {}) => new FakeWebhook({ ...delivery, node, ...setup });
	const isTaken = async ({ context }: FakeWebhook) =>
		Buffer.isBuffer(await readGenuineBody(context));
	const NOW = 1_764_000_000_000;
	beforeEach(async () => {
		jest.useFakeTimers({ now: Math.max(Date.now(), NOW), doNotFake: ['nextTick'] });
		jest.advanceTimersByTime(60_000);
		expect(await isTaken(open(now()))).toBe(true);
	});
	afterEach(() => jest.useRealTimers());
	/** Signed with the current time. */
	const now = () => signedAt(Math.floor(Date.now() / 1000));

	test('serves the deliveries of the next 30 seconds', async () => {
		jest.advanceTimersByTime(29_999);
		const within = open({ ...now(), credential: other });
		expect([await isTaken(within), within.credentialReads]).toEqual([true, 0]);
		jest.advanceTimersByTime(1);
		const after = open({ ...now(), credential: other });
		expect([await isTaken(after), after.credentialReads]).toEqual([false, 1]);
	});

	test('is read again for an unknown signature, at most once a second', async () => {
		const forged = async () => {
			const fake = open({ ...now(), rawBody: Buffer.from('{}') });
			expect(await isTaken(fake)).toBe(false);
			return fake.credentialReads;
		};
		expect(await forged()).toBe(0);
		jest.advanceTimersByTime(1_000);
		expect([await forged(), await forged()]).toEqual([1, 0]);
	});

	test.each<[string, FakeWebhookSetup]>([
		['another node', { node: { ...node, id: 'another' } }],
		['another workflow', { workflow: { id: 'another' } }],
		['another credential of the node', { node: { ...node, ...chosen('2') } }],
		['a credential without an ID, of another name', { node: { ...node, ...chosen('1', 'B') } }],
	])('is not shared with %s', async (_what, elsewhere) => {
		const fake = open({ ...now(), ...elsewhere, credential: other });
		expect([await isTaken(fake), fake.credentialReads]).toEqual([false, 1]);
	});
});

describe('the timestamp', () => {
	const NOW = 1_764_000_000;
	beforeEach(() => jest.useFakeTimers({ now: NOW * 1000 }));
	afterEach(() => jest.useRealTimers());
	const isTaken = async (age: number, timestampTolerance?: unknown) => {
		const { body } = await judge({
			...signedAt(NOW - age),
			parameters: { 'options.timestampTolerance': timestampTolerance },
		});
		return body !== undefined;
	};

	test('may be 300 seconds off unless it is set', async () => {
		expect(await isTaken(300)).toBe(true);
		expect(await isTaken(301)).toBe(false);
		expect(await isTaken(-300)).toBe(true);
		expect(await isTaken(-301)).toBe(false);
	});

	test.each([10, '10'])('may be off by the configured tolerance: %j', async (tolerance) => {
		expect(await isTaken(10, tolerance)).toBe(true);
		expect(await isTaken(11, tolerance)).toBe(false);
	});

	test('is refused if the tolerance is not a number', async () => {
		expect(await isTaken(0, 'long')).toBe(false);
	});

	test('logs its refusal', async () => {
		const { lines } = await judge(signedAt(NOW - 301));
		expect(lines[0]?.[1]).toMatch(/outside the Timestamp Tolerance/);
	});
});

test('throws if n8n cannot read the credential, so that the service retries', async () => {
	const credential = new Error('database is busy');
	await expect(judge({ ...delivery, credential })).rejects.toBe(credential);
});
