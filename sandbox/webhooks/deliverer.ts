import fastq, { type queueAsPromised } from 'fastq';
import { createEnding } from '../state/ending';
import type { Ids } from '../state/ids';
import type { SandboxOptions } from '../options';
import { attempt } from './attempt';
import type { Delivery } from './delivery';
import type { Endpoint, Endpoints } from './endpoints';

/** Maximum number of concurrent requests to endpoints; pauses between attempts do not count. */
const PARALLEL = 50;

/** Delivers events, with retries and backoff, until they arrive or the attempts are used up. */
export class Deliverer {
	private readonly running = new Set<Promise<void>>();
	/** Ends the pause of a delivery early. */
	private readonly waits = new Map<Delivery, AbortController>();
	private readonly requests: queueAsPromised<() => Promise<boolean>, boolean>;
	private ending = createEnding();

	/** @param attempted is called after every attempt */
	constructor(
		private readonly ids: Ids,
		private readonly options: SandboxOptions,
		private readonly endpoints: Endpoints,
		private readonly attempted: (delivery: Delivery) => void,
	) {
		this.requests = fastq.promise(async (send) => await send(), PARALLEL);
	}

	/** Starts a series of attempts, the first after `delayMs`. */
	start(delivery: Delivery, delayMs: number): void {
		delivery.status = 'pending';
		const run = this.deliver(delivery, delayMs).finally(() => this.running.delete(run));
		this.running.add(run);
	}

	/** Ends the pause before a delivery's next attempt. */
	hurry(delivery: Delivery): void {
		this.waits.get(delivery)?.abort();
	}

	/** Resolves when no delivery is in flight. */
	async settled(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running);
	}

	/** Ends every delivery that is in flight or waits, silently. */
	end(): void {
		this.ending.abort();
	}

	/** Ends all deliveries, and is ready for more. */
	clear(): void {
		this.end();
		this.ending = createEnding();
	}

	/** Retries until the event is delivered, no attempts are left, or the endpoint accepts no more events. */
	private async deliver(delivery: Delivery, delayMs: number): Promise<void> {
		const { signal } = this.ending;
		let waitMs = delayMs;
		for (let tries = 1; delivery.status === 'pending'; tries += 1) {
			await this.wait(delivery, waitMs, signal);
			const endpoint = this.endpoints.enabled.find(({ id }) => id === delivery.endpointId);
			const isDelivered =
				endpoint !== undefined &&
				!signal.aborted &&
				(await this.requests.push(() => this.attempt(delivery, endpoint, signal)));
			if (isDelivered) delivery.status = 'delivered';
			if (signal.aborted) return;
			const isOver = !endpoint || tries >= this.options.deliveryAttempts;
			if (isOver && !isDelivered) delivery.status = 'failed';
			this.attempted(delivery);
			waitMs = this.options.deliveryBackoffMs * 2 ** (tries - 1);
		}
	}

	private async wait(delivery: Delivery, ms: number, ended: AbortSignal): Promise<void> {
		const early = new AbortController();
		this.waits.set(delivery, early);
		delivery.nextAttemptAt = this.options.now() + ms;
		const signal = AbortSignal.any([ended, early.signal]);
		await this.options.sleep(ms, signal).catch(() => undefined);
		delivery.nextAttemptAt = null;
		this.waits.delete(delivery);
	}

	/** Whether the endpoint accepted the event. */
	private async attempt(
		delivery: Delivery,
		endpoint: Endpoint,
		signal: AbortSignal,
	): Promise<boolean> {
		const { ids, options } = this;
		const secret = options.wrongSecret ? ids.secret('no endpoint') : endpoint.secret;
		const made = await attempt(endpoint.url, delivery.body, secret, options, signal);
		delivery.attempts.push(made);
		return made.status !== null && made.status >= 200 && made.status < 300;
	}
}
