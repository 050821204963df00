/** One attempt at a document: everything that is sent under one idempotency key. */
export interface Entry {
	/** Mark of what counts as the same document: account, scope, content, options. */
	document: string;
	/** From 1; the next attempt begins when the one before is over. */
	attempt: number;
	/** Fingerprint of content and options; set if the user's own key identifies the document. */
	content?: string;
	/** The attempt stays in use after its delivery: later runs get the same job. */
	isReusable?: boolean;
}

/** State of an attempt in the journal. `sent` means that a job may exist. */
export type JournalState = 'new' | 'sent' | 'failed' | 'delivered';

/** The marks of an attempt, oldest first: a full store drops its oldest marks first. */
export interface Marks {
	/** Kept: it distinguishes a delivered attempt from a new one. */
	started: string;
	/** Removed with the delivery. */
	undelivered: string;
	/** Removed when the job has failed, its result is gone, or nobody may use it again. */
	usable: string;
	/** Kept: it says which content has the key. Inserted last, so that it outlives the others. */
	content?: string;
}

export function createMarks({ document, attempt, content }: Entry): Marks {
	const createMark = (what: string) => `${document} ${attempt} ${what}`;
	return {
		started: createMark('started'),
		undelivered: createMark('undelivered'),
		usable: createMark('usable'),
		...(content === undefined ? {} : { content: createMark(`content ${content}`) }),
	};
}

/** The marks as keys of the store, oldest first. */
export function listKeys({ started, undelivered, usable, content }: Marks): string[] {
	return [started, undelivered, usable, ...(content === undefined ? [] : [content])];
}

/** The state of an attempt, by the marks that the store has: the table in `docs/journal.md`. */
export function readState(marks: Marks, known: ReadonlySet<string>): JournalState {
	if (known.has(marks.usable)) return 'sent';
	if (known.has(marks.undelivered)) return 'failed';
	return known.has(marks.started) ? 'delivered' : 'new';
}

export function listKeysToRemove(entry: Entry, state: Exclude<JournalState, 'sent'>): string[] {
	const marks = createMarks(entry);
	switch (state) {
		case 'new':
			return listKeys(marks);
		case 'failed':
			return [marks.usable];
		case 'delivered':
			return entry.isReusable === true ? [marks.undelivered] : [marks.undelivered, marks.usable];
	}
}
