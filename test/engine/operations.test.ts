import { readBinary, type BinaryMode } from '../../engine';
import { present } from '../present';
import { makeDocument } from '../host/harness/documents';
import { item, items, jobIdOf, openSetup, tagPdf, type Setup } from './setup';

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

	test('Keep Input Data passes on data, files and pairs of items', async () => {
		const { engine, sandbox } = setup;
		const mail = async (name: string) => {
			const { json, binary } = await item(name);
			const note = { content: Buffer.from('Dear sirs,'), fileName: 'note.txt' };
			return { json, binary: { ...binary, note } };
		};
		const execution = await engine.run({
			nodes: tagPdf({ binaryPropertyName: 'data', options: { keepSource: 'both' } }),
			items: [await mail('minutes'), await mail('agenda')],
		});
		const outputs = execution.items();
		expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(outputs.map(({ json }) => json)).toMatchObject(
			['minutes', 'agenda'].map((name) => ({
				subject: name,
				job: { filename: `${name}.pdf`, tagged_filename: `${name}-tagged.pdf` },
			})),
		);
		const [first] = outputs;
		expect(Object.keys(first?.binary ?? {})).toEqual(['data', 'data_source', 'note']);
		const source = { json: {}, binary: { data: present(first?.binary?.data_source) } };
		expect(await readBinary(source)).toEqual(await makeDocument('minutes'));
		expect(sandbox.ledger.charges).toHaveLength(2);
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

	test('Submit, Wait, Get and Download make up Tag', async () => {
		const { engine } = setup;
		const submitted = await engine.run({
			nodes: tagPdf({ operation: 'submit', ocr: true }),
			items: await items('letter'),
		});
		const jobId = jobIdOf(submitted);
		expect(submitted.items()[0]).toMatchObject({
			json: { options: { ocr: true, embed_fonts: false } },
			pairedItem: { item: 0 },
		});
		expect(submitted.items()[0]?.binary).toBeUndefined();

		const job = { resource: 'job', jobId };
		const waited = await engine.run({ nodes: tagPdf({ ...job, operation: 'wait' }) });
		expect(waited.items()[0]?.json).toMatchObject({ id: jobId, status: 'completed' });
		const got = await engine.run({ nodes: tagPdf({ ...job, operation: 'get' }) });
		expect(got.items()[0]?.json).toMatchObject({ id: jobId, status: 'completed' });
		const downloaded = await engine.run({
			nodes: tagPdf({
				...job,
				operation: 'download',
				outputBinaryField: 'tagged',
				options: { taggedFileName: 'out/letter final.pdf' },
			}),
		});
		const [output] = downloaded.items();
		expect(output?.json).toMatchObject({ id: jobId });
		expect(output?.binary?.tagged?.fileName).toBe('letter final.pdf');
		expect((await readBinary(present(output), 'tagged')).includes('%PDF-')).toBe(true);
	});

	test('the upload has an exact length, its file part last, and no Authorization', async () => {
		const { engine, sandbox } = setup;
		const { json, binary } = await item('report');
		const data = { ...binary.data, fileName: 'Отчёт "7".pdf' };
		await engine.run({ nodes: tagPdf(), items: [{ json, binary: { data } }] });
		const [store] = sandbox.requestsOf('store');
		expect(store).toMatchObject({ hasAuthorization: false, status: 204 });
		expect(store?.headers['transfer-encoding']).toBeUndefined();
		expect(store?.contentLength).toBeGreaterThan(data.content.length);
		expect(store?.parts.at(-1)).toMatchObject({ name: 'file', contentType: 'application/pdf' });
		expect(store?.parts.filter(({ name }) => name === 'file')).toHaveLength(1);
		expect(sandbox.requestsOf('download')[0]?.hasAuthorization).toBe(false);
		expect(JSON.parse(sandbox.requestsOf('submitJob')[0]?.body ?? '')).toEqual({
			key: expect.any(String),
			filename: 'Отчёт "7".pdf',
			options: { ocr: false, embed_fonts: false },
		});
	});
});
