/** Delivers events at full speed; runs as its own process. */
import autocannon from 'autocannon';
import { createHmac, randomUUID } from 'node:crypto';
import { eventAbout } from '../../test/host/harness/events';

const SAMPLE_MS = 20;

/** Deliveries to send, as JSON in the first argument. */
export interface Load {
	url: string;
	connections: number;
	/** Number of deliveries, at least one per connection. */
	amount: number;
	secret: string;
	/** Job of all events. Without it, each event has its own job. */
	jobId?: string;
}

/** Outcome of the deliveries, as JSON. */
export interface Outcome {
	/** Time of the start, in milliseconds since the epoch. */
	began: number;
	/** Time of the last answer, in milliseconds since the epoch. */
	ended: number;
	/** 99th percentile of the response time, in milliseconds. */
	p99: number;
	/** Answers by status. */
	statuses: Record<string, number>;
}

async function main(): Promise<void> {
	const { url, connections, amount, secret, jobId } = JSON.parse(process.argv[2] ?? '') as Load;
	const setupRequest = (request: autocannon.Request) => ({
		...request,
		...signed(eventAbout(jobId ?? `job_${randomUUID()}`), secret),
	});
	const began = Date.now();
	const result = await autocannon({
		url,
		connections,
		amount,
		timeout: 60,
		// autocannon ends only when it takes a sample, by default once a second.
		sampleInt: SAMPLE_MS,
		requests: [{ method: 'POST', setupRequest }],
	});
	const ended = Date.now();
	const statuses = Object.entries(result.statusCodeStats ?? {});
	const outcome: Outcome = {
		began,
		ended,
		p99: result.latency.p99,
		statuses: Object.fromEntries(statuses.map(([status, { count }]) => [status, Number(count)])),
	};
	console.log(JSON.stringify(outcome));
}

/** Signs an event (interface 5.2). */
function signed(event: object, secret: string) {
	const body = JSON.stringify(event);
	const at = Math.floor(Date.now() / 1000);
	const hmac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
	const headers = {
		'content-type': 'application/json',
		'x-service-signature': `t=${at},v1=${hmac}`,
	};
	return { body, headers };
}

void main();
