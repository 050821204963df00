/** What polls have told of a job that has finished. */
export interface Sighting {
	pages: number;
	/** Milliseconds of its wait when it was last seen unfinished; undefined if it never was. */
	undoneMs?: number;
	/** Milliseconds of its wait when it was found. */
	doneMs: number;
}

/** How many of the last jobs the forecast rests on: few enough to follow a service that changes. */
const REMEMBERED = 24;
/** A job that was done when it was first asked for may have been done for long: expected sooner. */
const SOONER = 0.97;
/** The share of jobs that are done before the forecast says so: being early costs a poll only. */
const DONE_BEFORE = 0.15;

/**
 * Learns from the jobs that have finished how long they take: so long for any, queue included, and
 * so much more for each page.
 */
export class Forecast {
	/** Milliseconds that each page adds. */
	perPageMs = 0;
	private baseMs?: number;
	private readonly sightings: Sighting[] = [];

	/** Milliseconds from submission to completion; undefined while nothing has finished. */
	expectedMs(pages: number): number | undefined {
		return this.baseMs === undefined ? undefined : this.baseMs + this.perPageMs * pages;
	}

	learn(sighting: Sighting): void {
		this.sightings.push(sighting);
		if (this.sightings.length > REMEMBERED) this.sightings.shift();
		const points = this.sightings.map(({ pages, undoneMs, doneMs }) => ({
			pages,
			ms: undoneMs === undefined ? doneMs * SOONER : (undoneMs + doneMs) / 2,
		}));
		this.perPageMs = perPage(points);
		const bases = points
			.map(({ pages, ms }) => ms - this.perPageMs * pages)
			.toSorted((a, b) => a - b);
		this.baseMs = bases[Math.floor(bases.length * DONE_BEFORE)];
	}
}

/** Least squares; 0 where more pages do not take longer. */
function perPage(points: Array<{ pages: number; ms: number }>): number {
	const pages = mean(points.map((point) => point.pages));
	const spread = mean(points.map((point) => (point.pages - pages) ** 2));
	// The mean of the times falls out: the distances of the pages come to 0.
	const common = mean(points.map((point) => (point.pages - pages) * point.ms));
	return spread === 0 ? 0 : Math.max(0, common / spread);
}

function mean(numbers: number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
