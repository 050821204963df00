/**
 * The long signature checks with their counts. The tests assert the counts, and `npm run test:webhooks`
 * prints them. The seed is fixed; unexpected deliveries are reported as JSON.
 */
import * as fc from 'fast-check';
import Stripe from 'stripe';
import { verifySignature } from '../../../nodes/TagPdfTrigger/signature';
import { signatureHeader } from '../../../sandbox';
import { genuine, spoilt } from './deliveries';

export interface Tally {
	tried: number;
	accepted: number;
	/** The first deliveries with an unexpected result. */
	surprises: string[];
}

/** Tries spoiled deliveries; each must be refused. */
export function trySpoilt(count: number): Tally {
	return tally(spoilt, count, false, (delivery) => verifySignature(delivery) === 'genuine');
}

/** All of them must be accepted. */
export function tryGenuine(count: number): Tally {
	return tally(genuine, count, true, (delivery) => verifySignature(delivery) === 'genuine');
}

interface Signing {
	payload: string;
	secret: string;
	timestamp: number;
}

const signing: fc.Arbitrary<Signing> = fc.record({
	payload: fc
		.record({ id: fc.string({ unit: 'binary' }), n: fc.double() })
		.map((event) => JSON.stringify(event)),
	secret: fc.string({ minLength: 1 }).map((text) => `whsec_${text}`),
	timestamp: fc.integer({ min: 1_000_000_000, max: 4_000_000_000 }),
});

/** Stripe has the same scheme: its library signs, the trigger verifies. */
export function tryStripeSigned(count: number): Tally {
	return tally(signing, count, true, (each) =>
		isGenuine(Stripe.webhooks.generateTestHeaderString(each), each),
	);
}

/** The sandbox signs, Stripe's library verifies. */
export function tryStripeVerified(count: number): Tally {
	return tally(signing, count, true, ({ payload, secret, timestamp }) => {
		const event: unknown = Stripe.webhooks.constructEvent(
			payload,
			signatureHeader(secret, timestamp, payload, 'hex'),
			secret,
			300,
			undefined,
			timestamp * 1000,
		);
		return JSON.stringify(event) === payload;
	});
}

/** The sandbox signs in base64, which Stripe's library does not know, and the trigger verifies. */
export function trySandboxSigned(count: number): Tally {
	return tally(signing, count, true, ({ payload, secret, timestamp }) => {
		const header = signatureHeader(secret, timestamp, payload, 'base64');
		return isGenuine(header, { payload, secret, timestamp });
	});
}

function isGenuine(header: string, { payload, secret, timestamp: now }: Signing): boolean {
	const body = Buffer.from(payload);
	const verdict = verifySignature({
		headers: [header],
		body,
		secrets: [secret],
		now,
		tolerance: 300,
	});
	return verdict === 'genuine';
}

function tally<T>(
	values: fc.Arbitrary<T>,
	count: number,
	expected: boolean,
	accepts: (value: T) => boolean,
): Tally {
	const result: Tally = { tried: 0, accepted: 0, surprises: [] };
	const look = (value: T) => {
		const accepted = accepts(value);
		result.tried += 1;
		result.accepted += Number(accepted);
		if (accepted !== expected && result.surprises.length < 5) {
			result.surprises.push(fc.stringify(value));
		}
	};
	fc.assert(fc.property(values, look), { seed: 20_251_121, numRuns: count });
	return result;
}
