import crypto from 'crypto';
import { verifySignature, type SignedDelivery } from '../../support/events';
import { hmacOf } from '../../../host/harness/events';

const secret = 'whsec_one';
const body = Buffer.from('{"id":"evt_1"}');
const now = 1_764_000_000;
const hex = hmacOf(secret, now, body, 'hex');

const verify = (changes: Partial<SignedDelivery> = {}) =>
	verifySignature({
		headers: [`t=${now},v1=${hex}`],
		body,
		secrets: [secret],
		now,
		getTolerance: () => 300,
		...changes,
	});
const verifyHeader = (header: string) => verify({ headers: [header] });

test('agrees with a signature made by hand', () => {
	// printf '1764000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_one
	expect(
		verifyHeader(
			't=1764000000,v1=79f399b40dbb66b0e84fa1dd6fc0c0b9338768fc05625e067e0dd10ef7911bcd',
		),
	).toBe('genuine');
});

describe('accepts', () => {
	const padded = hmacOf(secret, now, body, 'base64');
	const taken: Array<[string, string]> = [
		['hex in lower case', `t=${now},v1=${hex}`],
		['hex in upper case', `t=${now},v1=${hmacOf(secret, now, body, 'HEX')}`],
		['base64', `t=${now},v1=${padded}`],
		['base64url', `t=${now},v1=${hmacOf(secret, now, body, 'base64url')}`],
		['the hmac first', `v1=${hex},t=${now}`],
		['parts of later schemes', `v0=1,t=${now},kid=a=b,v1=${hex},v2=zz`],
		['a second, unknown hmac after it', `t=${now},v1=${hex},v1=${'0'.repeat(64)}`],
		['a second, unknown hmac before it', `t=${now},v1=${'0'.repeat(64)},v1=${hex}`],
		['an hmac of another kind beside it', `t=${now},v1=short,v1=${hex}`],
	];
	test.each(taken)('%s', (_what, header) => {
		expect(verifyHeader(header)).toBe('genuine');
	});

	test('base64 of all signs, with padding and without', () => {
		for (let time = now; time < now + 300; time += 1) {
			const base64 = hmacOf(secret, time, body, 'base64');
			const url = base64.replaceAll('+', '-').replaceAll('/', '_');
			for (const hmac of [base64, base64.slice(0, -1), url, url.slice(0, -1)])
				expect([hmac, verifyHeader(`t=${time},v1=${hmac}`)]).toEqual([hmac, 'genuine']);
		}
	});

	test('a timestamp up to the tolerance, on both sides', () => {
		expect(verify({ now: now + 300 })).toBe('genuine');
		expect(verify({ now: now - 300 })).toBe('genuine');
	});
});

