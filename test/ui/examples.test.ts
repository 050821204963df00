import { startTour, type Tour } from '../../scripts/start/tour';
import { closedBy } from '../closing';
import { exampleNames, readExample } from '../examples/examples';
import { installHost } from '../host/harness/install';
import { packageUnderTest } from '../host/harness/package';
import { addWorkflow } from '../host/harness/rest/workflows';
import { versionUnderTest } from '../host/harness/setup';
import { hostVersion } from '../host/harness/versions';
import { launch } from './browser';
import { Editor } from './editor/editor';

/** Wide enough for the longest example with readable sticky notes. */
const WINDOW = { viewport: { width: 1400, height: 600 } };

let tour: Tour;
let editor: Editor;
const closing = closedBy(afterAll);
beforeAll(async () => {
	const host = await installHost(hostVersion(versionUnderTest), () => undefined);
	tour = closing(
		await startTour(host, await packageUnderTest(), { n8n: 0, sandbox: 0, welcome: 0 }),
	);
	const browser = closing(await launch());
	editor = new Editor(await browser.newPage(WINDOW), tour);
	editor.page.setDefaultTimeout(60_000);
	await editor.open();
});

test.each(exampleNames())('%s opens and shows each node, and no note is clipped', async (name) => {
	const example = readExample(name);
	const { id } = await addWorkflow(tour.session, example);
	await editor.show(id);
	const notes = example.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
	for (const node of example.nodes.filter((each) => !notes.includes(each))) {
		await expect(editor.node(node.name).waitFor()).resolves.toBeUndefined();
	}
	await expect(
		editor
			.part('sticky')
			.nth(notes.length - 1)
			.waitFor(),
	).resolves.toBeUndefined();
	expect(await editor.clippedNotes()).toEqual([]);
	await editor.pictureOfCanvas(`examples/${name}`);
});
