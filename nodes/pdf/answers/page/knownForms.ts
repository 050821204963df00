import type { Dictionary } from '../../syntax';
import type { Shown } from './shown';

/** Caches the content of forms by offset: the same form is often on every page. */
export class KnownForms {
	private readonly forms = new Map<number, Shown>();
	private readonly borrowing = new WeakMap<Dictionary, Map<number, Shown>>();

	/**
	 * The cache for a form. Without own resources, its content depends on the page or form that paints it.
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
