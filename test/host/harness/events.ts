import { createHmac, randomUUID } from 'node:crypto';

/** An event of the interface (2.6). Its job may not exist. */
export function eventAbout(jobId: string, type = 'job.completed') {
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
	const hmac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
	const headers = {
		'content-type': contentType,
		'x-service-signature': `t=${at},v1=${hmac}`,
	};
	return (await fetch(url, { method: 'POST', body, headers })).status;
}

/** The job ID in an item of the trigger. */
export function jobIdOf({ json }: { readonly json: Readonly<Record<string, unknown>> }): string {
	return (json.data as { job: { id: string } }).job.id;
}

function nowSeconds(): number {
	return Math.floor(Date.now() / 1000);
}
