import { setTimeout } from 'node:timers/promises';
import fastq, { type queueAsPromised } from 'fastq';
import { ApiError } from '../api/errors';
import type { Ids } from '../ids';
import type { SandboxOptions } from '../options';
import { attempt } from './attempt';
import type { Delivery } from './delivery';
import { Endpoints, type Endpoint } from './endpoints';

/** Requests to endpoints under way at the same time; waits between tries do not count. */
const PARALLEL = 50;
/** Deliveries kept for the Developers page. */
const KEPT = 2000;

/**
 * Sends events (interface 4.6, 6) to every enabled endpoint of an account, at least once, signed,
 * again with backoff until it answers 2xx or the tries are used up.
 */
export class Webhooks {
	readonly endpoints: Endpoints;
	readonly deliveries: Delivery[] = [];
	private readonly running = new Set<Promise<void>>();
	/** Ends the wait of a delivery before its time. */
	private readonly waits = new Map<Delivery, AbortController>();
	private readonly requests: queueAsPromised<() => Promise<void>>;

	/** @param attempted is called after every try */
	constructor(
		private readonly ids: Ids,
		private readonly options: SandboxOptions,
		private readonly attempted: (delivery: Delivery) => void,
		private readonly closing: AbortSignal,
	) {
		this.endpoints = new Endpoints(ids);
		this.requests = fastq.promise(async (send) => await send(), PARALLEL);
	}

	/** Delivers an event to the endpoints that are enabled now. */
	send(accountId: string, event: Delivery['event']): void {
		const body = JSON.stringify(event);
		const { deliveryCopies, deliveryDelayMs, deliveryShuffleMs } = this.options;
		for (const endpoint of this.endpoints.all) {
			if (!endpoint.enabled || endpoint.accountId !== accountId) continue;
			for (let copy = 0; copy < deliveryCopies; copy += 1) {
				const delivery = this.deliveryTo(endpoint, event, body);
				this.deliveries.push(delivery);
				this.start(delivery, deliveryDelayMs + Math.random() * deliveryShuffleMs);
			}
		}
		this.deliveries.splice(0, this.deliveries.length - KEPT);
	}

	/** Ends when no delivery is under way any more. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	/**
	 * Sends an event again at once: what waits for its next try waits no longer, what is over gets a
	 * new row of tries.
	 *
	 * @throws ApiError 404 for an unknown delivery or a removed endpoint
	 */
	resend(deliveryId: string): Delivery {
		const delivery = this.deliveries.find(({ id }) => id === deliveryId);
		if (!delivery) throw new ApiError(404, 'There is no such delivery.');
		this.endpoints.find(delivery.endpointId);
		if (delivery.status === 'pending') this.waits.get(delivery)?.abort();
		else this.start(delivery, 0);
		return delivery;
	}

	/** Forgets what was delivered; endpoints stay, like keys. */
	clear(): void {
		this.deliveries.length = 0;
	}

	private deliveryTo(endpoint: Endpoint, event: Delivery['event'], body: string): Delivery {
		return {
			id: `dlv_${this.ids.unique('delivery').slice(0, 16)}`,
			endpointId: endpoint.id,
			accountId: endpoint.accountId,
			url: endpoint.url,
			event,
			body,
			status: 'pending',
			attempts: [],
			nextAttemptAt: null,
		};
	}

	private start(delivery: Delivery, delayMs: number): void {
		delivery.status = 'pending';
		const run = this.carry(delivery, delayMs).finally(() => this.running.delete(run));
		this.running.add(run);
	}

	/** Tries until it is delivered, the tries are used up, or the endpoint takes no more events. */
	private async carry(delivery: Delivery, delayMs: number): Promise<void> {
		let waitMs = delayMs;
		for (let tries = 1; delivery.status === 'pending'; tries += 1) {
			if (!(await this.wait(delivery, waitMs))) return;
			const endpoint = this.target(delivery);
			if (endpoint) await this.requests.push(() => this.attempt(delivery, endpoint));
			const over = !endpoint || tries >= this.options.deliveryAttempts;
			if (over && delivery.status === 'pending') delivery.status = 'failed';
			this.attempted(delivery);
			waitMs = this.options.deliveryBackoffMs * 2 ** (tries - 1);
		}
	}

	/** @returns false when the sandbox closes meanwhile */
	private async wait(delivery: Delivery, ms: number): Promise<boolean> {
		const { closing, options } = this;
		const early = new AbortController();
		this.waits.set(delivery, early);
		delivery.nextAttemptAt = options.now() + ms;
		const signal = AbortSignal.any([closing, early.signal]);
		await setTimeout(ms, undefined, { signal }).catch(() => undefined);
		delivery.nextAttemptAt = null;
		this.waits.delete(delivery);
		return !closing.aborted;
	}

	private target({ endpointId }: Delivery): Endpoint | undefined {
		return this.endpoints.all.find(({ id, enabled }) => id === endpointId && enabled);
	}

	private async attempt(delivery: Delivery, endpoint: Endpoint): Promise<void> {
		const { closing, ids, options } = this;
		const secret = options.wrongSecret ? ids.secret('no endpoint') : endpoint.secret;
		const made = await attempt(endpoint.url, delivery.body, secret, options, closing);
		delivery.attempts.push(made);
		if (made.status !== null && made.status >= 200 && made.status < 300)
			delivery.status = 'delivered';
	}
}
