import { closedBy } from '../../closing';
import { onVersion1, openSetup, type Setup, type BinaryMode } from '../harness/setup';
import { readTitle, titleOf, writeDocuments } from '../harness/documents';
import { runFlow } from '../harness/flow';
import { outputs, readBinary } from '../harness/rest/executions';
import { readFiles, tagPdf } from '../harness/workflow';

const modes: BinaryMode[] = ['default', 'filesystem', ...(onVersion1 ? [] : ['database' as const])];
const STORE = { default: undefined, filesystem: 'filesystem-v2', database: 'database' };

describe.each(modes)('Binary data mode %s', (mode) => {
	let setup: Setup;
	const closing = closedBy(afterAll);
	beforeAll(async () => {
		setup = closing(await openSetup({ mode, sandbox: { processingMs: 20, parallelJobs: 5 } }));
	});

	test.each([1, 10, 100])('%i documents keep their order and are paid for once', async (count) => {
		setup.sandbox.reset();
		const pattern = await writeDocuments(setup.documents, count);
		const execution = await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
		expect(execution.data.resultData.error).toBeUndefined();
		const items = outputs(execution, 'Tag PDF')[0] ?? [];
		const titles = await Promise.all(
			items.map(async ({ binary }) => {
				if (!binary?.data) return undefined;
				expect(binary.data.id?.split(':')[0]).toBe(STORE[mode]);
				return await readTitle(await readBinary(setup.session, binary.data));
			}),
		);
		expect(titles).toEqual(Array.from({ length: count }, (_, n) => titleOf(n)));
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: count }, (_, item) => ({ item })),
		);
		expect(setup.sandbox.ledger.spent).toBe(count);
		expect(setup.sandbox.violations).toEqual([]);
	});

	test('uploads have an exact length, the file last and no API key', async () => {
		const pattern = await writeDocuments(setup.documents, 1);
		await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
		const uploads = setup.sandbox.requestsOf('store');
		expect(uploads.length).toBeGreaterThan(0);
		for (const { contentLength, parts, hasAuthorization } of uploads) {
			expect(contentLength).toBeGreaterThan(0);
			expect(parts.at(-1)?.name).toBe('file');
			expect(hasAuthorization).toBe(false);
		}
	});
});
