import { source } from 'axe-core';
import type { Page } from 'playwright-core';

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
	const rgba = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
	const luminance = (color) => rgba(color).slice(0, 3)
		.map((part) => part / 255)
		.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
		.reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
	const seen = (color) => rgba(color)[3] !== 0;
	const contrast = (a, b) => {
		const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
		return (light + 0.05) / (dark + 0.05);
	};
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
