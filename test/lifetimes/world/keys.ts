import { createHash } from 'node:crypto';

import type { ServicePlan } from '../plan';
import type { Clock } from './clock';
import type { Job } from './jobs';

/** What the service keeps under an idempotency key. */
export interface KeyRecord {
	bodyText: string;
	/** True time of its first use. */
	usedAt: number;
	/** What the key stands for: a job, or a stored refusal. */
	job?: Job;
	refusal?: { statusCode: number; body: object };
}

const HOUR_MS = 3_600_000;
const LONGEST_OWN_HOURS = 72;

/** The idempotency keys of all accounts. The service forgets each one after its time. */
export class Keys {
	private readonly records = new Map<string, KeyRecord>();

	constructor(
		private readonly keeps: ServicePlan['keepsKeys'],
		private readonly clock: Clock,
	) {}

	/** @returns undefined for a key that was never used, or that is forgotten */
	find(name: string): KeyRecord | undefined {
		const record = this.records.get(name);
		const isKnown = record && this.clock.time - record.usedAt <= this.getLifetime(name);
		return isKnown === true ? record : undefined;
	}

	store(name: string, record: KeyRecord): void {
		this.records.set(name, record);
	}

	private getLifetime(name: string): number {
		switch (this.keeps) {
			case 'forever':
				return Infinity;
			case 'anHour':
				return HOUR_MS;
			case 'aDay':
				return 22 * HOUR_MS;
			case 'eachItsOwnTime': {
				const [first = 0] = createHash('sha256').update(name).digest();
				return (HOUR_MS / 2) * (1 + (first % (2 * LONGEST_OWN_HOURS)));
			}
		}
	}
}
