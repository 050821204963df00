import { createHmac, randomUUID } from 'node:crypto';

/** An event of the interface (2.6), about a job that need not exist. */
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

/** How a delivery is signed: with which secret, and at what Unix time in seconds; and what it says it is. */
export interface Signing {
	readonly secret: string;
	readonly at?: number;
	readonly contentType?: string;
}

/**
 * Delivers an event, signed as interface 5.2 says.
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

/** The id of the job that an item of the trigger's is about. */
export function jobIdOf({ json }: { readonly json: Readonly<Record<string, unknown>> }): string {
	return (json.data as { job: { id: string } }).job.id;
}

function nowSeconds(): number {
	return Math.floor(Date.now() / 1000);
}
