import { eventAbout, hmacOf } from '../../host/harness/events';
import type { FakeWebhookSetup } from './fakeWebhook';
import { type Claim, isGenuine, readSignature } from '../../../nodes/TagPdfTrigger/signature';

const SECRET = 'whsec_one';

let count = 0;

/** An event about a new job. */
export function jobEvent(more: object = {}) {
	count += 1;
	return { ...eventAbout(`job_${count}`), ...more };
}

/** A delivery signed now, for a trigger that listens to completed jobs. */
export function signedDelivery(body: unknown = jobEvent(), secret = SECRET) {
	const rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
	const now = Math.floor(Date.now() / 1000);
	return {
		rawBody,
		signatures: [`t=${now},v1=${hmacOf(secret, now, rawBody, 'hex')}`],
		credential: { productionSigningSecret: SECRET },
		parameters: { events: ['job.completed'] },
	} satisfies FakeWebhookSetup;
}

export interface SignedDelivery extends Claim {
	body: Buffer;
	secrets: readonly string[];
}

/** Both steps of the trigger: `genuine`, or why the signature is refused. */
export function verifySignature({ body, secrets, ...claim }: SignedDelivery): string {
	const signature = readSignature(claim);
	if (typeof signature === 'string') return signature;
	return isGenuine(signature, body, secrets) ? 'genuine' : 'wrong';
}
