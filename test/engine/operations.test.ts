import { readBinary, type BinaryMode } from '../../engine';
import { present } from '../present';
import { makeDocument } from '../host/harness/documents';
import { item, items, openSetup, tagPdf, type Setup } from './setup';

const MODES: BinaryMode[] = ['default', 'filesystem'];

describe.each(MODES)('operations, binary mode %s', (mode) => {
	let setup: Setup;
	beforeEach(async () => {
		setup = await openSetup({ binaryMode: mode });
	});
	afterEach(async () => await setup.close());

	test('Document → Tag gives the job and the tagged PDF, for one item', async () => {
		const { engine, sandbox } = setup;
		const execution = await engine.run({ nodes: tagPdf(), items: [await item('report', 3)] });

		expect(execution.error).toBeUndefined();
		const [output] = execution.items();
		expect(output?.json).toEqual({
			id: sandbox.jobs[0]?.id,
			status: 'completed',
			filename: 'report.pdf',
			credits_used: 3,
			options: { ocr: false, embed_fonts: false },
			created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			request_id: expect.any(String),
			tagged_filename: 'report-tagged.pdf',
			paid_before: false,
			source_field: 'data',
		});
		expect(output?.pairedItem).toEqual({ item: 0 });
		expect(output?.binary?.data).toMatchObject({
			fileName: 'report-tagged.pdf',
			mimeType: 'application/pdf',
		});
		expect(output?.binary?.data?.id === undefined).toBe(mode === 'default');
		const tagged = await readBinary(present(output));
		expect(tagged.subarray(0, 5).toString()).toBe('%PDF-');
		expect(tagged.equals(await makeDocument('report', 3))).toBe(false);
		expect(sandbox.ledger.spent).toBe(3);
		expect(sandbox.violations).toEqual([]);
	});

	test('the next node finds the job beside the input data that Submit has kept', async () => {
		const { engine } = setup;
		const submitted = await engine.run({
			nodes: tagPdf({ operation: 'submit', options: { keepSource: 'json' } }),
			items: await items('kept'),
		});
		const [kept = { json: {} }] = submitted.items();
		const execution = await engine.run({
			nodes: tagPdf({
				resource: 'job',
				operation: 'wait',
				jobId: '={{ $json.data?.job?.id ?? $json.job?.id ?? $json.id }}',
			}),
			items: [{ json: { id: 'mail_1', ...kept.json } }],
		});
		expect(execution.items()[0]?.json).toMatchObject({ filename: 'kept.pdf', status: 'completed' });
	});
});
