import fc from 'fast-check';

import { Secrets } from '../../../client/secrets';
import { measureCpuMs } from '../support/cpuTime';

describe('redact', () => {
	it('hides every part of a secret anywhere in a text', () => {
		fc.assert(
			fc.property(fc.nat(60), fc.integer({ min: 1, max: 60 }), (before, longest) => {
				const shown = new Secrets('sk_live_secret').redact(
					`${'x'.repeat(before)}sk_live_secret`,
					longest,
				);
				expect(shown).not.toMatch(/s|k|_/);
			}),
		);
	});

	it.each([
		['as it is', 'key is a/b+c=d!'],
		['in an address', 'key is a%2Fb%2Bc%3Dd!'],
		['in an address of .NET', 'key is a%2fb%2bc%3dd!'],
		['in capitals', 'key is A/B+C=D!'],
	])('removes a secret %s', (_how, text) => {
		expect(new Secrets('a/b+c=d').redact(text, 100)).toBe('key is ***!');
	});

	it('removes every occurrence of a secret', () => {
		const error = 'key sk_live_7 is not known: sk_live_7 (sk_live_7)';
		expect(new Secrets('sk_live_7').redact(error, 100)).toBe('key *** is not known: *** (***)');
	});

	it('hides a secret across the cut, and behind others', () => {
		const secrets = new Secrets('a'.repeat(1_000));
		expect(secrets.redact(`${'x'.repeat(90)}${'a'.repeat(1_000)}`, 100)).toBe(
			`${'x'.repeat(90)}***`,
		);
		expect(secrets.redact('a'.repeat(100_000), 100)).toBe('******…');
		// The base64 form of this one has 1,200 characters, so 4 * 150 + 1,200 are searched: just two secrets.
		const shorter = new Secrets('a'.repeat(900));
		expect(shorter.redact('a'.repeat(1_800), 150)).toBe('******');
		expect(shorter.redact('a'.repeat(2_700), 150)).toBe('******…');
	});

	it('hides secrets that overlap', () => {
		expect(new Secrets('abcabc').redact('xabcabcabcx', 100)).toBe('x***abcx');
		const secrets = new Secrets('sk_0123456789abcdef');
		secrets.addPresigned('no address', { policy: '89abcdef_and_more' });
		expect(secrets.redact('(sk_0123456789abcdef_and_more)', 100)).toBe('(***)');
	});

	it('takes a moment for a text that repeats a secret, beside many and long ones', async () => {
		const secrets = new Secrets('sk_live_secret');
		secrets.addPresigned('no address', { policy: 'p'.repeat(200_000) });
		for (let n = 0; n < 250; n += 1)
			secrets.addPresigned('no address', { policy: `${n} ${'q'.repeat(4_000)}` });
		const text = 'sk_live_secret'.repeat(20_000);
		expect(await measureCpuMs(() => secrets.redact(text, 1_000))).toBeLessThan(200);
	});

	it('takes a moment for an answer of 256 kB that nearly repeats many presigned values', async () => {
		const secrets = new Secrets('sk_live_secret');
		for (let n = 0; n < 300; n += 1)
			secrets.addPresigned('no address', { policy: `${'a'.repeat(800)}${n}+` });
		const text = 'a'.repeat(2_560);
		const redactAll = () => {
			for (let texts = 0; texts < 100; texts += 1) secrets.redact(text, 1_000);
		};
		expect(await measureCpuMs(redactAll)).toBeLessThan(200);
	});

	it('ignores an empty secret, and accepts half a character', () => {
		expect(new Secrets('').redact('as it is', 100)).toBe('as it is');
		expect(new Secrets('\ud800x').redact('an x, %EF%BF%BDx', 100)).toBe('an x, ***');
	});

	it.each([
		['in base64', 'Basic c2tfbGl2ZV9zZWNyZXQ='],
		['in base64 for addresses', `key=${Buffer.from('sk_live_secret').toString('base64url')}`],
	])('removes a secret %s', (_how, text) => {
		expect(new Secrets('sk_live_secret').redact(text, 100)).toMatch(/^(Basic |key=)\*\*\*=?$/);
	});

	it('removes a secret in base64 without its padding', () => {
		expect(new Secrets('sk_???>').redact('Basic c2tfPz8/Pg==', 100)).toBe('Basic ***==');
		expect(new Secrets('sk_???>').redact('Basic c2tfPz8/Pg', 100)).toBe('Basic ***');
	});
});

