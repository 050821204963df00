import { hmacOf } from './deliveries';
import type { FakeWebhookSetup } from '../support/fakeWebhook';

const SECRET = 'whsec_one';

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
