import type { Limits } from '../limits';
import { setNewest } from '../setNewest';

/** How long a job took, as far as polls can tell. */
export interface Duration {
	pages: number;
	/** Milliseconds after which it was certainly not done yet. */
	atLeastMs: number;
}

/** From this number of jobs on, the quickest one may be an outlier. */
const MIN_JOBS_WITH_OUTLIER = 4;

/** Learns from finished jobs how long the next one takes: a base time and a time per page. */
export class Forecast {
	private baseMs = 0;
	private perPageMs = 0;

	/**
	 * @param remembered maximum number of jobs that it uses: few enough to follow a service whose speed changes
	 * @param durations of earlier jobs, the oldest first
	 */
	constructor(
		private readonly remembered: number,
		private durations: readonly Duration[] = [],
	) {
		this.fit();
	}

	get isKnown(): boolean {
		return this.durations.length > 0;
	}

	/** Milliseconds before which a job of this many pages is not worth a poll. */
	predictMs(pages: number): number {
		return this.baseMs + this.perPageMs * pages;
	}

	learn(duration: Duration): void {
		this.durations = [...this.durations, duration].slice(-this.remembered);
		this.fit();
	}

	/**
	 * Fits a line (least squares of relative errors). Lowers the line to the quickest job, or to the second
	 * quickest of many.
	 */
	private fit(): void {
		const points = this.durations.map(({ pages, atLeastMs }) => ({
			pages,
			ms: Math.max(1, atLeastMs),
		}));
		const sum = (measure: (pages: number, ms: number) => number) =>
			points.reduce((total, { pages, ms }) => total + measure(pages, ms), 0);
		const ones = sum((_, ms) => 1 / ms ** 2);
		const times = sum((_, ms) => 1 / ms);
		const pages = sum((count, ms) => count / ms ** 2);
		const paged = sum((count, ms) => count / ms);
		const squares = sum((count, ms) => (count / ms) ** 2);
		const spread = ones * squares - pages ** 2;
		// If all documents have the same number of pages, or more pages take no longer, only the base time is known.
		const slope = spread > 1e-9 * ones * squares ? (ones * paged - pages * times) / spread : 0;
		const base = ones === 0 ? 0 : (times - Math.max(0, slope) * pages) / ones;
		this.perPageMs = base < 0 ? paged / squares : Math.max(0, slope);
		this.baseMs = Math.max(0, base);
		const ratios = points.map((point) => point.ms / this.predictMs(point.pages));
		const inOrder = ratios.toSorted((a, b) => a - b);
		// Among many jobs, a single much quicker job counts only while it is the latest.
		const second = inOrder[inOrder.length < MIN_JOBS_WITH_OUTLIER ? 0 : 1] ?? 1;
		const quickest = Math.min(second, ratios.at(-1) ?? 1);
		this.baseMs *= quickest;
		this.perPageMs *= quickest;
	}
}

type Bounds = Pick<Limits['waiting'], 'rememberedJobs' | 'rememberedKeys' | 'rememberedMs'>;

/** By the hash of API key and address, the latest used last. Times are epoch milliseconds. */
const durationsByKey = new Map<string, { at: number; durations: readonly Duration[] }>();

/** Durations of jobs that earlier runs of this process have learned. */
export function recallDurations(key: string, now: number, bounds: Bounds): readonly Duration[] {
	const entry = durationsByKey.get(key);
	if (!entry || now - entry.at > bounds.rememberedMs) return [];
	return entry.durations;
}

export function rememberDuration(
	key: string,
	duration: Duration,
	now: number,
	bounds: Bounds,
): void {
	const durations = [...recallDurations(key, now, bounds), duration].slice(-bounds.rememberedJobs);
	setNewest(durationsByKey, key, { at: now, durations }, bounds.rememberedKeys);
}
