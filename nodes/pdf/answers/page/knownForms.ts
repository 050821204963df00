import type { Dictionary } from '../../syntax';
import type { Shown } from './shown';

/** What forms show, by their offsets: the same form often stands on every page. */
export class KnownForms {
	private readonly forms = new Map<number, Shown>();
	private readonly borrowing = new WeakMap<Dictionary, Map<number, Shown>>();

	/**
	 * What a form without resources of its own shows depends on those of the page or form that paints it.
	 *
	 * @param own resources of the form
	 * @param borrowed resources of the page or form that paints it
	 */
	shownWith(own: Dictionary | undefined, borrowed: Dictionary): Map<number, Shown> {
		if (own) return this.forms;
		const known = this.borrowing.get(borrowed) ?? new Map<number, Shown>();
		this.borrowing.set(borrowed, known);
		return known;
	}
}
