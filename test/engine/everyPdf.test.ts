import { readBinary, type Execution } from '../../engine';
import { present } from '../present';
import { makeDocument } from '../host/harness/documents';
import { openSetup, type Setup } from './setup';

/** The PDFs of a mail by field; the last one does not say that it is one. */
const PDFS: Record<string, [fileName: string, mimeType: string]> = {
	attachment_0: ['report.pdf', 'application/pdf'],
	attachment_2: ['Annex.PDF', 'application/x-download'],
	attachment_4: ['form', 'application/octet-stream'],
};
/** Its picture and its signature. */
const OTHERS: typeof PDFS = {
	attachment_1: ['logo.png', 'image/png'],
	attachment_3: ['smime.p7s', 'application/pkcs7-signature'],
};
const FIELDS = Object.keys(PDFS);

let setup: Setup;
beforeAll(async () => {
	setup = await openSetup({ binaryMode: 'filesystem', processingMs: 0 });
});
afterEach(() => setup.sandbox.reset());
afterAll(async () => await setup.close());

const node = (name: string, operation: string, options: object = {}, settings: object = {}) => ({
	type: 'tagPdf',
	name,
	parameters: { resource: 'document', operation, options: { maxInFlight: 1, ...options } },
	...settings,
});
const CONTINUE = { onError: 'continueRegularOutput' };

/** Runs nodes one after the other on a mail with three PDFs, a picture and a signature. */
async function run(...nodes: Array<ReturnType<typeof node>>): Promise<Execution> {
	const files = Object.entries({ ...PDFS, ...OTHERS }).sort(([a], [b]) => a.localeCompare(b));
	const binary = await Promise.all(
		files.map(async ([field, [fileName, mimeType]]) => {
			const content = field in PDFS ? await makeDocument(fileName) : Buffer.from(fileName);
			return [field, { content, fileName, mimeType }] as const;
		}),
	);
	const mail = { json: { subject: 'Minutes' }, binary: Object.fromEntries(binary) };
	return await setup.engine.run({ nodes, items: [mail] });
}

const fieldsOf = (execution: Execution) => execution.items().map(({ json }) => json.source_field);
const filesOf = (execution: Execution) =>
	execution.items().map(({ binary = {} }) =>
		Object.entries(binary)
			.map(([field, { fileName }]) => `${field}: ${fileName}`)
			.sort(),
	);

test('Tag gives an item for each PDF, in order, with its own tagged PDF', async () => {
	const execution = await run(node('Tag', 'tag'));
	expect(execution.error).toBeUndefined();
	expect(fieldsOf(execution)).toEqual(FIELDS);
	expect(execution.items().map(({ pairedItem }) => pairedItem)).toEqual(
		FIELDS.map(() => ({ item: 0 })),
	);
	expect(filesOf(execution)).toEqual([
		['data: report-tagged.pdf'],
		['data: Annex-tagged.pdf'],
		['data: form-tagged.pdf'],
	]);
	const tagged = await Promise.all(execution.items().map(async (item) => await readBinary(item)));
	for (const [at, content] of tagged.entries()) {
		const [name] = present(PDFS[FIELDS[at] ?? '']);
		const original = await makeDocument(name);
		// The sandbox appends to a document.
		expect(content.subarray(0, original.length).equals(original)).toBe(true);
	}
	expect(setup.sandbox.ledger.charges).toHaveLength(3);
});

test.each([
	['inspect', 'tag'],
	['submit', 'tag'],
	['inspect', 'submit'],
])('%s and then %s gives three items, not nine', async (first, second) => {
	const keep = first === 'inspect' ? {} : { keepSource: 'binary' };
	const execution = await run(node('First', first, keep), node('Second', second));
	expect(fieldsOf(execution)).toEqual(FIELDS);
	expect(setup.sandbox.ledger.charges).toHaveLength(3);
});

test('no output carries the PDF of a neighbour', async () => {
	const others = ['attachment_1: logo.png', 'attachment_3: smime.p7s'];
	expect(filesOf(await run(node('Inspect', 'inspect')))).toEqual(
		FIELDS.map((field) => [`${field}: ${PDFS[field]?.[0]}`, ...others].sort()),
	);
	const kept = await run(node('Tag', 'tag', { keepSource: 'both' }));
	expect(filesOf(kept)).toEqual([
		['attachment_0: report.pdf', ...others, 'data: report-tagged.pdf'],
		['attachment_1: logo.png', 'attachment_2: Annex.PDF', others[1], 'data: Annex-tagged.pdf'],
		[...others, 'attachment_4: form', 'data: form-tagged.pdf'],
	]);
	expect(kept.items().map(({ json }) => json.subject)).toEqual(FIELDS.map(() => 'Minutes'));
});

describe('a PDF that fails', () => {
	beforeEach(() => {
		setup.sandbox.faults.order({ step: 'submitJob', nth: 2, fault: { failJob: true } });
	});

	test('becomes a failed item of its own with its file, and fails no neighbour', async () => {
		const execution = await run(node('Tag', 'tag', {}, CONTINUE));
		expect(fieldsOf(execution)).toEqual(FIELDS);
		expect(execution.items().map(({ json }) => json.error === undefined)).toEqual([
			true,
			false,
			true,
		]);
		expect(filesOf(execution)[1]).toEqual([
			'attachment_1: logo.png',
			'attachment_2: Annex.PDF',
			'attachment_3: smime.p7s',
		]);
		expect(execution.items()[1]?.json).toMatchObject({ filename: 'Annex.PDF', status: 'failed' });
	});

	test('with Stop Workflow is named, and its neighbours are settled as other items are', async () => {
		const execution = await run(node('Tag', 'tag'));
		expect(execution.error?.message).toBe('"Annex.PDF" could not be tagged');
		expect(execution.error?.description).toContain('1 of 2 other PDFs is paid for.');
		expect(execution.error).toMatchObject({
			context: {
				data: {
					jobs: [
						{ item: 0, file: 'report.pdf' },
						{ item: 0, file: 'Annex.PDF' },
					],
				},
			},
		});
		expect(setup.sandbox.ledger.charges).toHaveLength(2);
	});
});

test('the limit counts by item and field', async () => {
	const execution = await run(node('Tag', 'tag', { maximumCredits: 2 }, CONTINUE));
	expect(
		execution.items().map(({ json }) => (json.error as { code?: string } | undefined)?.code),
	).toEqual([undefined, undefined, 'OVER_BUDGET']);
	expect(setup.sandbox.ledger.spent).toBe(2);
});
