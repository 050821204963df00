import type { Page } from 'playwright-core';
import { CONTRAST } from './contrast';

/**
 * Shapes with too little contrast in the SVG drawings of a page, which axe does not check. Texts need
 * 4.5:1 (WCAG 1.4.3). Shapes with a class, which show data, need 3:1 (1.4.11).
 */
export async function faintShapes(page: Page): Promise<string[]> {
	return await page.evaluate<string[]>(FAINT_SHAPES);
}

const FAINT_SHAPES = `(() => {
	${CONTRAST}
	const paint = (shape) => getComputedStyle(shape)[shape instanceof SVGLineElement ? 'stroke' : 'fill'];
	const under = (shape) => {
		shape.scrollIntoView({ block: 'center' });
		const { x, y, width, height } = shape.getBoundingClientRect();
		const all = document.elementsFromPoint(x + width / 2, y + height / 2);
		const next = all.slice(all.indexOf(shape) + 1).find((each) => each instanceof SVGGeometryElement);
		return next ? paint(next) : getComputedStyle(document.body).backgroundColor;
	};
	return [...document.querySelectorAll('svg text, svg [class]')]
		.map((shape) => ({
			shape,
			has: contrast(paint(shape), under(shape)),
			needs: shape instanceof SVGTextElement ? 4.5 : 3,
		}))
		.filter(({ has, needs }) => has < needs)
		.map(({ shape, has, needs }) =>
			'contrast ' + has.toFixed(2) + ', needs ' + needs + ': ' + shape.outerHTML.slice(0, 200));
})()`;
