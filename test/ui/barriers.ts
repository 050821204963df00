import { source } from 'axe-core';
import type { Page } from 'playwright-core';
import { CONTRAST } from './contrast';

/** What keeps people from using a page, as axe finds it and as WCAG 1.4.11 has it; none is []. */
export async function barriers(page: Page): Promise<string[]> {
	await page.evaluate(source);
	const found = await page.evaluate<string[]>(FINDINGS);
	return [...found, ...(await page.evaluate<string[]>(FAINT_EDGES))];
}

// As text: the tests' own types know no browser.
const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
	nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`;

/** axe does not measure 1.4.11: what can be used needs an edge or a fill of 3:1 against its ground. */
const FAINT_EDGES = `(() => {
	${CONTRAST}
	const ground = (element) => {
		const own = getComputedStyle(element).backgroundColor;
		return seen(own) || !element.parentElement ? own : ground(element.parentElement);
	};
	const faint = (element) => {
		const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element);
		const edges = [backgroundColor, ...(borderTopWidth === '0px' ? [] : [borderTopColor])];
		const under = ground(element.parentElement);
		return !edges.some((edge) => seen(edge) && contrast(edge, under) >= 3);
	};
	// A button without an edge of its own is known by its text, whose contrast axe measures.
	return [...document.querySelectorAll('input, select, button:not(.plain)')]
		.filter((element) => !element.disabled && faint(element))
		.map((element) => 'faint edge: ' + element.outerHTML.slice(0, 200));
})()`;
