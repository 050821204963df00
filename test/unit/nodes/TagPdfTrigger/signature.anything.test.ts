import * as fc from 'fast-check';
import Stripe from 'stripe';
import { verifySignature, type SignedDelivery } from '../../support/events';
import { hmacOf, type Encoding } from '../../../host/harness/events';

const SPOILT = 20_000;
const GENUINE = 4_000;

const isGenuine = (delivery: SignedDelivery) => verifySignature(delivery) === 'genuine';

const secret = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
	.map((text) => `whsec_${text}`);
const body = fc.oneof(
	fc
		.tuple(fc.json(), fc.constantFrom('', '\uFEFF', ' '), fc.constantFrom('', '\r\n'))
		.map(([json, before, after]) => Buffer.from(before + json.replaceAll('/', '\\/') + after)),
	fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

/** Deliveries to accept: any encoding, any order, unknown parts, and one of several secrets. */
const genuineWith = (others: fc.Arbitrary<string[]>): fc.Arbitrary<SignedDelivery> =>
	fc
		.record({
			body,
			secrets: fc.uniqueArray(secret, { minLength: 1, maxLength: 3 }),
			signer: fc.nat(),
			timestamp: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
			tolerance: fc.integer({ min: 1, max: 900 }),
			drift: fc.double({ min: -1, max: 1, noNaN: true }),
			encoding: fc.constantFrom<Encoding>('hex', 'HEX', 'base64', 'base64url'),
			others,
			order: fc.nat(),
		})
		.map(({ body, secrets, signer, timestamp, tolerance, drift, encoding, others, order }) => {
			const signing = secrets[signer % secrets.length] ?? '';
			const hmac = hmacOf(signing, timestamp, body, encoding);
			const parts = [`t=${timestamp}`, `v1=${hmac}`, ...others];
			const start = order % parts.length;
			const header = [...parts.slice(start), ...parts.slice(0, start)].join(',');
			const now = timestamp + Math.trunc(drift * tolerance);
			return { headers: [header], body, secrets, now, getTolerance: () => tolerance };
		});

type Spoil = (delivery: SignedDelivery) => SignedDelivery;

const inHeader =
	(change: (header: string) => string | string[]): Spoil =>
	(delivery) => ({ ...delivery, headers: delivery.headers.flatMap(change) });
const inBody =
	(change: (bytes: Buffer) => Buffer): Spoil =>
	(delivery) => ({ ...delivery, body: change(delivery.body) });
const part = (header: string, name: string) =>
	header.split(',').find((candidate) => candidate.startsWith(`${name}=`)) ?? '';
const timestampOf = ({ headers }: SignedDelivery) => Number(/\d{10}/.exec(headers.join())?.[0]);

/** A place in a text or a body, as a share of its length, and how much of it changes. */
const cut = fc.record({
	from: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
	count: fc.integer({ min: 0, max: 5 }),
});
const characters = fc.string({ unit: 'binary-ascii', maxLength: 2 });

const spoils: Array<fc.Arbitrary<Spoil>> = [
	// Inserts, deletes or replaces some characters or bytes.
	fc.tuple(cut, characters).map(([{ from, count }, text]) =>
		inHeader((header) => {
			const i = Math.floor(header.length * from);
			return header.slice(0, i) + text + header.slice(i + count);
		}),
	),
	fc.tuple(cut, fc.uint8Array({ maxLength: 2 })).map(([{ from, count }, bytes]) =>
		inBody((whole) => {
			const i = Math.floor(whole.length * from);
			return Buffer.concat([whole.subarray(0, i), bytes, whole.subarray(i + count)]);
		}),
	),
	// Changes the timestamp alone: another one, or a spelling that only JavaScript accepts.
	fc
		.constantFrom('1$&', '0$&', '+$&', '$&.0', '$&e0', ' $&', '$&\t', '-$&', '0x$&', '')
		.map((t) => inHeader((header) => header.replace(/(?<=t=)\d{10}/, t))),
	fc.constantFrom<Spoil>(
		inHeader((header) => `${header},${part(header, 't')}`),
		inHeader((header) => part(header, 't')),
		inHeader((header) => part(header, 'v1')),
		inHeader((header) => header.replace('v1=', 'v0=')),
		inHeader((header) => header.replace(',', ', ')),
		inHeader(() => []),
		inHeader((header) => [header, header]),
		inHeader((header) => [part(header, 't'), part(header, 'v1')]),
		inBody((bytes) => Buffer.from(bytes.toString().toUpperCase())),
		// The body that a receiver would check if it parsed and serialised the JSON first.
		inBody((bytes) => Buffer.from(bytes.toString().trim().replaceAll('\\/', '/'))),
		(delivery) => ({ ...delivery, secrets: [] }),
		(delivery) => ({ ...delivery, secrets: delivery.secrets.map((each) => `${each} or other`) }),
	),
	fc
		.tuple(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(-1, 1))
		.map(([seconds, sign]): Spoil => (delivery) => {
			const now = timestampOf(delivery) + sign * (delivery.getTolerance() + seconds);
			return { ...delivery, now };
		}),
	// Signed with an attacker's key.
	fc.constantFrom('', 'undefined', 'null', '[object Object]').map((key): Spoil => (delivery) => {
		const timestamp = timestampOf(delivery);
		const hmac = hmacOf(key, timestamp, delivery.body, 'hex');
		return { ...delivery, headers: [`t=${timestamp},v1=${hmac}`] };
	}),
];

/** Sorted parts, no padding, one alphabet: another spelling of the same hmac is no change. */
const spelling = (header: string) =>
	header
		.split(',')
		.map((each) => each.replace(/=$/, '').replaceAll('-', '+').replaceAll('_', '/'))
		.sort()
		.join();

const meansTheSame = (one: SignedDelivery, other: SignedDelivery) =>
	one.body.equals(other.body) &&
	one.now === other.now &&
	one.secrets === other.secrets &&
	other.headers.length === 1 &&
	spelling(one.headers.join()) === spelling(other.headers.join());

test(`accepts none of ${SPOILT} spoilt deliveries`, () => {
	const plain = genuineWith(fc.constant([]));
	const check = (delivery: SignedDelivery, spoil: Spoil) => {
		const changed = spoil(delivery);
		fc.pre(!meansTheSame(delivery, changed));
		expect(isGenuine(changed)).toBe(false);
	};
	fc.assert(fc.property(plain, fc.oneof(...spoils), check), { numRuns: SPOILT });
});

test(`accepts every one of ${GENUINE} genuine deliveries`, () => {
	const others = fc.constantFrom<string[]>(
		[],
		['v0=0123'],
		['v2=abc', 'kid=7'],
		['v1=not-a-sha256'],
	);
	const check = (delivery: SignedDelivery) => expect(isGenuine(delivery)).toBe(true);
	fc.assert(fc.property(genuineWith(others), check), { numRuns: GENUINE });
});

test('accepts what the stripe library signs, whose scheme is the same', () => {
	const timestamp = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 });
	const check = (payload: string, secret: string, timestamp: number) => {
		const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
		const body = Buffer.from(payload);
		const claim = { headers: [header], now: timestamp, getTolerance: () => 300 };
		expect(isGenuine({ ...claim, body, secrets: [secret] })).toBe(true);
	};
	fc.assert(fc.property(fc.json(), secret, timestamp, check), { numRuns: 1_000 });
});
