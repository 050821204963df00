/** Delivers events as fast as they are taken; started as a process of its own. */
import autocannon from 'autocannon';
import { createHmac, randomUUID } from 'node:crypto';
import { eventAbout } from '../../test/host/harness/events';

const SAMPLE_MS = 20;

/** What is sent, as JSON in the first argument. */
export interface Load {
	url: string;
	connections: number;
	/** Deliveries, at least one for each connection. */
	amount: number;
	secret: string;
	/** The one job of all events; otherwise each has its own. */
	jobId?: string;
}

/** What came of it, as JSON. */
export interface Outcome {
	/** Milliseconds since the epoch. */
	began: number;
	/** When the last answer had come. */
	ended: number;
	/** Milliseconds until 99 of 100 had their answer. */
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
		// autocannon ends when it next takes a sample, by itself once a second.
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

/** As interface 5.2 says. */
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
