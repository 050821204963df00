import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Tour } from '../../../scripts/start/tour';
import { versionUnderTest } from '../../host/harness/setup';
import { until } from '../../host/harness/until';
import { latestVersion } from '../../host/harness/versions';
import { picture, TAKES_PICTURES, type Clip } from '../browser';

/** The documentation shows the newest n8n; pictures of other versions are for manual review. */
const FOLDER =
	versionUnderTest === latestVersion().n8n
		? undefined
		: join(__dirname, '../../results', `pictures-${versionUnderTest}`);

/** At this width the headings of a node's three panels are not cut off. */
export const WINDOW = {
	viewport: { width: 1440, height: 810 },
	deviceScaleFactor: TAKES_PICTURES ? 1.5 : 1,
};

/** Hides everything but the workflow; children inherit the visibility. */
const WORKFLOW_ALONE =
	'body, .vue-flow__panel { visibility: hidden !important } .vue-flow { visibility: visible !important }';
/** Pixels around the nodes in a picture of a workflow, with room for the name below a node. */
const MARGIN = 80;

/** An element in the browser, whose types the tests do not have. */
interface Box {
	readonly scrollHeight: number;
	readonly clientHeight: number;
	readonly clientWidth: number;
	readonly textContent: string;
	readonly querySelectorAll: (selector: string) => Iterable<Box>;
}