describe('what the service has presigned', () => {
	const policy = Buffer.from('{"expiration":"2026-01-01"}').toString('base64');
	const signed = 'https://s3.example.com/bucket?X-Amz-Signature=0123456789abcdef0123&acl=private';

	it('is hidden: fields of a form and values of a query, as they are and in an address', () => {
		const secrets = new Secrets('sk_secret');
		secrets.addPresigned(signed, { policy, acl: 'private' });
		expect(secrets.redact(`policy ${policy}, ${encodeURIComponent(policy)}`, 200)).toBe(
			'policy ***, ***',
		);
		expect(secrets.redact('Signature 0123456789abcdef0123 is private', 200)).toBe(
			'Signature *** is private',
		);
		expect(secrets.isIn(`sk_secret ${policy}`)).toBe(true);
		expect(secrets.isIn(policy)).toBe(false);
		expect(secrets.isIn({})).toBe(false);
	});

	it('is hidden as its own address spells it, which need not be as others do', () => {
		const secrets = new Secrets('sk_secret');
		secrets.addPresigned('https://blob.example.com/a?sv=1&sig=AbCdEf%2bgHiJk%2F0123%3d#end');
		for (const spelled of [
			'AbCdEf%2bgHiJk%2F0123%3d',
			'AbCdEf+gHiJk/0123=',
			'AbCdEf%2bgHiJk%2f0123%3d',
		])
			expect(secrets.redact(`sig=${spelled}&sv=1`, 100)).toBe('sig=***&sv=1');
	});

	it('is searched for up to a length that no form has', () => {
		const secrets = new Secrets('sk_secret');
		secrets.addPresigned('no address', { long: 'p'.repeat(4_096), longer: 'q'.repeat(4_097) });
		expect(secrets.redact(`${'p'.repeat(4_096)} ${'q'.repeat(4_097)}`, 100)).toBe(
			`*** ${'q'.repeat(95)}…`,
		);
	});

	it('is a secret from 16 characters on: shorter values are words', () => {
		const secrets = new Secrets('sk_secret');
		secrets.addPresigned('no address', { token: '0123456789abcdef', acl: 'bucket-of-owner' });
		expect(secrets.redact('0123456789abcdef, bucket-of-owner', 100)).toBe('***, bucket-of-owner');
	});

	it.each(['before the API key', 'behind the API key'])('is hidden %s', (where) => {
		const secrets = new Secrets('sk_secret');
		secrets.addPresigned(signed);
		const texts = ['0123456789abcdef0123', 'sk_secret'];
		if (where.startsWith('behind')) texts.reverse();
		expect(secrets.redact(`(${texts.join(', ')})`, 100)).toBe('(***, ***)');
	});

	it('is not forgotten while it repeats, as a session token does', () => {
		const secrets = new Secrets('sk_secret');
		for (let n = 0; n < 2_000; n += 1) {
			const fields = { token: 'the same for all documents', policy: `policy of document ${n}` };
			secrets.addPresigned('no address', fields);
			expect(secrets.redact('the same for all documents', 100)).toBe('***');
		}
	});

	it('is hidden as forms and PHP encode it', () => {
		const secrets = new Secrets("sk!live(abc)*x'~");
		expect(secrets.redact('sk%21live%28abc%29%2Ax%27%7E', 100)).toBe('***');
		expect(secrets.redact('sk%21live%28abc%29%2ax%27%7e', 100)).toBe('***');
	});

	it('is forgotten after many transfers, and the API key never', () => {
		const secrets = new Secrets('sk_secret');
		for (let n = 0; n < 1_000; n += 1)
			secrets.addPresigned('no address', { policy: `policy of document ${n}` });
		expect(secrets.redact('policy of document 0', 100)).toBe('policy of document 0');
		expect(secrets.redact('policy of document 999', 100)).toBe('***');
		expect(secrets.redact('sk_secret', 100)).toBe('***');
	});

	it('is remembered in 450 forms', () => {
		const secrets = new Secrets('sk_secret');
		const add = (n: number) => secrets.addPresigned('no address', { policy: policyOf(n) });
		const policyOf = (n: number) => `policy-of-document-${n}`;
		for (let n = 1; n <= 450; n += 1) add(n);
		expect(secrets.redact(`${policyOf(1)}!`, 100)).toBe('***!');
		add(451);
		expect(secrets.redact(`${policyOf(1)}!`, 100)).toBe(`${policyOf(1)}!`);
	});
});
