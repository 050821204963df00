import type { Dictionary } from '../../syntax';
import type { VisibleContent } from './visibleContent';

/** Caches the content of forms by offset: the same form is often on every page. */
export class FormCache {
	private readonly forms = new Map<number, VisibleContent>();
	private readonly borrowing = new WeakMap<Dictionary, Map<number, VisibleContent>>();

	/**
	 * The cache for a form. Without own resources, its content depends on the page or form that paints it.
	 *
	 * @param own resources of the form
	 * @param borrowed resources of the page or form that paints it
	 */
	selectCache(own: Dictionary | undefined, borrowed: Dictionary): Map<number, VisibleContent> {
		if (own) return this.forms;
		const known = this.borrowing.get(borrowed) ?? new Map<number, VisibleContent>();
		this.borrowing.set(borrowed, known);
		return known;
	}
}
