/**
 * Valid deliveries, and ways to spoil them, as fast-check arbitraries. They are signed independently, so
 * that the trigger's verification is not checked against itself.
 */
import { createHmac } from 'crypto';
import * as fc from 'fast-check';
import type { SignedDelivery } from '../../../nodes/TagPdfTrigger/signature';

type Encoding = 'hex' | 'HEX' | 'base64' | 'base64url';

export function hmacOf(
	secret: string,
	timestamp: number,
	body: Buffer,
	encoding: Encoding,
): string {
	const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
	return encoding === 'HEX' ? digest.toString('hex').toUpperCase() : digest.toString(encoding);
}

const secret = fc
	.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
	.map((text) => `whsec_${text}`);
const text = fc.string({ unit: 'binary', maxLength: 60 });

/** An event as JSON in the various forms that serialisers give it. */
const eventBody = fc
	.record({
		id: text,
		type: fc.constantFrom('job.completed', 'job.failed'),
		created: fc.nat(),
		data: fc.record({ job: fc.record({ id: text, filename: fc.option(text) }) }),
	})
	.chain((event) =>
		fc.constantFrom(
			JSON.stringify(event),
			JSON.stringify(event, null, 2),
			JSON.stringify(event, null, '\t').replace(/\n/g, '\r\n'),
			JSON.stringify(event).replace(/\//g, '\\/'),
			`\uFEFF${JSON.stringify(event)}\n`,
		),
	)
	.map((json) => Buffer.from(json));

const body = fc.oneof(
	{ weight: 3, arbitrary: eventBody },
	{ weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
);

const otherParts = fc.constantFrom([], ['v0=0123'], ['v2=abc', 'kid=7'], ['v1=not-a-sha256']);

/** Deliveries to accept: any encoding, any order, unknown parts, and one of several secrets. */
export const genuine: fc.Arbitrary<SignedDelivery> = fc
	.record({
		body,
		secrets: fc
			.array(secret, { minLength: 1, maxLength: 3 })
			.map((secrets) => secrets.map((text, index) => `${text}${index}`)),
		signer: fc.nat(),
		timestamp: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
		tolerance: fc.integer({ min: 1, max: 900 }),
		drift: fc.double({ min: -1, max: 1, noNaN: true }),
		encoding: fc.constantFrom<Encoding>('hex', 'HEX', 'base64', 'base64url'),
		others: otherParts,
		order: fc.nat(),
	})
	.map(({ body, secrets, signer, timestamp, tolerance, drift, encoding, others, order }) => {
		const signing = secrets[signer % secrets.length] ?? '';
		const parts = [`t=${timestamp}`, `v1=${hmacOf(signing, timestamp, body, encoding)}`, ...others];
		const start = order % parts.length;
		return {
			headers: [[...parts.slice(start), ...parts.slice(0, start)].join(',')],
			body,
			secrets,
			now: timestamp + Math.trunc(drift * tolerance),
			tolerance,
		};
	});

/** The form in the interface, without freely changeable parts in the header. */
const plain = genuine.map((delivery) => ({
	...delivery,
	headers: delivery.headers.map((header) =>
		header
			.split(',')
			.filter((part) => /^t=|^v1=(?!not)/.test(part))
			.join(','),
	),
}));

type Spoil = (delivery: SignedDelivery) => SignedDelivery;

const position = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const at = (length: number, where: number) => Math.floor(length * where);
const inHeader =
	(change: (header: string) => string | string[]): Spoil =>
	(delivery) => ({ ...delivery, headers: delivery.headers.flatMap(change) });
const inBody =
	(change: (bytes: Buffer) => Buffer): Spoil =>
	(delivery) => ({ ...delivery, body: change(delivery.body) });
const part = (header: string, name: string) =>
	header.split(',').find((candidate) => candidate.startsWith(`${name}=`)) ?? '';

const headerSpoils: Array<fc.Arbitrary<Spoil>> = [
	fc
		.tuple(position, fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }))
		.map(([where, char]) =>
			inHeader((header) => {
				const i = at(header.length, where);
				return header.slice(0, i) + char + header.slice(i + 1);
			}),
		),
	fc
		.tuple(position, fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 2 }))
		.map(([where, chars]) =>
			inHeader((header) => {
				const i = at(header.length + 1, where);
				return header.slice(0, i) + chars + header.slice(i);
			}),
		),
	fc.tuple(position, fc.integer({ min: 1, max: 5 })).map(([where, count]) =>
		inHeader((header) => {
			const i = at(header.length, where);
			return header.slice(0, i) + header.slice(i + count);
		}),
	),
	fc.tuple(position, position).map(([one, other]) =>
		inHeader((header) => {
			const chars = Array.from(header);
			const [i, j] = [at(chars.length, one), at(chars.length, other)];
			[chars[i], chars[j]] = [chars[j] ?? '', chars[i] ?? ''];
			return chars.join('');
		}),
	),
	position.map((where) => inHeader((header) => header.slice(0, at(header.length, where)))),
	fc.string({ unit: 'binary-ascii', maxLength: 120 }).map((noise) => inHeader(() => noise)),
	// Changes the timestamp alone: another, two, none, or a spelling that only JavaScript accepts.
	fc
		.integer({ min: -400, max: 400 })
		.filter((shift) => shift !== 0)
		.map((shift) =>
			inHeader((header) => header.replace(/\d{10}/, (t) => String(Number(t) + shift))),
		),
	fc
		.constantFrom('0$&', '+$&', '$&.0', '$&e0', ' $&', '$&\t', '-$&', '$&00000000', '0x$&', '')
		.map((t) => inHeader((header) => header.replace(/(?<=t=)\d{10}/, t))),
	fc
		.constantFrom('t', 'v1')
		.map((name) => inHeader((header) => `${header},${part(header, 't')},${name}=`)),
	fc.constant(inHeader((header) => `${header},${part(header, 't')}`)),
	fc.constant(inHeader((header) => part(header, 't'))),
	fc.constant(inHeader((header) => part(header, 'v1'))),
	fc.constant(inHeader((header) => header.replace('v1=', 'v0='))),
	fc.constant(inHeader((header) => header.replace(',', ', '))),
	fc.constant(inHeader((header) => header.replace(',', ';'))),
	fc.constant(inHeader(() => [])),
	fc.constant(inHeader((header) => [header, header])),
	fc.constant(inHeader((header) => [part(header, 't'), part(header, 'v1')])),
];

