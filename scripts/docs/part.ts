/**
 * Returns a page with a text between its marks, `<!-- name -->` and `<!-- end -->`.
 *
 * @throws Error when the page lacks these marks
 */
export function withPart(page: string, name: string, text: string): string {
	const [start, end] = [`<!-- ${name} -->`, '<!-- end -->'];
	const from = page.indexOf(start);
	const to = page.indexOf(end, from);
	if (from < 0 || to < 0) throw new Error(`There is no ${start} … ${end}`);
	return `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`;
}
