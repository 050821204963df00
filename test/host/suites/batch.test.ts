import { closedBy } from '../../closing';
import { present } from '../../present';
import { titleOf, writeVariants } from '../harness/documents';
import { publishFlow } from '../harness/flow';
import { hints, outputs, readBinary } from '../harness/rest/executions';
import { openSetup, type Setup } from '../harness/setup';
import { noOp, readFiles, tagPdf } from '../harness/workflow';

/** The weekly run sets the variable. */
const DOCUMENTS = process.env.TAG_PDF_LONG === undefined ? 1_000 : 5_000;

let setup: Setup;
const closing = closedBy(afterAll);
beforeAll(async () => {
	const sandbox = { credits: DOCUMENTS, parallelJobs: DOCUMENTS, processingMs: 1_000 };
	setup = closing(await openSetup({ sandbox }));
});

describe('Many items in one execution', () => {
	test(`each of ${DOCUMENTS} gets its own result, in order, and n8n can show all of them`, async () => {
		const pattern = await writeVariants(setup.documents, DOCUMENTS);
		const tag = tagPdf(setup.credential, { options: { maxDocumentsAtOnce: 1_000 } });
		const flow = await publishFlow(setup, [readFiles(pattern), tag, noOp('Next')]);
		await flow.start();
		// Reads the whole execution with the data of every node, like the editor.
		const execution = await flow.ended();
		expect(execution.status).toBe('success');
		const [sources = []] = outputs(execution, 'Read Files');
		const [items = []] = outputs(execution, 'Next');
		expect(items.map(({ json }) => json.filename)).toEqual(
			sources.map(({ json }) => json.fileName),
		);
		expect(new Set(items.map(({ binary }) => binary?.data?.id)).size).toBe(DOCUMENTS);
		// Reads every hundredth result: the sandbox keeps the bytes of a document, which end with its number.
		for (let n = 0; n < DOCUMENTS; n += 100) {
			const item = items.find(({ json }) => json.filename === `${titleOf(n)}.pdf`);
			const content = await readBinary(setup.session, present(item?.binary?.data));
			expect(content.includes(`\n%${n}\n`)).toBe(true);
		}
		expect(hints(execution, 'Tag PDF').join()).toContain(
			`${DOCUMENTS} tagged; charged now: ${DOCUMENTS} jobs, ${DOCUMENTS} credits`,
		);
		expect(setup.sandbox.ledger.charges).toHaveLength(DOCUMENTS);
	}, 1_200_000);
});
