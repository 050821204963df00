import type { components } from '../../contract/service';

/** One try to deliver an event. */
export interface Attempt {
	/** Milliseconds since the epoch. */
	at: number;
	tookMs: number;
	/** Status of the answer; null when there was none. */
	status: number | null;
	/** The beginning of the answer's body, or why there was no answer. */
	answer: string;
}

/** An event on its way to an endpoint. */
export interface Delivery {
	id: string;
	endpointId: string;
	accountId: string;
	url: string;
	event: components['schemas']['Event'];
	/** The event as it is sent, byte for byte the same in every try. */
	body: string;
	status: 'pending' | 'delivered' | 'failed';
	attempts: Attempt[];
	/** Milliseconds since the epoch; null when no further try is planned. */
	nextAttemptAt: number | null;
}
