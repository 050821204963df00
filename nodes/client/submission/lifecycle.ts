import type { JournalState } from '../journal';

/**
 * The life of one attempt to have a document tagged: one idempotency key, at most one job, one charge. All
 * rules about money follow from this table. It knows no time, no store and no n8n.
 *
 * - `new`: nothing was sent under its key
 * - `approved`: the budget holds its pages; nothing was sent
 * - `sent`: recorded in the journal; a job may exist
 * - `accepted`: the service has named its job
 * - `failed`: its job has failed, or the job or its result is gone
 * - `delivered`: n8n has its result
 */
export type State = JournalState | 'approved' | 'accepted';

/**
 * Events in the life of an attempt. `lost`: no answer says whether a job was made. `refused`: no job was made.
 * `refusedAgain`: no job was made, but an earlier request under the same key may have made one. `gone`: the
 * service no longer has the job or its result. `stopped`: before n8n took the output. `killed`: only the
 * journal is left. `resumed`: the document comes again in the execution that sent it. `resumedLater`: it comes
 * in a later one. `retried`: it comes in a manual Retry that has lost the execution's memory.
 */
// prettier-ignore
export type Event =
	| 'approved' | 'sent' | 'answered' | 'lost' | 'refused' | 'refusedAgain' | 'failed' | 'gone'
	| 'delivered' | 'stopped' | 'killed' | 'resumed' | 'resumedLater' | 'retried';

/**
 * The node's next step. `send` writes the attempt into the journal first, `sendAgain` uses the same key.
 * `fetch` gets the job and its result. `erase`, `close` and `reopen` change the journal. `report` fails the
 * item for free. `beginNext` pays for another attempt, except after three failed attempts in a row.
 */
// prettier-ignore
export type Action =
	'send' | 'sendAgain' | 'fetch' | 'erase' | 'close' | 'reopen' | 'report' | 'beginNext' | 'none';

type Transitions = Partial<Record<Event, readonly [next: State, action: Action]>>;

export const LIFECYCLE: Readonly<Record<State, Transitions>> = {
	new: {
		approved: ['approved', 'send'],
	},
	approved: {
		sent: ['sent', 'none'],
		refused: ['new', 'report'],
		killed: ['new', 'none'],
	},
	sent: {
		answered: ['accepted', 'fetch'],
		lost: ['sent', 'report'],
		refused: ['new', 'erase'],
		refusedAgain: ['sent', 'report'],
		killed: ['sent', 'none'],
		resumed: ['sent', 'sendAgain'],
		resumedLater: ['sent', 'sendAgain'],
	},
	accepted: {
		failed: ['failed', 'close'],
		gone: ['failed', 'close'],
		delivered: ['delivered', 'close'],
		killed: ['sent', 'none'],
		resumed: ['accepted', 'fetch'],
		resumedLater: ['accepted', 'fetch'],
	},
	failed: {
		killed: ['failed', 'none'],
		resumed: ['failed', 'fetch'],
		resumedLater: ['new', 'beginNext'],
		retried: ['new', 'beginNext'],
	},
	delivered: {
		stopped: ['accepted', 'reopen'],
		gone: ['failed', 'close'],
		killed: ['delivered', 'none'],
		resumed: ['delivered', 'fetch'],
		resumedLater: ['new', 'beginNext'],
		retried: ['sent', 'sendAgain'],
	},
};

/** @returns the next state and what to do; without a rule for the event, the state stays as it is */
export function decideNext(state: State, event: Event): { state: State; action: Action } {
	const [to, action] = LIFECYCLE[state][event] ?? [state, 'none'];
	return { state: to, action };
}

/** Credits of an attempt, as far as they are known. */
export interface Credits {
	state: State;
	/** Pages of the document: credits that the job is expected to cost. */
	pages?: number;
	/** Credits that the service has charged for the job. */
	credits?: number;
}

/** A page is one credit (interface 8), and no PDF has fewer than one. */
const MIN_PAGES = 1;

/** Credits that an attempt counts for. If the node is not sure, the attempt counts as charged. */
export function countCredits({ state, pages = MIN_PAGES, credits }: Credits): number {
	if (state === 'new') return 0;
	return isAnswered(state) ? (credits ?? pages) : pages;
}

/** Whether the service has answered, so that the account's balance includes the job. */
export function isAnswered(state: State): boolean {
	return state !== 'new' && state !== 'approved' && state !== 'sent';
}
