import { source } from 'axe-core';
import type { Page } from 'playwright-core';
import { CONTRAST } from './contrast';

/** Accessibility barriers of a page, found by axe and by a check of WCAG 1.4.11; [] if there are none. */
export async function barriers(page: Page): Promise<string[]> {
	await page.evaluate(source);
	const found = await page.evaluate<string[]>(FINDINGS);
	return [...found, ...(await page.evaluate<string[]>(FAINT_EDGES))];
}

// A string, because the types of the tests do not include the browser's.
const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
	nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`;

/** axe does not check 1.4.11: a control needs an edge or a fill with a contrast of 3:1 to its background. */
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
	// Users recognize a button without an edge of its own by its text, whose contrast axe measures.
	return [...document.querySelectorAll('input, select, button:not(.plain)')]
		.filter((element) => !element.disabled && faint(element))
		.map((element) => 'faint edge: ' + element.outerHTML.slice(0, 200));
})()`;
