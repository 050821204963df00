import { ApiError } from './errors';
import type { RateLimit } from '../options';

/** Counts the calls of each account in fixed windows (interface 8). */
export class RateWindows {
	private readonly windows = new Map<string, { start: number; calls: number }>();

	constructor(
		private readonly limit: RateLimit | null,
		private readonly now: () => number,
	) {}

	/** @throws ApiError 429 with the seconds until the window resets, at least 1 */
	count(accountId: string): void {
		if (this.limit === null) return;
		const now = this.now();
		const length = this.limit.windowSeconds * 1000;
		let window = this.windows.get(accountId);
		if (window === undefined || now - window.start >= length) {
			window = { start: now, calls: 0 };
			this.windows.set(accountId, window);
		}
		window.calls += 1;
		if (window.calls <= this.limit.requests) return;
		const seconds = Math.max(1, Math.ceil((window.start + length - now) / 1000));
		throw new ApiError(429, 'Too many requests.', { 'retry-after': String(seconds) });
	}

	clear(): void {
		this.windows.clear();
	}
}
