import { closedBy } from '../../closing';
import { onVersion1, openSetup, type Setup, type BinaryMode } from '../harness/setup';
import { titleOf, writeDocuments } from '../harness/documents';
import { runFlow } from '../harness/flow';
import { outputs, titles } from '../harness/rest/executions';
import { readFiles, tagPdf } from '../harness/workflow';

/** The other suites keep files on disk. */
const modes: BinaryMode[] = ['default', ...(onVersion1 ? [] : ['database' as const])];
const STORE = { default: undefined, filesystem: 'filesystem-v2', database: 'database' };
const COUNT = 30;

describe.each(modes)('Binary data mode %s', (mode) => {
	let setup: Setup;
	const closing = closedBy(afterAll);
	beforeAll(async () => {
		setup = closing(await openSetup({ mode, sandbox: { processingMs: 20, parallelJobs: 5 } }));
	});

	test(`${COUNT} documents keep their order and are paid for once`, async () => {
		const pattern = await writeDocuments(setup.documents, COUNT);
		const execution = await runFlow(setup, readFiles(pattern), tagPdf(setup.credential));
		expect(execution.data.resultData.error).toBeUndefined();
		const items = outputs(execution, 'Tag PDF')[0] ?? [];
		const stores = items.map(({ binary }) => binary?.data?.id?.split(':')[0]);
		expect(new Set(stores)).toEqual(new Set([STORE[mode]]));
		expect(await titles(setup.session, execution)).toEqual(
			Array.from({ length: COUNT }, (_, n) => titleOf(n)),
		);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			Array.from({ length: COUNT }, (_, item) => ({ item })),
		);
		expect(setup.sandbox.ledger.spent).toBe(COUNT);
		expect(setup.sandbox.violations).toEqual([]);
	});
});
