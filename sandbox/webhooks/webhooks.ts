import { ApiError } from '../api/errors';
import type { Ids } from '../state/ids';
import type { SandboxOptions } from '../options';
import { shorten } from '../state/records';
import { Deliverer } from './deliverer';
import type { Delivery } from './delivery';
import { Endpoints, type Endpoint } from './endpoints';

/**
 * Sends events (interface 4.6, 6) to every enabled endpoint of an account: at least once, signed, and with
 * retries and backoff until the endpoint answers 2xx or the attempts are used up.
 */
export class Webhooks {
	readonly endpoints: Endpoints;
	/** The latest deliveries, the oldest first. */
	readonly deliveries: Delivery[] = [];
	private readonly deliverer: Deliverer;

	/** @param attempted is called after every attempt */
	constructor(
		private readonly ids: Ids,
		private readonly options: SandboxOptions,
		attempted: (delivery: Delivery) => void,
	) {
		this.endpoints = new Endpoints(ids);
		this.deliverer = new Deliverer(ids, options, this.endpoints, attempted);
	}

	/** Delivers an event to those endpoints of an account that are enabled now. */
	send(accountId: string, event: Delivery['event']): void {
		const body = JSON.stringify(event);
		const { deliveryCopies, deliveryDelayMs, deliveryShuffleMs, kept } = this.options;
		for (const endpoint of this.endpoints.enabled) {
			if (endpoint.accountId !== accountId) continue;
			for (let copy = 0; copy < deliveryCopies; copy += 1) {
				const delivery = this.deliveryTo(endpoint, event, body);
				this.deliveries.push(delivery);
				this.deliverer.start(delivery, deliveryDelayMs + Math.random() * deliveryShuffleMs);
			}
		}
		shorten(this.deliveries, kept.deliveries, ({ status }) => status !== 'pending');
	}

	/**
	 * Sends an event again at once. A waiting delivery skips its pause; a finished delivery gets a new series
	 * of attempts.
	 *
	 * @throws ApiError 404 for an unknown delivery or a removed endpoint
	 */
	resend(deliveryId: string): Delivery {
		const delivery = this.deliveries.find(({ id }) => id === deliveryId);
		if (!delivery) throw new ApiError(404, 'There is no such delivery.');
		this.endpoints.find(delivery.endpointId);
		if (delivery.status === 'pending') this.deliverer.hurry(delivery);
		else this.deliverer.start(delivery, 0);
		return delivery;
	}

	/** Resolves when no delivery is in flight. */
	async settled(): Promise<void> {
		await this.deliverer.settled();
	}

	/** Ends every delivery that is in flight or waits, silently. */
	end(): void {
		this.deliverer.end();
	}

	/** Ends and forgets all deliveries, and is ready for more. Endpoints stay, like keys. */
	clear(): void {
		this.deliverer.clear();
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
}