const bodySpoils: Array<fc.Arbitrary<Spoil>> = [
	fc.tuple(position, fc.nat(7)).map(([where, bit]) =>
		inBody((bytes) => {
			if (bytes.length === 0) return Buffer.from([bit]);
			const copy = Buffer.from(bytes);
			const i = at(copy.length, where);
			copy[i] = (copy[i] ?? 0) ^ (1 << bit);
			return copy;
		}),
	),
	fc.tuple(position, fc.nat(255)).map(([where, byte]) =>
		inBody((bytes) => {
			const i = at(bytes.length + 1, where);
			return Buffer.concat([bytes.subarray(0, i), Buffer.from([byte]), bytes.subarray(i)]);
		}),
	),
	position.map((where) => inBody((bytes) => bytes.subarray(0, at(bytes.length, where)))),
	fc
		.constantFrom('\n', ' ', '\r\n', '\0', '{}')
		.map((end) => inBody((bytes) => Buffer.concat([bytes, Buffer.from(end)]))),
	fc.constant(inBody((bytes) => Buffer.from(bytes.toString().replace(/\\?\//g, '\\\\/')))),
	fc.constant(inBody((bytes) => Buffer.from(bytes.toString('utf8').toUpperCase()))),
	// The body that a receiver would check if it parsed and serialised the JSON first.
	fc.constant(
		inBody((bytes) => {
			try {
				return Buffer.from(JSON.stringify(JSON.parse(bytes.toString())));
			} catch {
				return Buffer.alloc(0);
			}
		}),
	),
];

const otherSpoils: Array<fc.Arbitrary<Spoil>> = [
	secret.map((other): Spoil => (delivery) => ({
		...delivery,
		secrets: [`${other} of another endpoint`],
	})),
	fc.constant<Spoil>((delivery) => ({ ...delivery, secrets: [] })),
	fc.constant<Spoil>((delivery) => ({ ...delivery, secrets: [''] })),
	fc
		.tuple(fc.integer({ min: 1, max: 100_000 }), fc.constantFrom(-1, 1))
		.map(([seconds, sign]): Spoil => (delivery) => {
			const timestamp = Number(/\d{10}/.exec(delivery.headers.join())?.[0]);
			return { ...delivery, now: timestamp + sign * (delivery.tolerance + seconds) };
		}),
	// Signed with an attacker's key, or over something other than `<t>.<body>`.
	fc.constantFrom('', 'undefined', 'null', '[object Object]').map((key): Spoil => (delivery) => {
		const timestamp = Number(/\d{10}/.exec(delivery.headers.join())?.[0]);
		const hmac = hmacOf(key, timestamp, delivery.body, 'hex');
		return { ...delivery, headers: [`t=${timestamp},v1=${hmac}`] };
	}),
];

/**
 * A genuine delivery with one change. Changes without an effect are excluded: the same bytes, or another
 * spelling of the same hmac (e.g. base64 without its padding).
 */
export const spoilt: fc.Arbitrary<SignedDelivery> = fc
	.tuple(plain, fc.oneof(...headerSpoils, ...bodySpoils, ...otherSpoils))
	.map(([delivery, spoil]) => ({ delivery, changed: spoil(delivery) }))
	.filter(({ delivery, changed }) => !meansTheSame(delivery, changed))
	.map(({ changed }) => changed);

function meansTheSame(one: SignedDelivery, other: SignedDelivery): boolean {
	return (
		one.body.equals(other.body) &&
		one.now === other.now &&
		one.secrets === other.secrets &&
		other.headers.length === 1 &&
		spelling(one.headers) === spelling(other.headers)
	);
}

/** Normal form: sorted parts, no padding, one alphabet. */
function spelling(headers: string[]): string {
	return headers
		.join()
		.split(',')
		.map((each) => each.replace(/=$/, '').replace(/-/g, '+').replace(/_/g, '/'))
		.sort()
		.join();
}
