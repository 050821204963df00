/** Tests what a run spends, according to the sandbox's ledger. */
import { ageJobs } from '../ageJobs';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';

import { readBinary } from '../../engine';
import { present } from '../present';
import { item, items, openSetup, pdf, tagPdf, type Setup } from './setup';

let setup: Setup;
afterEach(async () => await setup.close());

const CARRY_ON = { onError: 'continueRegularOutput' };

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

async function taggedItem(text: string, pages: number) {
	const content = await taggedPdf(text, pages);
	const data = { content, fileName: `${text}.pdf`, mimeType: 'application/pdf' };
	return { json: {}, binary: { data } };
}

/** A file that only begins like a PDF. */
const unreadable = (name: string) => ({
	json: {},
	binary: {
		data: {
			content: Buffer.from(`%PDF-1.7\n${name}\n%%EOF`),
			fileName: `${name}.pdf`,
			mimeType: 'application/pdf',
		},
	},
});

const codes = (outputs: Array<{ json: Record<string, unknown> }>) =>
	outputs.map(({ json }) => (json.error as { code?: string } | undefined)?.code ?? 'tagged');

describe('Already Tagged', () => {
	test('Skip passes the file on, free of charge', async () => {
		setup = await openSetup({ binaryMode: 'filesystem' });
		const { engine, sandbox } = setup;
		const ready = await taggedItem('ready', 7);
		const execution = await engine.run({
			nodes: tagPdf({ options: { alreadyTagged: 'skip' } }),
			items: [await item('new', 2), ready],
		});
		const [made, skipped] = execution.items();
		expect(made?.json).toMatchObject({ status: 'completed', credits_used: 2 });
		expect(skipped?.json).toEqual({
			filename: 'ready.pdf',
			credits_used: 0,
			skipped: { reason: 'It is tagged', pages: 7 },
			source_field: 'data',
		});
		expect(await readBinary(present(skipped))).toEqual(ready.binary.data.content);
		expect(sandbox.ledger.charges.map(({ pages }) => pages)).toEqual([2]);
		expect(sandbox.requestsOf('createUpload')).toHaveLength(1);
		expect(execution.tasks('Tag PDF')[0]?.hints).toMatchObject([
			{ message: '1 tagged, 1 skipped (7 credits saved); 1 document submitted, 2 credits.' },
		]);
	});

	test('Fail gives a clear error, free of charge', async () => {
		setup = await openSetup();
		const { engine, sandbox } = setup;
		const execution = await engine.run({
			nodes: tagPdf({ operation: 'submit', options: { alreadyTagged: 'fail' } }),
			items: [await taggedItem('ready', 1)],
		});
		expect(execution.error?.message).toBe('"ready.pdf" is already tagged');
		expect(sandbox.requests).toEqual([]);
	});
});

describe('documents of all sizes, side by side', () => {
	const SIZES = [9, 1, 4, 12, 3, 7, 2, 5, 8, 6];
	const sizes = async () =>
		await Promise.all(SIZES.map(async (pages) => await item(`of ${pages} pages`, pages)));

	test('Credits to Spend at Most: never spends more, and tags the documents that fit', async () => {
		const [options, code] = [{ maximumCredits: 30 }, 'OVER_BUDGET'];
		setup = await openSetup({ binaryMode: 'filesystem', parallelJobs: 100, creationMs: 30 });
		const { engine, sandbox } = setup;
		sandbox.accounts[0].credits = 100;
		const execution = await engine.run({
			nodes: tagPdf({ options }, CARRY_ON),
			items: await sizes(),
		});
		const outcomes = codes(execution.items());
		expect(new Set(outcomes)).toEqual(new Set(['tagged', code]));
		const { charges, spent } = sandbox.ledger;
		expect(spent).toBeLessThanOrEqual(30);
		expect(charges).toHaveLength(outcomes.filter((each) => each === 'tagged').length);
		const refused = SIZES.filter((_, index) => outcomes[index] === code);
		expect(Math.min(...refused)).toBeGreaterThan(30 - spent);
	});
});

