import type { ServicePlan } from '../plan';
import type { Clock } from './clock';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A clock that jumps is wrong by up to this. */
const JUMP_MS = 5_000;
/** `Date` has no milliseconds, and `created_at` may have none. */
const STEP_MS = 1_000;
/** The node takes a job for an earlier one if it looks this much older. */
const EARLIER_MS = 60_000;
/** A time without a zone may mean a moment this much later. */
const BEHIND_UTC_MS = 12 * HOUR_MS;

/** The times that the service tells, and what can be known from them. */
export class ServiceTimes {
	constructor(
		private readonly plan: ServicePlan,
		private readonly clock: Clock,
		private readonly random: () => number,
	) {}

	/** The `Date` header; undefined if an answer has none. */
	tellDate(): string | undefined {
		const { sendsDate } = this.plan;
		if (sendsDate === 'never' || (sendsDate === 'sometimes' && this.random() < 0.5))
			return undefined;
		return new Date(this.clock.truth + this.plan.dateAheadMs).toUTCString();
	}

	/** A job's `created_at`. */
	tellCreatedAt({ createdAt }: { createdAt: number }): string {
		const { clockAheadMs, createdAt: form, jumpsClock, tellsWholeSeconds, zoneHours } = this.plan;
		const jump = jumpsClock ? Math.round((this.random() - 0.5) * 2 * JUMP_MS) : 0;
		const created = this.clock.epoch + createdAt + clockAheadMs + jump;
		const at = tellsWholeSeconds ? Math.floor(created / 1000) * 1000 : created;
		const local = new Date(at + zoneHours * HOUR_MS).toISOString().replace('Z', '');
		switch (form) {
			case 'utc':
				return new Date(at).toISOString();
			case 'offset':
				return `${local}${zoneHours < 0 ? '-' : '+'}${String(Math.abs(zoneHours)).padStart(2, '0')}:00`;
			case 'withoutZone':
				return local;
			case 'unreadable':
				return 'a while ago';
		}
	}

	/** The service's clocks agree, and it always tells both times in full: nothing about a job's age is in doubt. */
	get areTrue(): boolean {
		const { createdAt, jumpsClock, sendsDate } = this.plan;
		const isReadable = createdAt === 'utc' || createdAt === 'offset';
		return isReadable && sendsDate === 'always' && this.looksOlderMs === 0 && !jumpsClock;
	}

	/** Whether the service's clocks differ by so much that a new job looks like an earlier one. */
	get makeNewJobsLookEarlier(): boolean {
		return this.looksOlderMs + this.errorMs >= EARLIER_MS;
	}

	/** By how much a job may be older than it looks. */
	get hiddenAgeMs(): number {
		return Math.max(0, -this.looksOlderMs) + this.errorMs;
	}

	/** Whether a job that was made more than this before a moment certainly looks earlier, if the times are true. */
	readonly clearlyEarlierMs = EARLIER_MS + 2 * STEP_MS;

	/** Whether the times can show at a moment that a job is more than a day old. */
	canShowADay({ createdAt }: { createdAt: number }, time: number): boolean {
		const { createdAt: form, sendsDate, zoneHours } = this.plan;
		if (form === 'unreadable' || sendsDate === 'never') return false;
		const zoneMs = form === 'withoutZone' ? BEHIND_UTC_MS + zoneHours * HOUR_MS : 0;
		return time - createdAt + this.looksOlderMs - zoneMs + this.errorMs > DAY_MS;
	}

	/** How much older than it is a job looks. */
	private get looksOlderMs(): number {
		return this.plan.dateAheadMs - this.plan.clockAheadMs;
	}

	private get errorMs(): number {
		return STEP_MS + (this.plan.jumpsClock ? JUMP_MS : 0);
	}
}