/** Everything that the tests see and click in n8n's editor. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly host: Pick<Tour, 'n8n' | 'welcome'>,
	) {}

	/** Signs in with the welcome link and opens a workflow; without an ID, a new workflow. */
	async open(workflowId = 'new'): Promise<void> {
		await this.page.goto(this.host.welcome.url);
		await this.page.waitForURL('**/workflow/**');
		await this.show(workflowId);
	}

	/** Shows a workflow to the signed-in user. */
	async show(workflowId: string): Promise<void> {
		await this.page.goto(`${this.host.n8n.url}/workflow/${workflowId}`);
		await this.part('canvas-node').or(this.part('canvas-plus-button')).first().waitFor();
	}

	/** A part of the editor, by n8n's test ID. */
	part(name: string, within: Page | Locator = this.page): Locator {
		return within.locator(`[data-test-id="${name}"]`);
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** Beginnings of the sticky notes whose text is longer than the note. */
	async clippedNotes(): Promise<string[]> {
		return await this.part('sticky').evaluateAll((notes) =>
			(notes as unknown as Box[])
				.filter((note) =>
					[note, ...note.querySelectorAll('*')].some(
						({ scrollHeight, clientHeight, clientWidth }) =>
							clientWidth > 0 && scrollHeight > clientHeight + 1,
					),
				)
				.map(({ textContent }) => textContent.trim().slice(0, 40)),
		);
	}

	/** The panel to search for nodes. */
	get creator(): Locator {
		return this.part('node-creator');
	}

	/** The open node: its parameters, input and output. */
	get details(): Locator {
		return this.part('ndv');
	}

	get parameters(): Locator {
		return this.part('node-parameters', this.details);
	}

	get input(): Locator {
		return this.part('ndv-input-panel', this.details);
	}

	get output(): Locator {
		return this.part('output-panel', this.details);
	}

	/** The input of a parameter or of a credential's field. */
	field(name: string, within: Page | Locator = this.details): Locator {
		return this.part(`parameter-input-${name}`, within).locator('input');
	}

	/** Chooses from the list of a parameter or of an Add button. */
	async choose(list: Locator, option: string): Promise<void> {
		await list.click();
		const named = this.page.getByText(option, { exact: true });
		await this.page.getByRole('option').filter({ has: named }).click();
	}

	/** Opens a node with a double click. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.details.waitFor();
	}

	/**
	 * Clicks the plus after the last node or on an empty canvas, then searches for Tag PDF. n8n renders results
	 * late: those of an earlier search are gone first, so that nothing replaces what a test clicks next.
	 */
	async search(text: string): Promise<Locator> {
		if (!(await this.creator.isVisible())) {
			const plus = this.part('canvas-handle-plus').or(this.part('canvas-plus-button'));
			await plus.last().click();
		}
		const bar = this.part('node-creator-search-bar');
		const result = this.creator.getByText('Tag PDF', { exact: true }).first();
		await bar.fill('');
		await result.waitFor({ state: 'hidden' });
		await bar.fill(text);
		await result.waitFor();
		return result;
	}

	/** Clicks this action of the found node, which n8n then adds and opens. */
	async addNode(action: string): Promise<void> {
		await this.clickFor(this.details, this.creator.getByText(action, { exact: true }));
	}

	/** Begins a credential for the open node and saves it with a mistyped API key, which n8n tests and refuses. */
	async saveWrongCredential(baseUrl: string): Promise<Locator> {
		await this.part('node-credentials-select').click();
		await this.part('node-credentials-select-item-new').click();
		const dialog = this.part('credential-edit-dialog');
		await this.field('baseUrl', dialog).fill(baseUrl);
		await this.field('apiKey', dialog).fill('mistyped');
		await this.clickFor(dialog.getByText('More details'), this.part('credential-save-button'));
		return dialog;
	}

	/** Clicks until `outcome` is there: n8n on a busy machine loses clicks on what it is redrawing. */
	private async clickFor(outcome: Locator, target: Locator): Promise<void> {
		await target.click();
		await until({ what: `a click on ${String(target)} shows ${String(outcome)}` }, async () => {
			const shown = outcome.waitFor({ timeout: 10_000 }).then(() => true);
			const isShown = await shown.catch(() => false);
			if (!isShown && (await target.isVisible())) await target.click();
			return isShown;
		});
	}

	/** Drags a field of the input onto a parameter, by steps: the editor begins to drag after the first of them. */
	async map(field: Locator, parameter: Locator): Promise<void> {
		const { mouse } = this.page;
		await field.hover();
		await mouse.down();
		const target = await parameter.boundingBox();
		if (!target) throw new Error(`${String(parameter)} is not shown.`);
		const [x, y] = [target.x + target.width / 2, target.y + target.height / 2];
		await mouse.move(x, y, { steps: 20 });
		// It finds out what is under the pointer when it draws, and drops there.
		await this.page.evaluate('new Promise((drawn) => requestAnimationFrame(drawn))');
		await mouse.move(x + 1, y);
		await mouse.up();
	}

	/** For a picture, drags the open node's parameters aside, so that a table fits into the other panel. */
	async widen(panel: 'input' | 'output'): Promise<void> {
		if (!TAKES_PICTURES) return;
		const handle = await this.part('panel-drag-button', this.details).boundingBox();
		if (!handle) throw new Error('Nothing is there to drag the parameters by.');
		const { width = 0 } = this.page.viewportSize() ?? {};
		// n8n 1 shows the handle only under the pointer.
		await this.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
		await this.page.mouse.down();
		await this.page.mouse.move(panel === 'input' ? width : 0, 50, { steps: 10 });
		await this.page.mouse.up();
	}

	/** Runs the open node, waits for this part of the output, and returns its text. */
	async execute(part: string): Promise<string> {
		await this.part('node-execute-button', this.details).click();
		const found = this.part(part, this.output);
		await found.waitFor();
		return (await found.textContent()) ?? '';
	}

	/** Takes a picture without focus, pointer and success notifications of n8n, once its buttons are at rest. */
	async picture(name: string): Promise<void> {
		if (!TAKES_PICTURES) return;
		await this.page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' });
		await this.page.addStyleTag({ content: '.el-notification { display: none }' });
		await this.page.evaluate('document.activeElement?.blur()');
		await this.page.mouse.move(0, 0);
		await picture(this.page, name, FOLDER);
	}

	/** Takes a picture of the workflow alone, scaled to fit. */
	async pictureOfCanvas(name: string): Promise<void> {
		if (!TAKES_PICTURES) return;
		await this.page.addStyleTag({ content: WORKFLOW_ALONE });
		await this.page.locator('.vue-flow__pane').click({ position: { x: 5, y: 5 } });
		await this.page.keyboard.press('1');
		await picture(this.page, name, FOLDER, await this.aroundNodes());
	}

	private async aroundNodes(): Promise<Clip> {
		const nodes = await this.page.locator('.vue-flow__node').all();
		const boxes = (await Promise.all(nodes.map(async (node) => await node.boundingBox()))).flatMap(
			(box) => box ?? [],
		);
		const { width = 0, height = 0 } = this.page.viewportSize() ?? {};
		const left = Math.max(0, Math.min(...boxes.map((box) => box.x)) - MARGIN);
		const top = Math.max(0, Math.min(...boxes.map((box) => box.y)) - MARGIN);
		const right = Math.min(width, Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN);
		const bottom = Math.min(height, Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN);
		return { x: left, y: top, width: right - left, height: bottom - top };
	}
}
