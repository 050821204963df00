import { TagPdfWebhookApi } from '../../../credentials/TagPdfWebhookApi.credentials';
import {
	getSigningSecrets,
	listSigningSecrets,
	testSigningSecrets,
} from '../../../nodes/TagPdfTrigger/secrets';
import { FakeWebhook, type FakeWebhookSetup } from '../support/fakeWebhook';

const check = async (data: Record<string, string>) =>
	await testSigningSecrets({ id: '1', name: 'Webhook', type: 'tagPdfWebhookApi', data });

test('masks every field of the credential and uses it as a secret', () => {
	const { properties } = new TagPdfWebhookApi();
	expect(properties.every(({ typeOptions }) => typeOptions?.password)).toBe(true);
	const filled = Object.fromEntries(properties.map(({ name }) => [name, `secret of ${name}`]));
	expect(listSigningSecrets(filled).sort()).toEqual(Object.values(filled).sort());
});

test('ignores empty, blank and missing fields', () => {
	expect(listSigningSecrets({})).toEqual([]);
	expect(listSigningSecrets({ signingSecret: '', secondSigningSecret: ' \n' })).toEqual([]);
	expect(listSigningSecrets({ signingSecret: ' whsec_one\n' })).toEqual(['whsec_one']);
	expect(listSigningSecrets({ signingSecret: '\ufeffwhsec_one\u200b' })).toEqual(['whsec_one']);
});

const INVISIBLE = '\u200b\u200d\u2060\u3164\u2800\u00ad\u{e0001}\t ';

test.each<[string, string, string[]]>([
	['seven letters', 'whsec_1', []],
	['eight letters', 'whsec_12', ['whsec_12']],
	['seven letters and invisible ones', `${INVISIBLE}whsec${INVISIBLE}_1${INVISIBLE}`, []],
	['invisible letters alone', INVISIBLE, []],
	['seven letters of two UTF-16 units', '\u{1f511}'.repeat(7), []],
])('counts only secrets of at least eight visible letters: %s', (_what, secret, expected) => {
	expect(listSigningSecrets({ secondSigningSecret: secret })).toEqual(expected);
});

describe('the credential test', () => {
	test('passes with a secret, and says that only an event can prove it', async () => {
		const result = await check({ signingSecret: 'whsec_one' });
		expect(result.status).toBe('OK');
		expect(result.message).toMatch(/first event/);
	});

	test.each([
		['signingSecret', "'Signing Secret'"],
		['thirdSigningSecret', "'Third Signing Secret'"],
	])('refuses an invisible character inside %s, and names its field', async (field, name) => {
		const data = { signingSecret: 'whsec_one', [field]: 'whsec\u200b_two' };
		const message = `${name} contains an invisible character (U+200B). Copy it again.`;
		expect(await check(data)).toEqual({ status: 'Error', message });
	});

	test('treats a credential without data as empty', async () => {
		const result = await testSigningSecrets({ id: '1', name: 'Webhook', type: 'tagPdfWebhookApi' });
		expect(result.status).toBe('Error');
	});

	const refused: Array<[string, Record<string, string>]> = [
		['no secret', { signingSecret: '' }],
		['only blanks', { signingSecret: '  ' }],
		['another field alone', { thirdSigningSecret: 'whsec_one' }],
	];
	test.each(refused)('refuses %s', async (_what, data) => {
		const result = await check(data);
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(/Fill in 'Signing Secret'/);
		expect(result.message).not.toMatch(/whsec/);
	});
});

test.each([
	['signingSecret', 'Signing Secret'],
	['secondSigningSecret', 'Second Signing Secret'],
	['thirdSigningSecret', 'Third Signing Secret'],
])('the credential test names a secret that is too short: %s', async (field, name) => {
	const result = await check({ signingSecret: 'whsec_one', [field]: 'whsec\u200b\u200b_1' });
	expect(result.status).toBe('Error');
	expect(result.message).toMatch(
		`'${name}' is too short: a signing secret has at least 8 visible characters.`,
	);
	expect(result.message).not.toMatch(/whsec/);
});

describe('the credential', () => {
	const NOW = 1_764_000_000_000;
	beforeEach(() => jest.useFakeTimers({ now: NOW }));
	afterEach(() => jest.useRealTimers());
	const at = (ms: number) => jest.setSystemTime(NOW + ms);

	let nodes = 0;
	/** A node whose credential may change. */
	const open = (setup: FakeWebhookSetup = {}) => {
		nodes += 1;
		const node = { id: `reading ${nodes}`, ...setup.node };
		let reads = 0;
		const get = async (signingSecret: string | Error, id = '1', name = 'Endpoint') => {
			const credential = signingSecret instanceof Error ? signingSecret : { signingSecret };
			const fake = new FakeWebhook({ ...setup, node, credential });
			try {
				return await getSigningSecrets(fake.context, { id, name });
			} finally {
				reads += fake.credentialReads;
			}
		};
		return { get, node, reads: () => reads };
	};

	test('is read once a second, however many deliveries arrive', async () => {
		const { get, reads } = open();
		for (let ms = 0; ms < 10_000; ms += 10) {
			at(ms);
			expect(await get('whsec_one')).toEqual(['whsec_one']);
		}
		expect(reads()).toBe(10);
	});

	test('the second begins with the reading, not with its end', async () => {
		const { get } = open();
		const first = get('the old one');
		at(1_000);
		await first;
		expect(await get('the new one')).toEqual(['the new one']);
	});

	test('is read again if the clock was set back', async () => {
		const { get } = open();
		await get('the old one');
		at(-3_600_000);
		expect(await get('the new one')).toEqual(['the new one']);
	});

	test('fails the deliveries of a second with one reading, and works in the next', async () => {
		const { get, reads } = open();
		const failure = new Error('database is busy');
		await expect(get(failure)).rejects.toBe(failure);
		await expect(get('whsec_one')).rejects.toBe(failure);
		expect(reads()).toBe(1);
		at(1_000);
		expect(await get('whsec_one')).toEqual(['whsec_one']);
	});

	test('is not shared with another node, workflow or credential', async () => {
		const { get, node } = open();
		await get('the first one');
		expect(await get('the second one', '2')).toEqual(['the second one']);
		expect(await get('the old one', '2', 'Another')).toEqual(['the old one']);
		expect(await open().get('the new one')).toEqual(['the new one']);
		expect(await open({ node, workflow: { id: 'another' } }).get('the new one')).toEqual([
			'the new one',
		]);
		expect(await open({ node }).get('the new one', '2', 'Another')).toEqual(['the old one']);
	});
});
