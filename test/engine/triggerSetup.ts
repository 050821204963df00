import { randomUUID } from 'node:crypto';
import { createEngine, type Execution, type Webhook } from '../../engine';
import type { components } from '../../contract/service';
import { eventAbout, hmacOf } from '../host/harness/events';

export const SECRET = 'whsec_production';

export interface Delivery {
	body: string | Buffer;
	secret?: string;
	/** Unix seconds; the current time if absent. */
	timestamp?: number;
	/** Replaces the genuine signature; null sends none. */
	signature?: string | null;
	headers?: Record<string, string>;
	method?: string;
	/** The transmitted bytes if they differ from the signed bytes, as with compression. */
	wire?: Buffer;
}

export interface Answer {
	status: number;
	text: string;
}

type JobEvent = components['schemas']['Event'];

/** A workflow that begins with the trigger, and a sender that signs like the service. */
export interface TriggerSetup {
	webhook: Webhook;
	send: (delivery: Delivery) => Promise<Answer>;
	executions: () => Promise<Execution[]>;
	/** Items that the trigger emitted, over all executions. */
	emitted: () => Promise<ReturnType<Execution['items']>>;
	/** The trigger's entries in n8n's log at `warn` and above. */
	warnings: () => string[];
	close: () => Promise<void>;
}

export async function openTrigger(): Promise<TriggerSetup> {
	const credentials = { tagPdfWebhookApi: { signingSecret: SECRET } };
	const engine = await createEngine({ credentials });
	const webhook = await engine.webhook({
		nodes: [
			// Refusals and secrets are remembered per node, so each test has its own.
			{
				type: 'tagPdfTrigger',
				id: randomUUID(),
				webhookId: 'hook',
				parameters: {},
			},
		],
	});
	const send = async (delivery: Delivery) => await post(webhook.url, delivery);
	return {
		webhook,
		send,
		executions: async () => await webhook.executions(),
		emitted: async () =>
			(await webhook.executions()).flatMap((execution) => execution.items('Tag PDF Trigger')),
		warnings: () =>
			engine.log.entries
				.filter(({ level }) => level === 'warn' || level === 'error')
				.map(({ message }) => message)
				.filter((message) => message.startsWith('"Tag PDF Trigger"')),
		close: async () => {
			await webhook.close();
			await engine.close();
		},
	};
}

async function post(url: string, delivery: Delivery): Promise<Answer> {
	const { body, secret = SECRET, timestamp = unixSeconds(), signature, headers, wire } = delivery;
	const bytes = Buffer.from(body);
	const genuine = `t=${timestamp},v1=${hmacOf(secret, timestamp, bytes, 'hex')}`;
	const response = await fetch(url, {
		method: delivery.method ?? 'POST',
		body: delivery.method === 'GET' ? undefined : (wire ?? bytes),
		headers: {
			'content-type': 'application/json',
			...(signature === null ? {} : { 'x-service-signature': signature ?? genuine }),
			...headers,
		},
	});
	return { status: response.status, text: await response.text() };
}

export function unixSeconds(): number {
	return Math.floor(Date.now() / 1000);
}

let jobs = 0;

/** An event about a new job. */
export function jobEvent(job: object = {}): JobEvent {
	jobs += 1;
	return eventAbout(`job_${jobs}`, 'job.completed', job);
}
