import { createHmac, randomUUID } from 'node:crypto';
import type { components } from '../../../contract/service';
import { fetchAlone } from './fetchAlone';

export type Encoding = 'hex' | 'HEX' | 'base64' | 'base64url';

/** Signs by other code than the trigger's, so that its verification is not checked against itself. */
export function hmacOf(
	secret: string,
	timestamp: number,
	body: string | Buffer,
	encoding: Encoding,
): string {
	const digest = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
	return encoding === 'HEX' ? digest.toString('hex').toUpperCase() : digest.toString(encoding);
}

type Event = components['schemas']['Event'];

/** An event of the interface (2.6). Its job may not exist. */
export function eventAbout(
	jobId: string,
	type: Event['type'] = 'job.completed',
	job: object = {},
): Event {
	return {
		id: `evt_${randomUUID()}`,
		type,
		created: nowSeconds(),
		data: {
			job: {
				id: jobId,
				status: type === 'job.completed' ? 'completed' : 'failed',
				filename: 'report.pdf',
				credits_used: 1,
				options: null,
				created_at: new Date().toISOString(),
				request_id: 'req_1',
				...job,
			},
		},
	};
}

/** Signature of a delivery: the secret, the Unix time in seconds, and the declared content type. */
export interface Signing {
	readonly secret: string;
	readonly at?: number;
	readonly contentType?: string;
}

/**
 * Delivers an event, signed according to interface 5.2.
 *
 * @returns the status of the answer
 */
export async function deliver(
	url: string,
	event: object,
	{ secret, at = nowSeconds(), contentType = 'application/json' }: Signing,
): Promise<number> {
	const body = JSON.stringify(event);
	const signature = `t=${at},v1=${hmacOf(secret, at, body, 'hex')}`;
	const headers = { 'content-type': contentType, 'x-service-signature': signature };
	return (await fetchAlone(url, { method: 'POST', body, headers })).status;
}

/** The job ID in an item of the trigger. */
export function jobIdOf({ json }: { readonly json: Readonly<Record<string, unknown>> }): string {
	return (json.data as { job: { id: string } }).job.id;
}

function nowSeconds(): number {
	return Math.floor(Date.now() / 1000);
}
