import type { components } from '../../contract/service';

/** One attempt to deliver an event. */
export interface Attempt {
	/** Milliseconds since the epoch. */
	at: number;
	tookMs: number;
	/** Status of the answer; null when there was none. */
	status: number | null;
	/** The beginning of the answer's body, or the reason why there is no answer. */
	answer: string;
}

/** An event on its way to an endpoint. */
export interface Delivery {
	id: string;
	endpointId: string;
	accountId: string;
	url: string;
	event: components['schemas']['Event'];
	/** The event as it is sent, byte for byte the same in every attempt. */
	body: string;
	status: 'pending' | 'delivered' | 'failed';
	attempts: Attempt[];
	/** Milliseconds since the epoch; null when no further attempt is planned. */
	nextAttemptAt: number | null;
}
