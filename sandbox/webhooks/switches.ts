/**
 * Settings of the deliveries. The interface leaves all of them open (6.4), except that delivery is at least
 * once and that every answer but 2xx is retried (4.6). All may change while the sandbox runs.
 */
export interface DeliverySwitches {
	/** Encoding of the hmac in signatures. */
	hmacEncoding: 'hex' | 'base64';
	/** Attempts per delivery, including the first. */
	deliveryAttempts: number;
	/** Milliseconds before the second attempt; doubled before each further attempt. */
	deliveryBackoffMs: number;
	/** Timeout for an endpoint's answer, in milliseconds. */
	deliveryTimeoutMs: number;
	/** Number of copies of every event that an endpoint gets at the same time. */
	deliveryCopies: number;
	/** Milliseconds from the end of a job to its event. */
	deliveryDelayMs: number;
	/** Maximum of a random additional delay in milliseconds, so that events overtake each other. */
	deliveryShuffleMs: number;
	/** Age of the signatures in seconds. */
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
