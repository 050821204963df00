import { TagPdfError } from '../errors';
import type { Limits } from '../limits';
import { dayOf, marksOf, stateBy, type Entry, type Marks, type State } from './marks';
import type { SeenStore } from './seenStore';

/** The generation that a document is submitted as. */
export interface Opened {
	generation: number;
	/** `delivered` only when it is asked for again. */
	state: Exclude<State, 'failed'>;
}

interface OpenOptions {
	/** A retry asks once more for what was delivered last: its execution may have been lost since. */
	again: boolean;
	/** What the execution remembers of a generation that must not be used again. */
	isSpent: (generation: number) => boolean;
}

/** What became of documents. */
export interface Closing {
	/** Given out, or its result is gone. */
	delivered?: readonly Entry[];
	failed?: readonly Entry[];
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * Which generation of a document is unfinished, kept where a kill does not reach it. Wrong or
 * missing marks may lead back to an older key, never on to a newer one: a charge needs the marks
 * that all generations before are delivered or have failed. `docs/journal.md` has the proof.
 */
export class Journal {
	/** @param now gives milliseconds since the epoch */
	constructor(
		private readonly store: SeenStore,
		private readonly limits: Limits['submission'],
		private readonly now: () => number,
	) {}

	/**
	 * Finds the first generation that is not closed, and marks it as begun.
	 *
	 * @throws TagPdfError `FAILED_REPEATEDLY` when it would follow too many failed ones, or what the
	 * store throws
	 */
	async open(document: string, { again, isSpent }: OpenOptions): Promise<Opened> {
		const search = new Search(this.store, document, this.now(), isSpent);
		const generation = await search.firstOpen();
		const state = await search.state(generation);
		if (state !== 'unfinished') {
			if (await this.failedTooOften(search, generation)) {
				await search.takeBack();
				throw new TagPdfError('FAILED_REPEATEDLY', { attempts: this.limits.failedAttempts });
			}
			const last = generation - 1;
			if (again && !isSpent(last) && (await search.state(last)) === 'delivered') {
				await search.takeBack();
				return { generation: last, state: 'delivered' };
			}
		}
		await search.takeBack(generation);
		return { generation, state: state === 'unfinished' ? state : 'fresh' };
	}

	/** Closes generations, all with one call. */
	async close({ delivered = [], failed = [] }: Closing): Promise<void> {
		const now = this.now();
		const done = delivered.map((entry) => marksOf(entry, now));
		await this.store.remove([
			...done.flatMap(({ unfinished, hopeful, day }) => [unfinished, hopeful, day]),
			...failed.map((entry) => marksOf(entry, now).hopeful),
		]);
	}

	/**
	 * The day (UTC) on which a generation began, the earliest that is remembered.
	 *
	 * @returns undefined when it is not among the last ones
	 */
	async since(entry: Entry): Promise<string | undefined> {
		const now = this.now();
		const days = Array.from({ length: this.limits.rememberedDays }, (_, ago) => now - ago * DAY_MS);
		const marks = days.map((day) => marksOf(entry, day).day);
		const known = await this.store.record(marks);
		await this.store.remove(marks.filter((mark) => !known.has(mark)));
		const earliest = days.findLast((_, at) => known.has(marks[at] ?? ''));
		return earliest === undefined ? undefined : dayOf(earliest);
	}

	private async failedTooOften(search: Search, generation: number): Promise<boolean> {
		const { failedAttempts } = this.limits;
		for (let back = 1; back <= failedAttempts; back += 1) {
			if ((await search.state(generation - back)) !== 'failed') return false;
		}
		return true;
	}
}

/** Looks at the generations of one document; to look is to mark, so what was only looked at is taken back. */
class Search {
	private readonly looked = new Map<number, { state: State; added: string[]; marks: Marks }>();

	constructor(
		private readonly store: SeenStore,
		private readonly document: string,
		private readonly now: number,
		private readonly isSpent: OpenOptions['isSpent'],
	) {}

	/** The first generation that is fresh or unfinished: doubles its steps, then halves them. */
	async firstOpen(): Promise<number> {
		let closed = 0;
		let open = 1;
		while (await this.isClosed(open)) open *= 2;
		while (open - closed > 1) {
			const between = Math.floor((closed + open) / 2);
			if (await this.isClosed(between)) closed = between;
			else open = between;
		}
		return open;
	}

	/** @returns undefined for a generation that cannot be */
	async state(generation: number): Promise<State | undefined> {
		if (generation < 1) return undefined;
		const before = this.looked.get(generation);
		if (before) return before.state;
		const marks = marksOf({ document: this.document, generation }, this.now);
		const all = Object.values(marks) as string[];
		const known = await this.store.record(all);
		const state = stateBy(marks, known);
		const open = state === 'fresh' || state === 'unfinished';
		this.looked.set(generation, {
			state: open && this.isSpent(generation) ? 'delivered' : state,
			added: all.filter((mark) => !known.has(mark)),
			marks,
		});
		return this.looked.get(generation)?.state;
	}

	/** Takes back what was added by looking, except of the generation that is begun. */
	async takeBack(begun?: number): Promise<void> {
		const added = [...this.looked].flatMap(([generation, look]) => {
			if (generation !== begun) return look.added;
			// Added now, the oldest mark would outlive the others.
			const late = look.state === 'unfinished' ? [look.marks.started, look.marks.unfinished] : [];
			return look.added.filter((mark) => late.includes(mark));
		});
		await this.store.remove(added);
	}

	private async isClosed(generation: number): Promise<boolean> {
		const state = await this.state(generation);
		return state === 'delivered' || state === 'failed';
	}
}
