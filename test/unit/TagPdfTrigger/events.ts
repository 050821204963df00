import { createHmac } from 'node:crypto';
import type { FakeWebhookSetup } from '../support/fakeWebhook';

const SECRET = 'whsec_one';

export type Encoding = 'hex' | 'HEX' | 'base64' | 'base64url';

/** Signs by other code than the trigger's, so that its verification is not checked against itself. */
export function hmacOf(
	secret: string,
	timestamp: number,
	body: Buffer,
	encoding: Encoding,
): string {
	const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
	return encoding === 'HEX' ? digest.toString('hex').toUpperCase() : digest.toString(encoding);
}

let count = 0;

/** An event about a new job. */
export function jobEvent(more: object = {}) {
	count += 1;
	const job = { id: `job_${count}`, status: 'completed', filename: 'report.pdf', credits_used: 1 };
	return {
		id: `evt_${count}`,
		type: 'job.completed',
		created: 1_764_000_000,
		data: { job },
		...more,
	};
}

/** A delivery signed now, for a trigger that listens to completed jobs. */
export function signedDelivery(body: unknown = jobEvent(), secret = SECRET) {
	const rawBody = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
	const now = Math.floor(Date.now() / 1000);
	return {
		rawBody,
		signatures: [`t=${now},v1=${hmacOf(secret, now, rawBody, 'hex')}`],
		credential: { signingSecret: SECRET },
		parameters: { events: ['job.completed'] },
	} satisfies FakeWebhookSetup;
}
