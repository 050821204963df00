import { TagPdfError, throwIfStopped } from './errors';
import { waitUnlessAborted } from './http';

/** What a document wants to spend. */
export interface CreditRequest {
	/** Credits that its next job is expected to cost. */
	needed: number;
	/** Credits that the execution may spend in the document's account. */
	maximum: number;
	/** Credits of that account that count toward the limit at this moment. */
	getSpent: () => number;
	/** Counts the document's pages. It is called together with the decision, so that the next decision includes them. */
	count: () => void;
}

/**
 * A unit's place in the order in which documents are admitted. Its stages:
 *
 * - `awaited`: it has not asked for credits yet. Later turns wait for its decision, or for its end.
 * - `asking`: `admit` waits for the decision.
 * - `admitted`: its document may be paid for, and `end` was not called yet.
 * - `over`: its document was refused, or `end` was called.
 *
 * `admit` for the document's next job leads from `admitted` or `over` back to `asking`.
 */
export interface Turn {
	readonly position: number;
	stage: 'awaited' | 'asking' | 'admitted' | 'over';
	/** Set while the stage is `asking`. */
	request?: CreditRequest & { resolve: (refusal?: TagPdfError) => void };
}

/**
 * Decides in the order of the units which documents may be paid for under 'Max Credits per Execution'. A document is
 * decided as soon as all documents before it are. If there is no room for it, its decision waits until the submissions
 * of all admitted documents have ended: one of them may turn out to cost nothing, and a refusal must be final.
 */
export class CreditLimit {
	private turns: Turn[] = [];
	/** Index of the first turn without a decision. */
	private next = 0;
	/** Number of turns that are admitted and not over. */
	private submitting = 0;
	private positions = 0;

	/**
	 * Drops all turns when a run of the node begins: the turns of earlier runs are no longer used, and in a long loop they
	 * would become too many.
	 */
	forgetTurns(): void {
		this.turns = [];
		this.next = 0;
		this.submitting = 0;
	}

	/** Takes the next turn. The caller must end it, or later turns may wait forever. */
	takeTurn(): Turn {
		const turn: Turn = { position: this.positions, stage: 'awaited' };
		this.positions += 1;
		this.turns.push(turn);
		return turn;
	}

	/** Ends a turn, so that later turns no longer wait for it: its document asks for no more credits. */
	end(turn: Turn): void {
		if (turn.stage === 'admitted') this.submitting -= 1;
		turn.stage = 'over';
		this.decide();
	}

	/**
	 * Two units have the same document: it keeps the earlier of their turns, and the other one is over.
	 *
	 * @returns the turn that the document keeps
	 */
	join(held: Turn, joining: Turn): Turn {
		if (held.position < joining.position) {
			this.end(joining);
			return held;
		}
		// The document's stage and request move to the earlier turn. The later turn gets the earlier one's stage in return,
		// so that `end` counts it off if it was admitted: each may have been the document's turn before.
		const { request, stage } = joining;
		joining.stage = held.stage;
		joining.request = held.request;
		held.stage = stage;
		held.request = request;
		this.decideAgain(joining);
		this.end(held);
		return joining;
	}

	/**
	 * Waits until a document may be paid for, and counts its pages.
	 *
	 * @throws TagPdfError `OVER_CREDIT_LIMIT`, or the error of an aborted signal
	 */
	async admit(turn: Turn, request: CreditRequest, signal: AbortSignal): Promise<void> {
		throwIfStopped(signal);
		if (request.maximum === Infinity) {
			request.count();
			return;
		}
		const decision: { isMade: boolean; refusal?: TagPdfError } = { isMade: false };
		await waitUnlessAborted(signal, (resume) => {
			if (turn.stage === 'admitted') this.submitting -= 1;
			turn.stage = 'asking';
			turn.request = {
				...request,
				resolve: (refusal) => {
					decision.isMade = true;
					decision.refusal = refusal;
					resume();
				},
			};
			this.decideAgain(turn);
		});
		if (decision.refusal) throw decision.refusal;
		// Once the decision is made, the pages count. Then the document continues even after Stop: its submission ends at
		// once and takes the pages back, which an error here would not do.
		if (!decision.isMade) throwIfStopped(signal);
	}

	/** Goes back to this turn if it was passed already, and decides from there. */
	private decideAgain(turn: Turn): void {
		const [first = turn] = this.turns;
		this.next = Math.min(this.next, turn.position - first.position);
		this.decide();
	}

	/** Decides all turns that can be decided now. */
	private decide(): void {
		for (; this.next < this.turns.length; this.next += 1) {
			const turn = this.turns[this.next];
			if (turn?.stage === 'awaited') return;
			if (turn?.stage !== 'asking' || !turn.request) continue;
			const { count, getSpent, maximum, needed, resolve } = turn.request;
			const left = Math.max(0, maximum - getSpent());
			if (needed > left && this.submitting > 0) return;
			turn.request = undefined;
			if (needed > left) {
				turn.stage = 'over';
				resolve(
					new TagPdfError('OVER_CREDIT_LIMIT', { credits: { needed, left, limit: maximum } }),
				);
				continue;
			}
			turn.stage = 'admitted';
			this.submitting += 1;
			count();
			resolve();
		}
	}
}
