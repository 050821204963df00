import { item, itemOf, openSetup, tagPdf, type Setup } from './setup';

let setup: Setup;
beforeEach(async () => {
	setup = await openSetup({ binaryMode: 'filesystem', parallelJobs: 100, creationMs: 30 });
});
afterEach(async () => await setup.close());

test('Credits to Spend at Most: documents side by side never spend more, and those that fit are tagged', async () => {
	const sizes = [9, 1, 4, 12, 3, 7, 2, 5, 8, 6];
	const { engine, sandbox } = setup;
	const documents = sizes.map(async (pages) => await item(`of ${pages} pages`, pages));
	const execution = await engine.run({
		nodes: tagPdf({ options: { maximumCredits: 30 } }, { onError: 'continueRegularOutput' }),
		items: [...(await Promise.all(documents)), itemOf('unreadable', '%PDF-1.7\n%%EOF')],
	});
	const codes = execution
		.items()
		.map(({ json }) => (json.error as { code?: string } | undefined)?.code ?? 'tagged');
	expect(codes.pop()).toBe('PAGES_UNKNOWN');
	expect(new Set(codes)).toEqual(new Set(['tagged', 'OVER_BUDGET']));
	const { charges, spent } = sandbox.ledger;
	expect(spent).toBeLessThanOrEqual(30);
	expect(charges).toHaveLength(codes.filter((code) => code === 'tagged').length);
	const refused = sizes.filter((_, index) => codes[index] === 'OVER_BUDGET');
	expect(Math.min(...refused)).toBeGreaterThan(30 - spent);
});
