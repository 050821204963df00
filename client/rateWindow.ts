/** What this process knows about an API key at its service. All executions share it. */
export interface ApiKeyMemory {
	readonly rateWindow: RateWindow;
	/** The service has shown that its address is right, so if it does not answer now, it may just be restarting. */
	isReachable: boolean;
}

/**
 * The longest time (milliseconds) for which an answer closes the window. An absurd answer must not silence an API key
 * until n8n restarts.
 */
const LONGEST_MS = 3_600_000;

/**
 * The rate window of an API key. A 429 names the seconds until the window resets (interface 7). Until then all requests
 * with this key wait, not only the one that was refused.
 */
export class RateWindow {
	private closedUntil = 0;

	/** @returns milliseconds until requests may be sent; 0 if the window is open */
	openIn(now: number): number {
		return Math.max(0, this.closedUntil - now);
	}

	/** Closes the window for this time (milliseconds), unless it is closed for longer. */
	close(ms: number, now: number): void {
		this.closedUntil = Math.max(this.closedUntil, now + Math.min(ms, LONGEST_MS));
	}
}

/** Maximum number of API keys that are remembered. */
const MAX_API_KEYS = 100;

const memories = new Map<string, ApiKeyMemory>();

/** The memory of an API key, by its hash. Only the memories of the keys that were used last are kept. */
export function getApiKeyMemory(apiKeyHash: string): ApiKeyMemory {
	const memory = memories.get(apiKeyHash) ?? {
		rateWindow: new RateWindow(),
		isReachable: false,
	};
	memories.delete(apiKeyHash);
	memories.set(apiKeyHash, memory);
	const [oldest = ''] = memories.keys();
	if (memories.size > MAX_API_KEYS) memories.delete(oldest);
	return memory;
}
