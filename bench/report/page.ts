/** What is generated of a page: texts by the names of their places. */
export type Texts = Readonly<Record<string, string>>;

/**
 * A page with texts between its marks, `<!-- results: name -->` and `<!-- end -->`.
 *
 * @throws Error when the page has no place for one of them
 */
export function filled(page: string, texts: Texts): string {
	return Object.entries(texts).reduce((text, [name, content]) => {
		const [start, end] = [`<!-- results: ${name} -->`, '<!-- end -->'];
		const from = text.indexOf(start);
		const to = text.indexOf(end, from);
		if (from < 0 || to < 0) throw new Error(`There is no ${start} … ${end}`);
		return `${text.slice(0, from)}${start}\n\n${content}\n\n${text.slice(to)}`;
	}, page);
}