describe('refuses', () => {
	const signed = (t: string) => {
		const hmac = crypto.createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex');
		return `t=${t},v1=${hmac}`;
	};
	const malformed: Array<[string, string]> = [
		['an empty header', ''],
		['no timestamp', `v1=${hex}`],
		['no hmac', `t=${now}`],
		['an empty hmac', `t=${now},v1=`],
		['an empty part', `t=${now},v1=${hex},`],
		['two timestamps', `t=${now},t=${now},v1=${hex}`],
		['two headers joined into one', `t=${now},v1=${hex}, t=${now},v1=${hex}`],
		['spaces', `t=${now}, v1=${hex}`],
		['names in another case', `T=${now},V1=${hex}`],
		['only another scheme', `t=${now},v0=${hex}`],
		['an hmac that is no SHA-256', `t=${now},v1=${hex.slice(2)}`],
		['hex with a sign before it', `t=${now},v1=x${hex}`],
		['hex with a sign behind it', `t=${now},v1=${hex}x`],
		['base64url with a sign behind it', `t=${now},v1=-${'A'.repeat(42)}==`],
		['hex in mixed case', `t=${now},v1=${hex.slice(0, 32)}${hex.slice(32).toUpperCase()}`],
		...['+', '-'].flatMap((sign): Array<[string, string]> => [
			[`base64 with ${sign} before it`, `t=${now},v1=${sign}${'A'.repeat(43)}=`],
			[`base64 with ${sign} behind it`, `t=${now},v1=${'A'.repeat(43)}=${sign}`],
			[`a short base64 with ${sign}`, `t=${now},v1=${sign}A=`],
		]),
		['a part without a name', `t=${now},v1=${hex},=1`],
		['a part with a space in its value', `t=${now},v1=${hex},v2=a b`],
		['base64 with bits to spare', `t=${now},v1=${'A'.repeat(42)}B=`],
		// Their hmacs are right; only the form of the number is wrong.
		['a timestamp with a fraction', signed(`${now}.0`)],
		['a timestamp with a sign', signed(`+${now}`)],
		['a timestamp with a leading zero', signed(`0${now}`)],
		['a timestamp with an exponent', signed('1e9')],
		['a timestamp beyond exact integers', signed('9007199254740993')],
		['a timestamp in other digits', signed('١٧٦٤٠٠٠٠٠٠')],
		['NaN as timestamp', signed('NaN')],
	];
	test.each(malformed)('%s as malformed', (_what, header) => {
		expect(verifyHeader(header)).toBe('malformed');
	});

	test('a missing header', () => {
		expect(verify({ headers: [] })).toBe('missing');
	});

	test('several headers, even if each is genuine', () => {
		const header = `t=${now},v1=${hex}`;
		expect(verify({ headers: [header, header] })).toBe('malformed');
	});

	test('another body, another secret, no secret, an empty secret', () => {
		expect(verify({ body: Buffer.from('{"id":"evt_2"}') })).toBe('wrong');
		expect(verify({ secrets: ['whsec_two'] })).toBe('wrong');
		expect(verify({ secrets: [] })).toBe('wrong');
		const headers = [`t=${now},v1=${hmacOf('', now, body, 'hex')}`];
		expect(verify({ headers, secrets: [''] })).toBe('wrong');
	});

	test('a timestamp beyond the tolerance, on both sides', () => {
		expect(verify({ now: now + 301 })).toBe('expired');
		expect(verify({ now: now - 301 })).toBe('expired');
	});

	test('any timestamp if the tolerance is not a number', () => {
		expect(verify({ getTolerance: () => NaN })).toBe('expired');
		expect(verify({ now: NaN })).toBe('expired');
	});
});

describe('takes constant time', () => {
	const spy = jest.spyOn(crypto, 'timingSafeEqual');
	afterEach(() => spy.mockClear());

	/** The hmac with one flipped bit in this byte. */
	const offAt = (byte: number) => {
		const bytes = Buffer.from(hex, 'hex');
		bytes[byte] = (bytes[byte] ?? 0) ^ 1;
		return bytes.toString('hex');
	};
	const comparisons = (hmacs: string[], secrets: string[]) => {
		spy.mockClear();
		verify({ headers: [`t=${now},${hmacs.map((hmac) => `v1=${hmac}`).join()}`], secrets });
		return spy.mock.calls.map(([one, other]) => [one.byteLength, other.byteLength]);
	};

	test('compares whole digests once for every guess', () => {
		for (const guess of [hex, '0'.repeat(64), ...[0, 1, 15, 30, 31].map(offAt)]) {
			expect(comparisons([guess], [secret])).toEqual([[32, 32]]);
		}
	});

	test('compares every hmac with every secret, even after a match', () => {
		const all = Array.from({ length: 6 }, () => [32, 32]);
		const wrong = offAt(31);
		expect(comparisons([hex, wrong], [secret, 'two', 'three'])).toEqual(all);
		expect(comparisons([wrong, hex], ['two', 'three', secret])).toEqual(all);
		expect(comparisons([wrong, wrong], ['two', 'three', 'four'])).toEqual(all);
	});
});
