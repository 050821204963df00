/**
 * How events are delivered. The interface leaves all of it open (6.4) but that delivery is at least
 * once and that whatever is not a 2xx is tried again (4.6). All may be changed while the sandbox runs.
 */
export interface DeliverySwitches {
	/** Encoding of the hmac in signatures. */
	hmacEncoding: 'hex' | 'base64';
	/** Tries of one delivery, the first included. */
	deliveryAttempts: number;
	/** Milliseconds before the second try; doubled before each further one. */
	deliveryBackoffMs: number;
	/** Milliseconds that an endpoint may take to answer. */
	deliveryTimeoutMs: number;
	/** How often every event is sent to an endpoint, at the same time. */
	deliveryCopies: number;
	/** Milliseconds from the end of a job to its event. */
	deliveryDelayMs: number;
	/** Random milliseconds more, at most this many: events overtake each other. */
	deliveryShuffleMs: number;
	/** Seconds by which signatures are older than they should be. */
	signatureAgeSeconds: number;
	/** Whether events are signed with a secret that no endpoint has. */
	wrongSecret: boolean;
}

export const DEFAULT_SWITCHES: DeliverySwitches = {
	hmacEncoding: 'hex',
	deliveryAttempts: 8,
	deliveryBackoffMs: 1000,
	deliveryTimeoutMs: 10_000,
	deliveryCopies: 1,
	deliveryDelayMs: 0,
	deliveryShuffleMs: 0,
	signatureAgeSeconds: 0,
	wrongSecret: false,
};