describe('Credits to Spend at Most', () => {
	test('holds over the retries of an execution, and its documents count once', async () => {
		setup = await openSetup();
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'getJob', nth: 1, fault: { status: 401 } });
		const options = { maximumCredits: 5, maxInFlight: 1 };
		const first = await engine.run({
			nodes: tagPdf({ options }),
			items: [await item('a', 3), await item('b', 2), await item('c', 1)],
		});
		expect(first.status).toBe('error');
		const retried = await engine.retry(first);
		expect(retried.error?.message).toContain('"c.pdf" would exceed the credit limit');
		expect(sandbox.ledger.charges.map(({ credits }) => credits)).toEqual([3, 2]);
	});

	test('a lost answer keeps the credits of its document reserved', async () => {
		setup = await openSetup({ limits: { retry: { outageMs: 0 } } });
		const { engine, sandbox } = setup;
		sandbox.faults.order({ step: 'submitJob', nth: 1, fault: { reset: 'after' } });
		const options = { maximumCredits: 5, maxInFlight: 1 };
		const execution = await engine.run({
			nodes: tagPdf({ options }, CARRY_ON),
			items: [await item('a', 3), await item('b', 3), await item('c', 2)],
		});
		expect(codes(execution.items())).toEqual(['UNREACHABLE', 'OVER_BUDGET', 'tagged']);
		expect(sandbox.ledger.spent).toBe(5);
	});

	test('a thousand documents that were tagged before cost nothing, whatever the limit is', async () => {
		setup = await openSetup();
		const { engine, sandbox } = setup;
		const documents = await items(...Array.from({ length: 40 }, (_, n) => `page ${n}`));
		await engine.run({ nodes: tagPdf(), items: documents });
		const charges = sandbox.ledger.charges.length;
		ageJobs(sandbox.jobs);
		const execution = await engine.run({
			nodes: tagPdf({ options: { maximumCredits: 10 } }),
			items: documents,
		});
		expect(execution.items().map(({ json }) => json.paid_before)).toEqual(
			documents.map(() => true),
		);
		expect(sandbox.ledger.charges).toHaveLength(charges);
	});

	test('a document that an earlier run may have paid for counts, and is delivered', async () => {
		setup = await openSetup({ processingMs: 300 });
		const { engine, sandbox } = setup;
		const options = { maximumCredits: 3, maxInFlight: 1, waitTimeout: 60 };
		const nodes = tagPdf({ options }, CARRY_ON);
		const before = await engine.start({ nodes, items: [await item('a', 3)] });
		await sandbox.requestAnswered('submitJob', 1);
		before.stop();
		await before.finished;
		const execution = await engine.run({ nodes, items: [await item('a', 3), await item('b', 3)] });
		expect(codes(execution.items())).toEqual(['tagged', 'OVER_BUDGET']);
		expect(sandbox.ledger.charges.map(({ credits }) => credits)).toEqual([3]);
	});

	test('a document of unknown pages is refused under a limit', async () => {
		setup = await openSetup();
		const { engine, sandbox } = setup;
		const execution = await engine.run({
			nodes: tagPdf({ operation: 'submit', options: { maximumCredits: 9 } }, CARRY_ON),
			items: [unreadable('x'), await item('b', 9)],
		});
		expect(codes(execution.items())).toEqual(['PAGES_UNKNOWN', 'tagged']);
		expect(sandbox.ledger.spent).toBe(9);
	});
});

test('if the service counts differently, its charges are summed and a hint names them', async () => {
	setup = await openSetup();
	const { engine, sandbox } = setup;
	sandbox.faults.order({ step: 'submitJob', nth: 1, fault: { fields: { credits_used: 4 } } });
	const execution = await engine.run({
		nodes: tagPdf({ operation: 'submit', options: { maximumCredits: 9, maxInFlight: 1 } }),
		items: await items('a', 'b'),
	});
	expect(execution.tasks('Tag PDF')[0]?.hints).toMatchObject([
		{ message: '2 submitted; 2 documents submitted, 5 credits.', type: 'info' },
		{
			message:
				'The service charged a different number of credits than the page count: item 0 (4 credits, 1 page).',
			type: 'warning',
		},
	]);
});
