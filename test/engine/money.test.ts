import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

import { readBinary } from '../../engine';
import { present } from '../present';
import { item, itemOf, openSetup, pdf, tagPdf, type Setup } from './setup';

let setup: Setup;
beforeEach(async () => {
	setup = await openSetup({ binaryMode: 'filesystem', parallelJobs: 100, creationMs: 30 });
});
afterEach(async () => await setup.close());

/** The small PDF, marked as tagged, with a structure tree that holds the text of each page. */
async function taggedPdf(text: string, pages: number): Promise<Buffer> {
	const document = await PDFDocument.load(await pdf(text, pages), { updateMetadata: false });
	const { catalog, context } = document;
	const paragraphs = document.getPages().map(({ node, ref }, index) => {
		const content = context.stream('/P <</MCID 0>> BDC BT (Some text) Tj ET EMC');
		node.set(PDFName.of('Contents'), context.register(content));
		node.set(PDFName.of('StructParents'), context.obj(index));
		return context.register(context.obj({ Type: 'StructElem', S: 'P', Pg: ref, K: 0 }));
	});
	const tree = context.obj({ Type: 'StructTreeRoot', K: paragraphs });
	catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
	catalog.set(PDFName.of('StructTreeRoot'), context.register(tree));
	return Buffer.from(await document.save());
}

test('Already Tagged → Skip passes the file on, free of charge', async () => {
	const { engine, sandbox } = setup;
	const content = await taggedPdf('ready', 7);
	const execution = await engine.run({
		nodes: tagPdf({ options: { alreadyTagged: 'skip' } }),
		items: [await item('new', 2), itemOf('ready', content)],
	});
	const [made, skipped] = execution.items();
	expect(made?.json).toMatchObject({ status: 'completed', credits_used: 2 });
	expect(skipped?.json).toEqual({
		filename: 'ready.pdf',
		credits_used: 0,
		skipped: { reason: 'It is tagged', pages: 7 },
		source_field: 'data',
	});
	expect(await readBinary(present(skipped))).toEqual(content);
	expect(sandbox.ledger.charges.map(({ pages }) => pages)).toEqual([2]);
	expect(sandbox.requestsOf('createUpload')).toHaveLength(1);
	expect(execution.tasks('Tag PDF')[0]?.hints).toMatchObject([
		{ message: '1 tagged, 1 skipped (7 credits saved); 1 document submitted, 2 credits.' },
	]);
});

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
