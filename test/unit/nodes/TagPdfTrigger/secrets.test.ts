import { TagPdfApi } from '../../../../credentials/TagPdfApi.credentials';
import {
	findSecretProblem,
	getSigningSecrets,
	listSigningSecrets,
} from '../../../../nodes/TagPdfTrigger/secrets';
import { FakeWebhook, type FakeWebhookSetup } from '../../support/fakeWebhook';

/** The fields for secrets: all but API key and Base URL. */
const fields = new TagPdfApi().properties.filter(
	({ name }) => !['apiKey', 'baseUrl'].includes(name),
);

test('uses every field of the credential for a secret, and no other', () => {
	expect(fields).toHaveLength(4);
	const secrets = Object.fromEntries(fields.map(({ name }) => [name, `secret of ${name}`]));
	const service = { apiKey: 'a key of 32 letters', baseUrl: 'https://api.example.com' };
	expect(listSigningSecrets({ ...service, ...secrets }).sort()).toEqual(
		Object.values(secrets).sort(),
	);
});

test('ignores empty, blank and missing fields', () => {
	expect(listSigningSecrets({})).toEqual([]);
	expect(listSigningSecrets({ productionSigningSecret: '', testSigningSecret: ' \n' })).toEqual([]);
	expect(listSigningSecrets({ testSigningSecret: ' whsec_one\n' })).toEqual(['whsec_one']);
	expect(listSigningSecrets({ testSigningSecret: '\ufeffwhsec_one\u200b' })).toEqual(['whsec_one']);
});

const INVISIBLE = '\u200b\u200d\u2060\u3164\u2800\u00ad\u{e0001}\t ';

test.each<[string, string, string[]]>([
	['seven letters', 'whsec_1', []],
	['eight letters', 'whsec_12', ['whsec_12']],
	['seven letters and invisible ones', `${INVISIBLE}whsec${INVISIBLE}_1${INVISIBLE}`, []],
	['invisible letters alone', INVISIBLE, []],
	['seven letters of two UTF-16 units', '\u{1f511}'.repeat(7), []],
])('counts only secrets of at least eight visible letters: %s', (_what, secret, expected) => {
	expect(listSigningSecrets({ otherSigningSecret2: secret })).toEqual(expected);
});

describe('a problem of the secrets', () => {
	const good = { testSigningSecret: 'whsec_one' };

	test.each(fields.map(({ name }) => name))('is none with a secret in %s alone', (field) => {
		expect(findSecretProblem({ [field]: 'whsec_one' })).toBeUndefined();
	});

	test.each<[string, Record<string, string>]>([
		['no field', {}],
		['empty fields', { productionSigningSecret: '', testSigningSecret: '' }],
		['only blanks', { testSigningSecret: ' \u200b ' }],
		['API key and address', { apiKey: 'key_1234567', baseUrl: 'https://api.example.com' }],
	])('is that there is none, and the text names the fields: %s', (_what, data) => {
		expect(findSecretProblem(data)).toBe(
			"The credential has no signing secret. Open the credential and fill in 'Signing Secret for Test URL' or 'Signing Secret for Production URL': the Developers page of the service shows the secret beside the endpoint with this URL.",
		);
	});

	test.each(fields.map(({ name, displayName }) => [name, displayName]))(
		'is a secret that cannot be one, and the text names its field: %s',
		(field, name) => {
			const short = findSecretProblem({ ...good, [field]: 'whsec\u200b\u200b_1' });
			expect(short).toBe(
				`'${name}' is too short: a signing secret has at least 8 visible characters. Copy it from the Developers page again.`,
			);
			expect(findSecretProblem({ ...good, [field]: 'whsec\u200b_two' })).toBe(
				`'${name}' contains an invisible character (U+200B). Copy it again.`,
			);
		},
	);
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
		const get = async (testSigningSecret: string | Error, id = '1', name = 'Endpoint') => {
			const credential =
				testSigningSecret instanceof Error ? testSigningSecret : { testSigningSecret };
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

	test('is read once a second for each of the credentials that two versions of a workflow have', async () => {
		const { get, reads } = open();
		for (let n = 0; n < 10; n += 1) {
			expect(await get('of the draft', '1')).toEqual(['of the draft']);
			expect(await get('published', '2')).toEqual(['published']);
		}
		expect(reads()).toBe(2);
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
