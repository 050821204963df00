import { withPart } from '../../scripts/docs/part';

/** What is generated of a page: texts by the names of their places. */
export type Texts = Readonly<Record<string, string>>;

/**
 * A page with texts between its marks, `<!-- results: name -->` and `<!-- end -->`.
 *
 * @throws Error when the page has no place for one of them
 */
export function fillPage(page: string, texts: Texts): string {
	return Object.entries(texts).reduce(
		(text, [name, content]) => withPart(text, `results: ${name}`, content),
		page,
	);
}
