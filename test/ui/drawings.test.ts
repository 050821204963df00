import type { Browser, Page } from 'playwright-core';
import { closedBy } from '../closing';
import { launch } from './browser';
import { faintShapes } from './drawings';

let browser: Browser;
let page: Page;
const closing = closedBy(afterAll);
beforeAll(async () => {
	browser = closing(await launch());
	page = await browser.newPage();
});

/** Labels of the shapes with too little contrast, in a drawing on white. */
async function faint(shapes: string): Promise<string[]> {
	await page.setContent(`<body style="background: #fff"><svg>${shapes}</svg></body>`);
	return (await faintShapes(page)).map((shape) => /aria-label="(\w+)"/.exec(shape)?.[1] ?? shape);
}

test('text needs 4.5:1 against the ground, data 3:1', async () => {
	// The contrasts to white are 4.54:1, 4.48:1, 3.03:1 and 2.97:1.
	expect(
		await faint(`
			<text aria-label="strong" x="9" y="20" fill="#767676">A</text>
			<text aria-label="weak" x="9" y="50" fill="#777777">A</text>
			<rect aria-label="bar" class="bar" x="9" y="80" width="9" height="9" fill="#949494" />
			<rect aria-label="shadow" class="bar" x="9" y="99" width="9" height="9" fill="#969696" />`),
	).toEqual(['weak', 'shadow']);
});

test('a shape is compared with the shape below it, not with the page', async () => {
	expect(
		await faint(`
			<rect width="99" height="99" fill="#000" />
			<text aria-label="white" x="9" y="20" fill="#fff">A</text>
			<text aria-label="black" x="9" y="50" fill="#111">A</text>
			<line aria-label="line" class="ends" x1="9" x2="50" y1="80" y2="80" stroke="#222" />`),
	).toEqual(['black', 'line']);
});
