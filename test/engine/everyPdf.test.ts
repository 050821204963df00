import { makeDocument } from '../host/harness/documents';
import { openSetup, type Setup } from './setup';

/** The PDFs of a mail by field, and its picture; the second PDF does not say that it is one. */
const PDFS = ['attachment_0', 'attachment_2'];
const FILES: Record<string, [fileName: string, mimeType: string]> = {
	attachment_0: ['report.pdf', 'application/pdf'],
	attachment_1: ['logo.png', 'image/png'],
	attachment_2: ['form', 'application/octet-stream'],
};

let setup: Setup;
beforeAll(async () => {
	setup = await openSetup({ binaryMode: 'filesystem', processingMs: 0 });
});
afterEach(() => setup.sandbox.reset());
afterAll(async () => await setup.close());

/** Runs two nodes one after the other on the mail. */
async function run(...operations: string[]) {
	const binary = await Promise.all(
		Object.entries(FILES).map(async ([field, [fileName, mimeType]]) => {
			const content = PDFS.includes(field) ? await makeDocument(fileName) : Buffer.from(fileName);
			return [field, { content, fileName, mimeType }] as const;
		}),
	);
	const nodes = operations.map((operation) => ({
		type: 'tagPdf',
		name: operation,
		parameters: { resource: 'document', operation, options: { keepInputData: 'both' } },
	}));
	const mail = { json: { subject: 'Minutes' }, binary: Object.fromEntries(binary) };
	return await setup.engine.run({ nodes, items: [mail] });
}

test.each([
	['inspect', 'tag'],
	['submit', 'tag'],
	['inspect', 'submit'],
])(
	'%s and then %s give two items, not four, each with its own PDF alone',
	async (...operations) => {
		const execution = await run(...operations);
		expect(execution.error).toBeUndefined();
		expect(execution.items().map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		const fields = execution.items().map(({ binary = {} }) => Object.keys(binary).sort());
		const tagged = operations[1] === 'tag' ? ['data'] : [];
		expect(fields).toEqual(PDFS.map((field) => [...[field, 'attachment_1', ...tagged].sort()]));
		expect(setup.sandbox.ledger.charges).toHaveLength(2);
	},
);
