import { withPart } from '../../scripts/docs/part';

/** Generated texts of a page, by the names of their places. */
export type Texts = Readonly<Record<string, string>>;

/**
 * Returns a page with texts between its marks, `<!-- results: name -->` and `<!-- end -->`.
 *
 * @throws Error when the page has no place for a text
 */
export function fillPage(page: string, texts: Texts): string {
	return Object.entries(texts).reduce(
		(text, [name, content]) => withPart(text, `results: ${name}`, content),
		page,
	);
}
