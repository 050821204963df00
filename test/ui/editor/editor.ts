import type { Locator, Page } from 'playwright-core';
import type { Tour } from '../../../scripts/start/tour';
import { picture } from '../browser';

/** What a user sees and clicks in n8n's editor. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly tour: Tour,
	) {}

	/** Signs in by the tour's link and opens a workflow. */
	async open(workflowId: string): Promise<void> {
		await this.page.goto(this.tour.welcome.url);
		await this.page.waitForURL('**/workflow/**');
		await this.page.goto(`${this.tour.n8n.url}/workflow/${workflowId}`);
		await this.part('canvas-node').first().waitFor();
	}

	/** A part of the editor by n8n's own name for it in tests. */
	part(name: string, within: Page | Locator = this.page): Locator {
		return within.locator(`[data-test-id="${name}"]`);
	}

	/** A node on the canvas. */
	node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	/** The open node: its parameters, input and output. */
	get details(): Locator {
		return this.part('ndv');
	}

	get output(): Locator {
		return this.part('output-panel', this.details);
	}

	/** The input of a parameter or of a credential's field. */
	field(name: string, within: Page | Locator = this.details): Locator {
		return this.part(`parameter-input-${name}`, within).locator('input');
	}

	/** Opens a node by a double click. */
	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.details.waitFor();
	}

	/** Clicks the plus behind the last node, and searches for what to add. */
	async search(text: string): Promise<Locator> {
		if (!(await this.part('node-creator').isVisible())) {
			await this.part('canvas-handle-plus').last().click();
		}
		await this.part('node-creator-search-bar').fill(text);
		return this.part('node-creator').getByText('Tag PDF', { exact: true }).first();
	}

	/** Takes a picture, without what n8n has popped up meanwhile to say that something went well. */
	async picture(name: string): Promise<void> {
		await this.page.addStyleTag({ content: '.el-notification { display: none }' });
		await picture(this.page, name);
	}
}
